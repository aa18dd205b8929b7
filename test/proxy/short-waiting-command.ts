import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildProxy } from '../build-proxy.ts'

/** What Node takes to run the proxy of short-waiting.ts, built once, since tests start it many times. */
export const shortWaiting = [join(await buildProxy(fileURLToPath(new URL('short-waiting.ts', import.meta.url))), 'main.js')]
