import { checks } from '../../test/conformance/checks.ts'
import { ownSide } from '../../test/conformance/own-side.ts'
import { linkTo } from './markdown.ts'

/** The number of each check in the list of the page on conformance. */
export const numberOf = new Map(checks.map((check, index) => [check, index + 1]))

/** Returns links to the checks and the tests of a sentence or an assumption; `page` is the page with the list of checks, if it is another one. */
export const checkedBy = (number: string, page = '') =>
  [
    ...checks.filter((check) => check.sentences.includes(number)).map((check) => `[${numberOf.get(check)!}](${page}#checks)`),
    ...(ownSide[number] ?? []).map(([file, title]) => linkTo(file, title)),
  ].join(' · ')
