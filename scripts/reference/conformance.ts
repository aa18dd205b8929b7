import { assumptions } from '../../test/conformance/assumptions.ts'
import { checks, checksByFile } from '../../test/conformance/checks.ts'
import { ownSide } from '../../test/conformance/own-side.ts'
import { documents, sentences } from '../../test/conformance/sentences.ts'
import { linkTo, madeBy, table } from './markdown.ts'

/** The number of each check in the list of the page. */
const numberOf = new Map(checks.map((check, index) => [check, index + 1]))
const anchor = (number: number) => `[${number}](#checks)`

const checkedBy = (number: string) =>
  [
    ...checks.filter((check) => check.sentences.includes(number)).map((check) => anchor(numberOf.get(check)!)),
    ...(ownSide[number] ?? []).map(([file, title]) => linkTo(file, title)),
  ].join(' · ')

/** Writes the page that lists every sentence of both documents, the assumptions for what a sentence leaves open, and the checks. */
export function conformancePage(): string {
  const used = new Set(Object.values(sentences).flatMap(([, ...settledBy]) => settledBy))
  return [
    madeBy,
    '# Conformance\n',
    'Every sentence of both documents, by number, with the checks that test a service for it:',
    `${Object.keys(sentences).length} sentences, ${checks.length} checks.`,
    'Where a document leaves something open, an assumption settles it. Code that relies on an assumption names its number.',
    'Sentences that bind the merchant’s side, and assumptions about how a response is read, are fulfilled by this project and link its tests.',
    `${linkTo('test/conformance/conformance.test.ts')} describes how to run the checks against an account.`,
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
