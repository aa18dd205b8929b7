import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { note } from '../io/screen.ts'
import { toEscapedJson } from '../io/terminal-text.ts'
import type { Line } from './input-lines.ts'
import { stopOnError } from './source.ts'

/** The list of refused lines, and of lines with an unknown outcome. */
export interface Report {
  add(line: Line, outcome: 'refused' | 'unknown', reasons: readonly string[]): void
  close(): void
}

/** Opens a report in a file, which is created with its first line; without a path it writes to standard error. Keeps the lines of an earlier run that are not sent again. */
export function openReport(path: string | undefined, isKept: (line: number) => boolean): Report {
  let file: number | undefined
  if (path !== undefined && existsSync(path)) stopOnError(path, () => removeOthers(path, isKept))
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

function removeOthers(path: string, isKept: (line: number) => boolean) {
  const entries = readFileSync(path, 'utf8').split('\n')
  const remaining = entries.filter((entry) => isKept(Number(/^\{"line":(\d+),/.exec(entry)?.[1] ?? 0)))
  if (remaining.length === 0) rmSync(path)
  else writeFileSync(path, remaining.map((entry) => `${entry}\n`).join(''), { mode: 0o600 })
}
