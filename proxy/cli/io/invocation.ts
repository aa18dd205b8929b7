import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable } from 'node:stream'

/** One run of the command line: what it reads, what it writes to, its settings, and how it ends. */
export interface Invocation {
  readonly stdin: Readable & { isTTY?: boolean }
  readonly stdout: Output
  readonly stderr: Output
  /** The settings. Those of `--settings` are added. */
  readonly env: NodeJS.ProcessEnv
  /** The exit code, if no error sets another one. */
  exitCode: number
  /** Called when the reader closes standard output, as `head` does. */
  onClosedOutput(): void
}

/** A stream that commands write to. */
export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

/** The command of this process, which ends with it. Node opens each stream when it is first used. */
const ofProcess: Invocation = {
  get stdin() {
    return process.stdin
  },
  get stdout() {
    return process.stdout
  },
  get stderr() {
    return process.stderr
  },
  env: process.env,
  exitCode: 0,
  onClosedOutput: () => process.exit(),
}

// A command line may also run inside another program, beside others. So all code of a command asks here, and uses no streams of the process.
const current = new AsyncLocalStorage<Invocation>()

/** The run of the command line that the caller belongs to. */
export const invocation = (): Invocation => current.getStore() ?? ofProcess

/** Runs a function, and all that it starts, as part of this run of the command line. */
export const runIn = <Result>(one: Invocation, run: () => Result): Result => current.run(one, run)
