import { checksByFile } from '../../test/conformance/checks.ts'
import { linkTo } from './markdown.ts'

/** Counts the checks of each file that test any of these sentences; returns a link to each file with its count. */
export function checksOf(numbers: readonly string[]): string {
  return Object.entries(checksByFile)
    .map(([file, checks]) => [file, checks.filter(({ sentences }) => sentences.some((number) => numbers.includes(number))).length] as const)
    .filter(([, count]) => count > 0)
    .map(([file, count]) => linkTo(`test/conformance/checks/${file}.ts`, `${file} (${count})`))
    .join(', ')
}
