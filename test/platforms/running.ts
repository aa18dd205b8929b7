import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Runs the command as a process of its own, with these settings and no other. */
export async function runReconcile(settings: Record<string, string>, words: readonly string[], input = '') {
  const main = fileURLToPath(new URL('../../proxy/cli/main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', main, 'reconcile', ...words], { env: { PATH: process.env.PATH, ...settings } })
  child.stdin.end(input)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, out, err }
}
