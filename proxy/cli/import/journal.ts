import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { Stop } from '../io/exit-codes.ts'
import { lock } from './lock.ts'
import { stopOnError } from './source.ts'

/**
 * What became of a line. `sent` alone: the import was ended before an answer came. `unsent`: it is certain that nothing arrived.
 * `unknown`: no answer came, and a person has to look.
 */
type LineState = 'sent' | 'unsent' | 'done' | 'refused' | 'unknown'

/** What an import has done so far, in a file that is written before and after each line, so that it survives whatever ends the import. */
export interface Journal {
  stateOf(line: number, text: string): LineState | undefined
  /** Whether a line is not sent again, though it was not done. */
  isGivenUp(line: number): boolean
  write(line: number, text: string, state: LineState): void
  close(): void
}

interface Entry {
  line: number
  of: string
  state: LineState
}

/** What an import is to do about one before it. */
interface Resuming {
  /** Go on with the lines that have no answer yet. */
  resume: boolean
  /** Send again what was refused, whether or not the line has been mended meanwhile. */
  refusedToo: boolean
}

/** A journal for those who cannot resume: standard input without a file to remember it. */
export const noJournal: Journal = { stateOf: () => undefined, isGivenUp: () => false, write() {}, close() {} }

/** Opens the journal of an import, a new one or, to resume, that of the last time. Throws a {@link Stop} when that is not what was asked for. */
export function openJournal(path: string, command: string, resuming: Resuming): Journal {
  const release = stopOnError(path, () => lock(path))
  try {
    if (existsSync(path) && !resuming.resume)
      throw new Stop('misused', [`${path} says that lines were sent before. Add --resume to go on with the others, or remove it to send all of them again.`])
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
  // A line that was cut short by the end of the program stays alone.
  if (head === '') writeSync(file, `${JSON.stringify({ command })}\n`)
  else if (!text.endsWith('\n')) writeSync(file, '\n')
  return {
    stateOf(line, input) {
      const entry = states.get(line)
      if (entry && entry.of !== digestOf(input)) {
        throw new Stop('misused', [`Line ${line} is not the one that was imported under that number. Undo the change, or import under another name.`])
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
