import { constants, createReadStream, openSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { addAbortSignal, type Readable } from 'node:stream'
import { Stop } from '../io/exit-codes.ts'

/** Whether lines come from a file that can be read more than once. Throws a {@link Stop} where there is none. */
export function isFile(source: string): boolean {
  return source !== '-' && stopOnError(source, () => statSync(source)).isFile()
}

/** What a file, a pipe or, for `-`, standard input holds. Aborting the signal ends even a wait for the first of it. */
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
  if (source === '-') return process.stdin
  if (!statSync(source).isFIFO()) return createReadStream(source)
  // Opened in the usual way, a pipe without a writer keeps the program from ending, whatever it is told.
  return new Socket({ fd: openSync(source, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false })
}

/** Does something with a file; what the system says against it ends the command in one line. */
export function stopOnError<Result>(file: string, act: () => Result): Result {
  try {
    return act()
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
