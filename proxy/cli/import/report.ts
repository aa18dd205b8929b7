import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { note } from '../io/screen.ts'
import { toEscapedJson } from '../io/terminal-text.ts'
import type { Line } from './input-lines.ts'
import { stopOnError } from './source.ts'

/** Where lines are listed that were refused, or of which nobody knows what became. */
export interface Report {
  add(line: Line, outcome: 'refused' | 'unknown', reasons: readonly string[]): void
  close(): void
}

/** A report in a file, which is there once there is something to say; on standard error without a path. Of an earlier run it keeps the lines that stay as they are. */
export function openReport(path: string | undefined, stays: (line: number) => boolean): Report {
  let file: number | undefined
  if (path !== undefined && existsSync(path)) stopOnError(path, () => keep(path, stays))
  return {
    add(line, outcome, reasons) {
      const entry = toEscapedJson({ line: line.line, outcome, reasons, ...('input' in line ? { input: line.input } : { text: line.text }) })
      if (path === undefined) return note(entry)
      file ??= stopOnError(path, () => openSync(path, 'a', 0o600))
      writeSync(file, `${entry}\n`)
    },
    close: () => file !== undefined && closeSync(file),
  }
}

function keep(path: string, stays: (line: number) => boolean) {
  const entries = readFileSync(path, 'utf8').split('\n')
  const kept = entries.filter((entry) => stays(Number(/^\{"line":(\d+),/.exec(entry)?.[1] ?? 0)))
  if (kept.length === 0) rmSync(path)
  else writeFileSync(path, kept.map((entry) => `${entry}\n`).join(''), { mode: 0o600 })
}
