import { assumptions } from '../../test/conformance/assumptions.ts'
import { checks, checksByFile } from '../../test/conformance/checks.ts'
import { ownSide } from '../../test/conformance/own-side.ts'
import { documents, sentences } from '../../test/conformance/sentences.ts'
import { linkTo, madeBy, table } from './markdown.ts'

/** Each check's place in the list below. */
const numberOf = new Map(checks.map((check, index) => [check, index + 1]))
const anchor = (number: number) => `[${number}](#checks)`

const checkedBy = (number: string) =>
  [
    ...checks.filter((check) => check.sentences.includes(number)).map((check) => anchor(numberOf.get(check)!)),
    ...(ownSide[number] ?? []).map(([file, title]) => linkTo(file, title)),
  ].join(' · ')

/** The page that lists every sentence of both documents, what settles what it leaves open, and what checks it. */
export function conformancePage(): string {
  const used = new Set(Object.values(sentences).flatMap(([, ...settledBy]) => settledBy))
  return [
    madeBy,
    '# Conformance\n',
    'Every sentence of both documents, by number, and the checks that hold a service to it:',
    `${Object.keys(sentences).length} sentences, ${checks.length} checks.`,
    'Where a document leaves something open, an assumption settles it, which the code names by its number where it relies on it.',
    'A sentence that binds the merchant’s side, or an assumption of how an answer is read, is kept by this project, and names the tests of it.',
    `How to run the checks against an account is said in ${linkTo('test/conformance/conformance.test.ts')}.`,
    ...Object.entries(documents).flatMap(([title, sections]) => [
      `\n## ${title}`,
      ...Object.entries(sections).map(
        ([section, said]) =>
          `\n### ${section}\n\n` +
          table(
            ['Number', 'Sentence', 'Settled by', 'Checked by'],
            Object.entries(said).map(([number, [words, ...settledBy]]) => [number, words, settledBy.join(' ') || '–', checkedBy(number)]),
          ),
      ),
    ]),
    '\n## Assumptions\n',
    table(
      ['Number', 'What is assumed', 'Checked by'],
      Object.entries(assumptions)
        .filter(([number]) => used.has(number))
        .map(([number, words]) => [number, words, checkedBy(number)]),
    ),
    '\n## Checks\n',
    table(
      ['Check', 'What it observes', 'File', 'Sentences'],
      Object.entries(checksByFile).flatMap(([file, own]) =>
        own.map((check) => [String(numberOf.get(check)), check.title, linkTo(`test/conformance/checks/${file}.ts`), check.sentences.join(' ')]),
      ),
    ),
    '',
  ].join('\n')
}
