import { stripVTControlCharacters } from 'node:util'

/** What every runner prints of a test that failed, at its end: a line to be found again among thousands. */
export const tellFailure = (place: string, name: string, reason = ''): string =>
  `failed: ${place} › ${name}${reason && `: ${stripVTControlCharacters(reason).split('\n', 1)[0]!.slice(0, 300)}`}`

/** The lines of that kind in what a runner printed. */
export const failuresIn = (output: string): string[] => output.match(/^failed: .*$/gm) ?? []
