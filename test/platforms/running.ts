import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { proxyCommand } from '../proxy-command.ts'

/** Runs the command in its own process, with these settings and no others. */
export async function runReconcile(settings: Record<string, string>, words: readonly string[], input = '') {
  const child = spawn(process.execPath, [...proxyCommand('cli'), 'reconcile', ...words], { env: { PATH: process.env.PATH, ...settings } })
  child.stdin.end(input)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, out, err }
}
