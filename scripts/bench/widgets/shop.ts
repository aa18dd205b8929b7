import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from 'playwright'
import { ensureChromium, launchOptions } from '../../browsers/chromium.ts'
import { nothingDurable, startProxy, startService } from '../programs.ts'
import { hosts } from './pages.ts'
import { buildReference } from './reference/build.ts'

/** Milliseconds that the service needs for a quote. */
const quoteTime = 50

/** A shop with its hosts, and two browsers that resolve these hosts: one across the slow link, one directly. */
export interface Shop {
  slow: Browser
  near: Browser
  stop(): Promise<void>
}

/** The message of hosts.ts. */
export interface Served {
  near: number
  fingerprints: string[]
}

const start = (file: string, args: string[]) => fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: ['--import', 'tsx'] })

/** Starts the service, the built proxy, the hosts and the link, each in its own process. */
export async function startShop(): Promise<Shop> {
  const references = await mkdtemp(join(tmpdir(), 'storefront-bench-'))
  await buildReference(references)
  const service = await startService(0, quoteTime)
  const proxy = await startProxy(service.address, { ...nothingDurable, ALLOWED_ORIGINS: `https://${hosts.shop}` })
  const served = start('hosts.ts', [proxy.address, references])
  const [{ near, fingerprints }] = (await once(served, 'message')) as [Served]
  const link = start('link.ts', [String(near)])
  const [slow] = (await once(link, 'message')) as [number]

  const options = launchOptions(await ensureChromium())
  const launch = (port: number) =>
    chromium.launch({
      ...options,
      // The browsers trust the certificates made for this run, so that responses are cached as usual.
      args: [...options.args, `--host-resolver-rules=MAP *.test 127.0.0.1:${port}`, `--ignore-certificate-errors-spki-list=${fingerprints.join()}`],
    })
  const browsers = [await launch(slow), await launch(near)] as const
  return {
    slow: browsers[0],
    near: browsers[1],
    async stop() {
      for (const browser of browsers) await browser.close()
      for (const child of [link, served]) child.disconnect()
      await Promise.all([proxy.stop(), service.stop()])
      await rm(references, { recursive: true, force: true })
    },
  }
}
