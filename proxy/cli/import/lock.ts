import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { Stop } from '../io/exit-codes.ts'

/** Prevents a second import of the same lines at the same time. Returns the function that releases the lock; throws a {@link Stop} if another import holds it. */
export function lock(path: string): () => void {
  const file = `${path}.lock`
  const release = () => rmSync(file, { force: true })
  if (take(file)) return release
  if (isHeld(file)) throw held(file)
  // The holder crashed without releasing the lock. Only one process may remove it: otherwise a second process could remove the new lock of the first.
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

/** Creates the file with our process id; false if the file exists. */
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

/** Whether the process that created a lock lives. A lock without a process id is just being created. */
function isHeld(file: string): boolean {
  const holder = holderOf(file)
  if (holder === undefined) return false
  try {
    return holder === 0 || process.kill(holder, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The process id in a lock; 0 if it is not written yet, undefined if the lock is gone. */
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
    `These lines are being imported by ${holder ? `process ${holder}` : 'another process'}. Wait until it ends; if there is no such import, remove ${file}.`,
  ])
}
