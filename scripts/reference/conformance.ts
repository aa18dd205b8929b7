import { checks, checksByFile } from '../../test/conformance/checks.ts'
import { documents, sentences } from '../../test/conformance/sentences.ts'
import { checkedBy, numberOf } from './checked-by.ts'
import { linkTo, madeBy, table } from './markdown.ts'

/** Writes the page that lists every sentence of both documents, and the checks. */
export function conformancePage(): string {
  return [
    madeBy,
    '# Conformance\n',
    'Every sentence of both documents, by number, with the checks that test a service for it:',
    `${Object.keys(sentences).length} sentences, ${checks.length} checks.`,
    'If a document leaves something open, an [assumption](assumptions.md) settles it.',
    'This project fulfils the sentences about the merchant. They link its tests.',
    `${linkTo('test/conformance/conformance.test.ts')} describes how to run the checks against an account.`,
    ...Object.entries(documents).flatMap(([title, sections]) => [
      `\n## ${title}`,
      ...Object.entries(sections).map(
        ([section, sentences]) =>
          `\n### ${section}\n\n` +
          table(
            ['Number', 'Sentence', 'Settled by', 'Checked by'],
            Object.entries(sentences).map(([number, [words, ...settledBy]]) => [number, words, settledBy.join(' ') || '–', checkedBy(number)]),
          ),
      ),
    ]),
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
