import { once } from 'node:events'

/** Where data goes: standard output, as wide as it is, and waited for when it is slow. */
export interface Screen {
  /** Columns of the terminal; undefined where there is none, and nothing has to be cut. */
  columns: number | undefined
  bold(text: string): string
  /** Writes lines; resolves when there is room for more. */
  print(...lines: string[]): Promise<void>
}

/** What happens when nobody reads any further, as after `head`. */
let leave: () => void = () => process.exit()

/** Nobody reads standard output any longer: the program ends, or does what it has said it would do then. */
export const handleClosedOutput = () => leave()

/** Says what is to happen when nobody reads any longer, for job that must not end in the middle. */
export function onClosedOutput(act: () => void) {
  leave = act
}

/** Standard output. */
export function openScreen(out: NodeJS.WriteStream = process.stdout, env: NodeJS.ProcessEnv = process.env): Screen {
  const colours = out.isTTY && !env.NO_COLOR && env.TERM !== 'dumb'
  return {
    columns: out.isTTY ? out.columns || 80 : undefined,
    bold: (text) => (colours ? `\u001b[1m${text}\u001b[22m` : text),
    async print(...lines) {
      // A failure to write is told to whoever listens for it; what was to be printed is none the worse.
      if (lines.length > 0 && !out.write(lines.map((line) => `${line}\n`).join(''))) await once(out, 'drain').catch(() => {})
    },
  }
}

/** Says something beside the data, on standard error. */
export const note = (...lines: string[]) => void process.stderr.write(lines.map((line) => `${line}\n`).join(''))
