import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { Stop } from '../exit-codes.ts'

/** Keeps a second import from the same lines while one is under way. Answers how to let go; throws a {@link Stop} while another holds on. */
export function lock(path: string): () => void {
  const file = `${path}.lock`
  for (let tries = 0; ; tries++) {
    try {
      const held = openSync(file, 'wx', 0o600)
      writeSync(held, String(process.pid))
      closeSync(held)
      return () => rmSync(file, { force: true })
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST' || tries > 0) throw cause
      const holder = holderOf(file)
      if (holder !== undefined) {
        throw new Stop('misused', [`These lines are being imported by process ${holder}. Wait for it; if it is none of yours, remove ${file}.`], { cause })
      }
      // Whoever held it was ended before it could let go.
      rmSync(file, { force: true })
    }
  }
}

/** The process that holds a lock, while it lives. */
function holderOf(file: string): number | undefined {
  const holder = Number(readFileSync(file, 'utf8'))
  try {
    // A lock without a number is being written this moment.
    if (holder > 0) process.kill(holder, 0)
    return holder
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? holder : undefined
  }
}
