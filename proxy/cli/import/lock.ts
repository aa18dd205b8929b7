import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { Stop } from '../io/exit-codes.ts'

/** Keeps a second import from the same lines while one is under way. Answers how to let go; throws a {@link Stop} while another holds on. */
export function lock(path: string): () => void {
  const file = `${path}.lock`
  const release = () => rmSync(file, { force: true })
  if (take(file)) return release
  if (isHeld(file)) throw held(file)
  // Whoever held it was ended before it could let go. One alone clears it away, lest it be another's by then.
  const clearing = `${file}.clearing`
  if (!take(clearing)) throw held(clearing)
  try {
    if (isHeld(file)) throw held(file)
    release()
    if (!take(file)) throw held(file)
    return release
  } finally {
    rmSync(clearing, { force: true })
  }
}

/** Makes the file, with our number in it; false when there is one. */
function take(file: string): boolean {
  try {
    const made = openSync(file, 'wx', 0o600)
    writeSync(made, String(process.pid))
    closeSync(made)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Whether the process that made a lock lives. One without a number is being made this moment. */
function isHeld(file: string): boolean {
  const holder = holderOf(file)
  if (holder === undefined) return false
  try {
    return holder === 0 || process.kill(holder, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The number in a lock; 0 where there is none yet, undefined where there is no lock any more. */
function holderOf(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function held(file: string): Stop {
  const holder = holderOf(file)
  return new Stop('misused', [
    `These lines are being imported by ${holder ? `process ${holder}` : 'another process'}. Wait for it; if there is no such import, remove ${file}.`,
  ])
}
