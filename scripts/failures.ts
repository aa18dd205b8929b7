import { stripVTControlCharacters } from 'node:util'

/** The most characters of a reason in a line. */
const longest = 600

/**
 * Formats the line that every runner prints at its end for a failed test, so that it is easy to find among thousands of lines. After the first line
 * of the reason come those lines of a comparison that differ.
 */
export function failureLine(place: string, name: string, reason = ''): string {
  const [first = '', ...rest] = stripVTControlCharacters(reason).split('\n')
  const differences = rest.map((line) => line.trim()).filter((line) => /^([+-] |Received|Expected)/.test(line))
  const explained = [first, ...differences].join(' ').slice(0, longest)
  return `failed: ${place} › ${name}${explained && `: ${explained}`}`
}

/** Finds those lines in the output of a runner. */
export const failuresIn = (output: string): string[] => output.match(/^failed: .*$/gm) ?? []
