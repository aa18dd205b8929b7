import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readSettings } from '../../demo/settings.ts'
import { freePort } from '../free-port.ts'
import { proxyCommand } from '../proxy-command.ts'

/** The demo's settings for a proxy in its own process, with the services at that address, without the operator's port. */
export const processSettings = (services: string, folder: string, databaseUrl = '') => ({
  ...readSettings({}),
  HOST: '127.0.0.1',
  PUBLIC_URL: 'http://127.0.0.1',
  OPERATOR_PORT: '',
  CONSOLE_TOKENS: '',
  LOYALTY_BASE_URL: `${services}/loyalty`,
  PROTECTION_BASE_URL: `${services}/protection/api/v1`,
  TRACK_BASE_URL: `${services}/track`,
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
})

/** One proxy in its own process. It always listens on the same port, and is killed again and again. */
export class KilledProxy {
  /** Its address; undefined while it does not answer. */
  address: string | undefined
  /** Why it ended without being killed. */
  ended: string | undefined
  #child: ChildProcess | undefined
  #output = ''

  constructor(
    readonly port: number,
    readonly settings: Record<string, string>,
    /** Called when it has begun to answer, and when it ended by itself. */
    readonly changed: () => void,
    /** The arguments of Node that run it. */
    readonly command = proxyCommand('main'),
  ) {}

  /** The last 4,000 characters that it has written since its start. */
  get output() {
    return this.#output
  }

  /** Begins to start it; it may be killed meanwhile. */
  start() {
    const child = spawn(process.execPath, this.command, { env: { ...process.env, ...this.settings, PORT: String(this.port) } })
    this.#child = child
    this.#output = ''
    // Kills the proxy if this process exits first.
    const end = () => void child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.removeListener('exit', end))
    const hear = (part: Buffer) => {
      const said = this.#output + part.toString()
      this.#output = said.slice(-4000)
      if (this.#child !== child || this.address || !said.includes('Server listening')) return
      this.address = `http://127.0.0.1:${this.port}`
      this.changed()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code, signal) => {
      if (this.#child !== child) return
      this.address = undefined
      this.ended = `the proxy ended by itself (${code ?? signal}): ${this.#output}`
      this.changed()
    })
  }

  /** Kills it like a power cut: it can finish nothing. */
  async kill() {
    await this.#end('SIGKILL')
  }

  /** Stops it as an operator does. */
  async stop() {
    await this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals) {
    const child = this.#child
    this.#child = undefined
    this.address = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
}

/** Starts so many proxies, each with these settings and its own port. */
export async function startProxies(howMany: number, settings: Record<string, string>, command?: string[]) {
  let waiting: (() => void)[] = []
  const changed = () => {
    for (const wake of waiting) wake()
    waiting = []
  }
  const ports = await Promise.all(Array.from({ length: howMany }, () => freePort()))
  const proxies = ports.map((port) => new KilledProxy(port, settings, changed, command))
  for (const proxy of proxies) proxy.start()
  /** Resolves once `fits` returns true; rejects when a proxy has ended by itself. */
  const until = async (fits: () => boolean) => {
    for (;;) {
      const ended = proxies.find((proxy) => proxy.ended)?.ended
      if (ended) throw new Error(ended)
      if (fits()) return
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  await until(() => proxies.every(({ address }) => address))
  return { proxies, until }
}
