import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildProxy } from '../build-proxy.ts'

/** The arguments of Node that run the proxy of short-waiting.ts; built once, because tests start this proxy many times. */
export const shortWaiting = [join(await buildProxy(fileURLToPath(new URL('short-waiting.ts', import.meta.url))), 'main.js')]
