import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { note } from '../screen.ts'
import { harmlessJson } from '../terminal-text.ts'
import type { Line } from './lines.ts'

/** Where lines are listed that were refused, or of which nobody knows what became. */
export interface Report {
  add(line: Line, outcome: 'refused' | 'unknown', reasons: readonly string[]): void
  close(): void
}

/** A report in a file, which is there once there is something to say; on standard error without a path. */
export function openReport(path: string | undefined, { resume }: { resume: boolean }): Report {
  let file: number | undefined
  if (path !== undefined && !resume) rmSync(path, { force: true })
  return {
    add(line, outcome, reasons) {
      const entry = harmlessJson({ line: line.line, outcome, reasons, ...('input' in line ? { input: line.input } : { text: line.text }) })
      if (path === undefined) return note(entry)
      file ??= openSync(path, 'a', 0o600)
      writeSync(file, `${entry}\n`)
    },
    close: () => file !== undefined && closeSync(file),
  }
}
