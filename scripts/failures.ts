import { stripVTControlCharacters } from 'node:util'

/** Formats the line that every runner prints at its end for a failed test, so that it is easy to find among thousands of lines. */
export const failureLine = (place: string, name: string, reason = ''): string =>
  `failed: ${place} › ${name}${reason && `: ${stripVTControlCharacters(reason).split('\n', 1)[0]!.slice(0, 300)}`}`

/** Finds those lines in the output of a runner. */
export const failuresIn = (output: string): string[] => output.match(/^failed: .*$/gm) ?? []
