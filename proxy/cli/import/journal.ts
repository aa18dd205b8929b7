import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { Stop } from '../io/exit-codes.ts'
import { lock } from './lock.ts'
import { stopOnError } from './source.ts'

/**
 * The state of a line. `sent`: the import ended before an answer arrived. `unsent`: the request certainly did not arrive.
 * `unknown`: no answer arrived, and a person has to check.
 */
type LineState = 'sent' | 'unsent' | 'done' | 'refused' | 'unknown'

/** The states of all lines, in a file that is written before and after each line, so that it survives a crash of the import. */
export interface Journal {
  stateOf(line: number, text: string): LineState | undefined
  /** Whether a line is not sent again, although it is not done. */
  isGivenUp(line: number): boolean
  write(line: number, text: string, state: LineState): void
  close(): void
}

interface Entry {
  line: number
  of: string
  state: LineState
}

/** How an import continues an earlier one. */
interface Resuming {
  /** Continue with the lines that have no answer yet. */
  resume: boolean
  /** Send refused lines again, changed or not. */
  refusedToo: boolean
}

/** A journal that stores nothing, for imports that cannot be resumed: standard input without a file. */
export const noJournal: Journal = { stateOf: () => undefined, isGivenUp: () => false, write() {}, close() {} }

/** Opens a new journal or, to resume, the journal of the earlier import. Throws a {@link Stop} if the file does not fit. */
export function openJournal(path: string, command: string, resuming: Resuming): Journal {
  const release = stopOnError(path, () => lock(path))
  try {
    if (existsSync(path) && !resuming.resume)
      throw new Stop('misused', [
        `${path} shows that lines were sent before. Add --resume to continue with the others, or remove the file to send all lines again.`,
      ])
    return stopOnError(path, () => read(path, command, resuming, release))
  } catch (error) {
    release()
    throw error
  }
}

function read(path: string, command: string, { resume, refusedToo }: Resuming, release: () => void): Journal {
  const states = new Map<number, Entry>()
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const [head, ...lines] = text.split('\n')
  if (head && head !== JSON.stringify({ command }))
    throw new Stop('misused', [`${path} belongs to another import: ${head.slice(0, 200)}. Name another file with --progress.`])
  for (const line of lines) {
    const entry = readEntry(line)
    if (entry) states.set(entry.line, entry)
  }
  for (const { line, state } of states.values()) if (refusedToo && state === 'refused') states.delete(line)
  const file = openSync(path, resume ? 'a' : 'ax', 0o600)
  // A crash may have cut the last line short; the next entry begins on a new line.
  if (head === '') writeSync(file, `${JSON.stringify({ command })}\n`)
  else if (!text.endsWith('\n')) writeSync(file, '\n')
  return {
    stateOf(line, input) {
      const entry = states.get(line)
      if (entry && entry.of !== digestOf(input)) {
        throw new Stop('misused', [`Line ${line} has changed since it was imported. Undo the change, or import the file under another name.`])
      }
      return entry?.state
    },
    isGivenUp: (line) => ['refused', 'unknown'].includes(states.get(line)?.state ?? ''),
    write: (line, input, state) => void writeSync(file, `${JSON.stringify({ line, of: digestOf(input), state })}\n`),
    close() {
      closeSync(file)
      release()
    },
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)

function readEntry(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined
  }
}
