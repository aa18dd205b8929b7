import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const longestStart = 45_000
const longestStop = 5_000

/** What Node takes to run a part from its source; compiled, if tests have compiled the demo into the folder that `DEMO_COMPILED` names. */
export const commandOf = (name: 'services' | 'shop'): string[] =>
  process.env.DEMO_COMPILED ? [`${process.env.DEMO_COMPILED}/demo/${name}/main.js`] : ['--import', 'tsx', `demo/${name}/main.ts`]

/** One of the processes that make up the demo. */
export class Part {
  /** Called when the process exits without having been stopped. */
  onDeath = () => {}
  #process?: ChildProcess
  #tail: string[] = []
  #ready = false

  /** `address` responds once the part is ready. */
  constructor(
    readonly name: string,
    readonly command: string[],
    readonly settings: Record<string, string>,
    readonly address: string,
  ) {}

  get running(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null
  }

  /** The last lines of output. */
  get lastWords(): string {
    return this.#tail.slice(-12).join('\n')
  }

  /** Rejects if another program responds at the address. */
  async findRoom() {
    if (await this.#answers()) throw new Error(`Another program already responds at ${this.address}. Stop it, or set ${this.name.toUpperCase()}_PORT.`)
  }

  /** Resolves once the part responds; rejects if the part exits before, or takes too long. */
  async start() {
    this.#ready = false
    this.#tail = []
    await this.findRoom()
    // In the environment, so that the process that tsx watches has it, too.
    const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${new URL('end-with-parent.mjs', import.meta.url).href}`
    const child = spawn(process.execPath, this.command, {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, ...this.settings, NODE_OPTIONS },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#process = child
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.#tail = [...this.#tail, ...text.trimEnd().split('\n')].slice(-50)))
    }
    child.once('exit', () => this.#ready && this.onDeath())
    const deadline = Date.now() + longestStart
    while (!(await this.#answers())) {
      if (!this.running) throw new Error(`The ${this.name} did not start.\n${this.lastWords}`)
      if (Date.now() > deadline) throw new Error(`The ${this.name} did not answer at ${this.address} within ${longestStart / 1000} s.\n${this.lastWords}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    this.#ready = true
  }

  /** Sends the signal and waits for the exit. After 5 s it kills the process. */
  async stop(signal: NodeJS.Signals = 'SIGTERM') {
    this.#ready = false
    const child = this.#process
    if (!child || !this.running) return
    const ended = once(child, 'exit')
    child.kill(signal)
    const insist = setTimeout(() => child.kill('SIGKILL'), longestStop)
    await ended
    clearTimeout(insist)
  }

  async #answers(): Promise<boolean> {
    const answer = await fetch(this.address, { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
    return answer?.ok === true
  }
}
