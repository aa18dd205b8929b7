import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../../demo/settings.ts'
import { freePort } from '../free-port.ts'
import { proxyCommand } from '../proxy-command.ts'
import { servicesCommand } from '../services-command.ts'

/** A program of its own, as an operator starts it; ends at once on a rejection that nobody handles. */
export class Program {
  #output = ''
  #child: ChildProcess

  /** `command`: what Node takes to run it. */
  constructor(command: readonly string[], env: Record<string, string>) {
    this.#child = spawn(process.execPath, ['--unhandled-rejections=strict', ...command], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const note = (part: Buffer) => (this.#output += part.toString())
    this.#child.stdout!.on('data', note)
    this.#child.stderr!.on('data', note)
  }

  /** Everything it has printed. */
  get output() {
    return this.#output
  }

  get isRunning() {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Resolves once it has printed that. */
  async printed(words: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = words.exec(this.#output)
      if (found) return found
      if (!this.isRunning) throw new Error(`ended before it said ${String(words)}: ${this.#output}`)
      await Promise.race([once(this.#child.stdout!, 'data'), once(this.#child, 'exit')])
    }
  }

  /** Megabytes that it holds in memory; undefined on systems that do not tell. */
  get megabytes(): number | undefined {
    try {
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8'))?.[1]) / 1024
    } catch {
      return undefined
    }
  }

  async stop() {
    if (!this.isRunning) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}

/** The stand-ins and the proxy before them, each a program of its own. */
export async function startPrograms() {
  const demo = readSettings({})
  const services = new Program(servicesCommand(), { ...demo, HOST: '127.0.0.1', SERVICES_PORT: '0' })
  const [, address] = await services.printed(/(http:\/\/[^/\s]+)\/loyalty/)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'storefront-programs-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const settings: Record<string, string> = {
    ...demo,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OPERATOR_PORT: '',
    CONSOLE_TOKENS: '',
    DATA_DIR: folder,
    LOYALTY_BASE_URL: `${address}/loyalty`,
    PROTECTION_BASE_URL: `${address}/protection/api/v1`,
    TRACK_BASE_URL: `${address}/track`,
    // So many that no answer is 429, and each look-up reaches the service.
    TRACK_TRIES: '900000,900000,900000',
    NETWORK_RATES: '900000,900000',
  }
  const proxy = new Program(proxyCommand('main'), settings)
  await proxy.printed(/Server listening/)
  return { services, proxy, settings, addresses: { services: address!, proxy: settings.PUBLIC_URL! } }
}
