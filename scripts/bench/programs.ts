import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readSettings } from '../../demo/settings.ts'
import { proxyCommand } from '../../test/proxy-command.ts'

/** A server in a process of its own. */
export interface Server {
  address: string
  pid: number
  /** Megabytes that it holds in memory; undefined on systems that do not tell. */
  megabytes(): number | undefined
  /** Megabytes that are in use once all that can be collected has been; for servers that can say so. */
  megabytesInUse(): Promise<number>
  /** Seconds of processor time that it has taken; undefined on systems that do not tell. */
  processorTime(): number | undefined
  signal(name: NodeJS.Signals): void
  stop(): Promise<void>
}

/** Starts what says "Server listening at" its address, as each server here does. */
async function startServer(command: string[], env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, command, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  let said = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${command.at(-1)} ended with ${code}: ${said}`)))
    child.stdout!.on('data', function listen(part: Buffer) {
      said = (said + part.toString()).slice(-10_000)
      const [, found] = /Server listening at (http:\/\/[^\s"]+)/.exec(said) ?? []
      if (!found) return
      // What it logs from now on is not looked at: that would take time from what is measured.
      child.stdout!.off('data', listen).resume()
      resolve(found)
    })
  })
  return {
    address,
    pid: child.pid!,
    signal: (name) => void child.kill(name),
    megabytes() {
      try {
        return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
      } catch {
        return undefined
      }
    },
    async megabytesInUse() {
      child.send('collect')
      const [bytes] = (await once(child, 'message')) as [number]
      return bytes / 1024 / 1024
    },
    processorTime() {
      try {
        // Behind its name, which may hold spaces: user and system time in hundredths of a second (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html).
        const [, fields = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')
        const [user, system] = fields.split(' ').slice(11, 13).map(Number) as [number, number]
        return (user + system) / 100
      } catch {
        return undefined
      }
    },
    async stop() {
      process.removeListener('exit', end)
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const script = (name: string) => ['--import', 'tsx', fileURLToPath(new URL(`${name}.ts`, import.meta.url))]

/** The reference: answers reports without storing them. */
export const startAnswering = () => startServer(script('answering'), {})

/** A protection service that takes so many milliseconds for each report, and for each quote. */
export const startService = (reportTime: number, quoteTime = 5) =>
  startServer(script('service'), { REPORT_TIME: String(reportTime), QUOTE_TIME: String(quoteTime) })

/** A track service that knows every order, and settles each when its e-mail address says. */
export const startTrackService = () => startServer(script('tracking/service'), {})

/** A server that refuses every POST at once, and asks this service for a quote at every GET. */
export const startBare = (service: string) => startServer(script('flood/bare'), { SERVICE: service })

/** Settings of a proxy that has nothing to do durably. */
export const nothingDurable = { MERCHANT_API_KEYS: '', SHOPIFY_SHOP: '', SHOPIFY_APP_SECRETS: '', CLAIMS_API_KEYS: '', CLAIMS_RESOLVER: '' }

/** The built proxy in front of that service; changes are to its settings. */
export function startProxy(service: string, changes: Record<string, string>): Promise<Server> {
  const unset = Object.fromEntries(['LOYALTY_BASE_URL', 'LOYALTY_API_KEY', 'TRACK_BASE_URL', 'OPERATOR_PORT', 'DATABASE_URL'].map((name) => [name, '']))
  return startServer(['--expose-gc', '--import', new URL('tracking/heap.mjs', import.meta.url).href, ...proxyCommand('main')], {
    ...readSettings({}),
    ...unset,
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    PROTECTION_BASE_URL: `${service}/api/v1`,
    // More than one machine asks for, which stands for a whole shop here.
    NETWORK_RATES: '9000000,9000000',
    ...changes,
  })
}
