import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { buildServices } from '../../demo/services/app.ts'
import type { ServicesOptions } from '../../demo/services/world.ts'
import { runCommandLine } from '../../proxy/cli/command-line.ts'
import { proxyCommand } from '../proxy-command.ts'

/** The demo's people, by what sets them apart here. */
export const mira = '700100200301'
export const jonas = '700100200302'

/** How a command ended, and what it said. */
export interface Ended {
  code: number | null
  out: string
  err: string
}

/** How a command ended in a process of its own. */
export interface EndedProcess extends Ended {
  /** The most memory it took, in kilobytes. */
  peak: number
}

interface Running {
  child: ChildProcess
  ended: Promise<EndedProcess>
}

/** What Node takes to run the commands. */
export const program = proxyCommand('cli')

/**
 * Writes down what the process has taken at the most, where nothing else is written. Linux counts what the parent had when it started
 * the process into the usual figure, and tells the process's own elsewhere.
 */
const notePeak = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeSync } from 'node:fs'
  process.on('exit', () => {
    let peak = process.resourceUsage().maxRSS
    try { peak = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1] } catch {}
    writeSync(3, String(peak))
  })
`)}`

/** Runs a command to its end inside this process, with these settings and no other. A process of its own would take longer than most commands. */
export async function runCommand(words: readonly string[], env: Record<string, string>, input = ''): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const [out, err] = [text(stdout), text(stderr)]
  const invocation = {
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)], { objectMode: false }),
    stdout,
    stderr,
    env: { ...env },
    exitCode: 0,
    onClosedOutput() {},
  }
  const code = await runCommandLine(words, invocation).finally(() => [stdout, stderr].forEach((stream) => stream.end()))
  return { code, out: await out, err: await err }
}

/** Starts the real command in a process of its own, with these settings and no other: for signals, pipes, terminals, memory, and how a process ends. */
export function start(words: readonly string[], env: Record<string, string>, input = ''): Running {
  const running = open(words, env)
  running.child.stdin!.end(input)
  return running
}

/** The same, where a person seems to sit at a terminal, and has typed nothing yet. */
export function startAtTerminal(words: readonly string[], env: Record<string, string>): Running {
  const running = open(words, env, ['--import', terminal])
  after(() => running.child.kill('SIGKILL'))
  return running
}

const terminal = `data:text/javascript,${encodeURIComponent('process.stdin.isTTY = process.stderr.isTTY = true')}`

function open(words: readonly string[], env: Record<string, string>, options: readonly string[] = []): Running {
  const child = spawn(process.execPath, [...options, '--import', notePeak, ...program, ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {})
  // Who stops reading has read nothing.
  const read = (stream: unknown) => text(stream as NodeJS.ReadableStream).catch(() => '')
  const [out, err, peak] = [read(child.stdout), read(child.stderr), read(child.stdio[3])]
  const ended = once(child, 'close').then(async ([code]) => ({ code: code as number | null, out: await out, err: await err, peak: Number(await peak) }))
  return { child, ended }
}

/** The stand-ins on a free port, and the settings by which commands find them. */
export async function startServices(options: Partial<ServicesOptions> = {}) {
  const keys = { loyaltyKey: 'loyalty-key-of-these-tests', protectionKey: 'protection-key-of-these-tests' }
  const app = await buildServices({ ...keys, effectDelay: 20, ...options })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  after(() => app.close())
  const env = {
    LOYALTY_BASE_URL: `${address}/loyalty`,
    LOYALTY_API_KEY: keys.loyaltyKey,
    PROTECTION_BASE_URL: `${address}/protection/api/v1`,
    PROTECTION_API_KEY: keys.protectionKey,
    TRACK_BASE_URL: `${address}/track`,
  }
  return {
    address,
    env,
    keys,
    /** Runs a command to its end. */
    run: (words: string | readonly string[], input?: string) => runCommand(typeof words === 'string' ? words.split(' ') : words, env, input),
    async fault(fault: object) {
      await fetch(`${address}/_control/faults`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(fault) })
    },
    async mend() {
      await fetch(`${address}/_control/faults`, { method: 'DELETE' })
    },
    async list<Item = Record<string, unknown>>(of: string): Promise<Item[]> {
      return ((await (await fetch(`${address}/_control/state?of=${of}`)).json()) as Record<string, Item[]>)[of] ?? []
    },
    /** How often an operation was asked for. */
    async asked(operation: string): Promise<number> {
      const { requests } = (await (await fetch(`${address}/_control/state?of=requests`)).json()) as { requests: { operation: string; count: number }[] }
      return requests.find((one) => one.operation === operation)?.count ?? 0
    },
  }
}
