import { once } from 'node:events'

/** Standard output for data: knows its width, and waits while it is slow. */
export interface Screen {
  /** Columns of the terminal; undefined if the output is no terminal, and nothing has to be cut. */
  columns: number | undefined
  bold(text: string): string
  /** Writes lines; resolves when the output accepts more. */
  print(...lines: string[]): Promise<void>
}

/** Called when the reader closes standard output, as `head` does. */
let onClosed: () => void = () => process.exit()

/** Handles that the reader closed standard output: ends the program, or calls the function of `onClosedOutput`. */
export const handleClosedOutput = () => onClosed()

/** Sets what happens when the reader closes standard output, for tasks that must not end in the middle. */
export function onClosedOutput(handle: () => void) {
  onClosed = handle
}

/** Standard output. */
export function openScreen(out: NodeJS.WriteStream = process.stdout, env: NodeJS.ProcessEnv = process.env): Screen {
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

/** Writes lines for people to standard error, beside the data. */
export const note = (...lines: string[]) => void process.stderr.write(lines.map((line) => `${line}\n`).join(''))
