import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readSettings } from '../../demo/settings.ts'
import { proxyCommand } from '../../test/proxy-command.ts'

/** A server in its own process. */
export interface Server {
  address: string
  pid: number
  /** Megabytes of resident memory; undefined on systems without /proc. */
  megabytes(): number | undefined
  /** Megabytes in use after garbage collection, for servers that load tracking/heap.mjs. */
  megabytesInUse(): Promise<number>
  /** Seconds of processor time used so far; undefined on systems without /proc. */
  processorTime(): number | undefined
  signal(name: NodeJS.Signals): void
  stop(): Promise<void>
}

/** Starts a program and waits until it prints "Server listening at" and its address, as each server here does. */
async function startServer(command: string[], env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, command, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${command.at(-1)} ended with ${code}: ${output}`)))
    child.stdout!.on('data', function listen(part: Buffer) {
      output = (output + part.toString()).slice(-10_000)
      const [, found] = /Server listening at (http:\/\/[^\s"]+)/.exec(output) ?? []
      if (!found) return
      // Later output is ignored: reading it would cost the measured processes time.
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
        // User and system time in hundredths of a second come after the process name, which may contain spaces
        // (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html).
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

/** A program that is controlled by messages. `end` kills it. */
export interface Program {
  child: ChildProcess
  end: () => void
}

/** Starts a program of the benchmarks and waits for its first message; rejects if the program ends before. */
export async function startProgram(name: string, ...args: string[]): Promise<Program> {
  const child = spawn(process.execPath, [...script(name), ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const [code] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown]
  if (child.exitCode !== null) throw new Error(`The program ${name} ended with ${String(code)}`)
  const end = () => {
    process.removeListener('exit', kill)
    kill()
  }
  return { child, end }
}

/** Sends a program a message, and resolves to its next one. */
export async function sendMessage<Answer>({ child }: Program, message: object): Promise<Answer> {
  child.send(message)
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}

/** Starts the reference, which responds to reports without storing them. */
export const startBaseline = () => startServer(script('baseline-server'), {})

/** Starts a protection service that takes so many milliseconds for each report, and for each quote. */
export const startService = (reportTime: number, quoteTime = 5) =>
  startServer(script('service'), { REPORT_TIME: String(reportTime), QUOTE_TIME: String(quoteTime) })

/** Starts loyalty, protection and track services that answer from memory. */
export const startServices = () => startServer(script('hop/service'), {})

/** Starts a proxy that passes each request on to these services. */
export const startPassThrough = (service: string) => startServer(script('hop/pass-through'), { SERVICE: service })

/** Starts a track service that knows every order. The e-mail address of an order names the time at which it settles. */
export const startTrackService = () => startServer(script('tracking/service'), {})

/** Starts a server that refuses every POST at once, and requests a quote from this service at every GET. */
export const startBare = (service: string) => startServer(script('flood/bare'), { SERVICE: service })

/** Settings of a proxy without durable work. */
export const nothingDurable = { MERCHANT_API_KEYS: '', SHOPIFY_SHOP: '', SHOPIFY_APP_SECRETS: '', CLAIMS_API_KEYS: '', CLAIMS_RESOLVER: '' }

/** Starts the built proxy in front of that service; `changes` override its settings. */
export function startProxy(service: string, changes: Record<string, string>): Promise<Server> {
  const unset = Object.fromEntries(
    ['LOYALTY_BASE_URL', 'LOYALTY_API_KEY', 'TRACK_BASE_URL', 'OPERATOR_PORT', 'CONSOLE_TOKENS', 'DATABASE_URL'].map((name) => [name, '']),
  )
  return startServer(['--expose-gc', '--import', new URL('tracking/heap.mjs', import.meta.url).href, ...proxyCommand('main')], {
    ...readSettings({}),
    ...unset,
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    PROTECTION_BASE_URL: `${service}/api/v1`,
    // One machine represents a whole shop here, so the limit is higher than for one machine.
    NETWORK_RATES: '9000000,9000000',
    ...changes,
  })
}
