import { madeBy, table } from '../reference/markdown.ts'
import { operations } from './operations.ts'

/** What became of a mutant: the check that failed because of it, or none. */
export interface Judged {
  operation: string
  title: string
  killer: string | undefined
}

export const killedOf = (judged: readonly Judged[]) => judged.filter(({ killer }) => killer !== undefined).length

const share = (judged: readonly Judged[]) => `${((100 * killedOf(judged)) / Math.max(judged.length, 1)).toFixed(1)} %`

/** The page that shows how many changed answers of the stand-ins the conformance checks notice, and which they do not. */
export function mutationsPage(judged: readonly Judged[], every: number): string {
  const of = (verb: string) => judged.filter(({ operation }) => operation === verb)
  const survivors = judged.filter(({ killer }) => killer === undefined)
  return [
    madeBy.replace('scripts/reference.ts', 'npm run mutations'),
    '# Mutations of the stand-ins\n',
    'Every answer of every handler of the stand-ins was changed in turn: its status, and each field that was seen in it, dropped, emptied or altered.',
    'A change is killed when a [conformance check](conformance.md) fails because of it, and passes again without it.',
    ...(every > 1 ? [`This run took one of every ${every} changes of each operation; \`npm run mutations\` takes all.`] : []),
    'Fields that no document and no assumption promises are left alone: a service may leave them out.',
    'Texts for people (`message`) are dropped but not altered, since no document says their words.',
    `\n**${judged.length} changes, ${killedOf(judged)} killed (${share(judged)}).**\n`,
    table(
      ['Operation', 'Changes', 'Killed', 'Share'],
      operations.map((verb) => [verb, String(of(verb).length), String(killedOf(of(verb))), share(of(verb))]),
    ),
    `\n## Survivors (${survivors.length})\n`,
    survivors.length > 0
      ? table(
          ['Operation', 'Changes that no check noticed'],
          operations
            .filter((verb) => survivors.some(({ operation }) => operation === verb))
            .map((verb) => [
              verb,
              survivors
                .filter(({ operation }) => operation === verb)
                .map(({ title }) => title)
                .join('; '),
            ]),
        )
      : 'None.',
    '',
  ].join('\n')
}
