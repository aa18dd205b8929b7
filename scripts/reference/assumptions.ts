import { assumptionsByTopic } from '../../test/conformance/assumptions.ts'
import { checkedBy } from './checked-by.ts'
import { madeBy, table } from './markdown.ts'

/** Writes the page of all assumptions by topic. */
export const assumptionsPage = () =>
  [
    madeBy,
    '# Assumptions\n',
    'The documents of the services leave questions open. This page lists each question with the answer that this project assumes. Code that relies on an',
    'assumption names its number in a comment. If a service behaves otherwise, look for the number in `src`, `proxy` and `demo`: `git grep -w A31`.\n',
    '[Conformance](conformance.md) lists every sentence of the documents. The column "Checked by" counts in its list of checks; a link with a title is a test of',
    'this project. `loyalty-api.md` and `protection-api.md`, which some comments name, are the documents themselves. They are not part of this repository.',
    ...Object.entries(assumptionsByTopic).map(
      ([topic, assumptions]) =>
        `\n## ${topic}\n\n` +
        table(
          ['Number', 'Question', 'Assumed', 'Checked by'],
          Object.entries(assumptions).map(([number, [question, assumed]]) => [number, question, assumed, checkedBy(number, 'conformance.md') || '–']),
        ),
    ),
    '',
  ].join('\n')
