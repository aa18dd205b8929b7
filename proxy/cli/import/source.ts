import { constants, createReadStream, openSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { addAbortSignal, type Readable } from 'node:stream'
import { Stop } from '../io/exit-codes.ts'
import { invocation } from '../io/invocation.ts'

/** Whether the source is a file that can be read more than once. Throws a {@link Stop} if it does not exist. */
export function isFile(source: string): boolean {
  return source !== '-' && stopOnError(source, () => statSync(source)).isFile()
}

/** The text of a file, of a pipe, or of standard input for `-`. An aborted signal also ends the wait for the first chunk. */
export async function* openText(source: string, signal: AbortSignal): AsyncGenerator<string, void, void> {
  const stream = addAbortSignal(
    signal,
    stopOnError(source, () => open(source)),
  ).setEncoding('utf8')
  try {
    yield* stream as AsyncIterable<string>
  } catch (error) {
    throw signal.aborted ? new Stop('interrupted', ['Nothing was sent.'], { cause: error }) : unusable(source, error)
  }
}

function open(source: string): Readable {
  if (source === '-') return invocation().stdin
  if (!statSync(source).isFIFO()) return createReadStream(source)
  // A pipe without a writer, opened in the usual way, would keep the program from ending.
  return new Socket({ fd: openSync(source, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false })
}

/** Runs a function on a file. An error of the system ends the command with one line. */
export function stopOnError<Result>(file: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw unusable(file, error)
  }
}

const words: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a directory',
  EACCES: 'cannot be used: permission denied',
}

function unusable(file: string, error: unknown): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return error
  return new Stop('misused', [`${file} ${words[code] ?? `cannot be used: ${message}`}.`], { cause: error })
}
