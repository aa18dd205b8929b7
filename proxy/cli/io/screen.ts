import { once } from 'node:events'
import type { OutputConfiguration } from 'commander'
import { invocation } from './invocation.ts'

/** Standard output for data: knows its width, and waits while it is slow. */
export interface Screen {
  /** Columns of the terminal; undefined if the output is no terminal, and nothing has to be cut. */
  columns: number | undefined
  bold(text: string): string
  /** Writes lines; resolves when the output accepts more. */
  print(...lines: string[]): Promise<void>
}

/** Sets what happens when the reader closes standard output, for tasks that must not end in the middle. */
export function onClosedOutput(handle: () => void) {
  invocation().onClosedOutput = handle
}

/** Standard output. */
export function openScreen(): Screen {
  const { stdout: out, env } = invocation()
  const colours = out.isTTY && !env.NO_COLOR && env.TERM !== 'dumb'
  return {
    columns: out.isTTY ? out.columns || 80 : undefined,
    bold: (text) => (colours ? `\u001b[1m${text}\u001b[22m` : text),
    async print(...lines) {
      // Listeners of `error` handle a failed write.
      if (lines.length > 0 && !out.write(lines.map((line) => `${line}\n`).join(''))) await once(out, 'drain').catch(() => {})
    },
  }
}

/** Where Commander writes its help and its errors. */
export function outputOfHelp(): OutputConfiguration {
  const { stdout, stderr } = invocation()
  return {
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    getOutHelpWidth: () => (stdout.isTTY ? stdout.columns : undefined) ?? 80,
    getErrHelpWidth: () => (stderr.isTTY ? stderr.columns : undefined) ?? 80,
  }
}

/** Writes lines for people to standard error, beside the data. */
export const note = (...lines: string[]) => void invocation().stderr.write(lines.map((line) => `${line}\n`).join(''))
