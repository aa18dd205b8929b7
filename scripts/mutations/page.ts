import { linkTo, madeBy, table } from '../reference/markdown.ts'
import { families, judged as subjects } from './operations.ts'

/** The result of a mutant: the check that failed because of it, or none. */
export interface Judged {
  operation: string
  title: string
  killer: string | undefined
  /** Milliseconds that the judgement took. */
  took: number
}

export const killedOf = (judged: readonly Judged[]) => judged.filter(({ killer }) => killer !== undefined).length

const share = (judged: readonly Judged[]) => `${((100 * killedOf(judged)) / Math.max(judged.length, 1)).toFixed(1)} %`

/** Groups the noticed changes by the check that noticed them, the check with the most changes first. */
function byKiller(judged: readonly Judged[]): [check: string, changes: string[]][] {
  const changes = new Map<string, string[]>()
  for (const { killer, title } of judged) if (killer !== undefined) changes.set(killer, [...(changes.get(killer) ?? []), title])
  return [...changes].sort(([, a], [, b]) => b.length - a.length)
}

/** The scope of a run: one of every so many changes, and the number of these changes. */
export interface Run {
  every: number
  of: number
}

/** Writes the page that shows which changed responses of the stand-ins the conformance checks notice, by which check, and which they do not notice. */
export function mutationsPage(judged: readonly Judged[], { every, of: wanted }: Run): string {
  const of = (...verbs: string[]) => judged.filter(({ operation }) => verbs.includes(operation))
  const survivors = judged.filter(({ killer }) => killer === undefined)
  const totals = (name: string, some: readonly Judged[]) => [name, String(some.length), String(killedOf(some)), share(some)]
  const survived = subjects.filter((verb) => survivors.some(({ operation }) => operation === verb))
  const titlesOf = (verb: string) => survivors.filter(({ operation }) => operation === verb).map(({ title }) => title)
  return [
    madeBy.replace('scripts/reference.ts', 'npm run mutations'),
    '# Mutations of the stand-ins\n',
    'Every response of every handler of the stand-ins was changed, one change at a time: its status, and each field in it (dropped, emptied or altered).',
    'So was every request that the stand-ins send: each claim and each loyalty event. The frame around the payload is the same for all events: it is judged once.',
    'A change is killed if a [conformance check](conformance.md) fails because of it, and passes again without it. These checks also see what is sent.',
    ...(every > 1 ? [`This run judged one of every ${every} changes of each operation; \`npm run mutations\` judges all.`] : []),
    ...(judged.length < wanted
      ? [
          `This run was ended after ${judged.length} of ${wanted} changes. It takes the kinds in turn, so it has judged the smallest share of the longest responses.`,
        ]
      : []),
    `Fields that no document and no assumption promises are unchanged. Fields that a service may leave out are not dropped: ${linkTo('scripts/mutations/promised.ts')} names the sentences.`,
    'Texts for people (`message`) are dropped but not altered, because no document defines their words.',
    'Ids that only their service makes up, and that nothing else shows, become the same each time.',
    `\n**${judged.length} changes, ${killedOf(judged)} killed (${share(judged)}).**\n`,
    table(
      ['What', 'Changes', 'Killed', 'Share'],
      families.map(({ title, verbs }) => totals(title, of(...verbs))),
    ),
    '\n## Operations and events\n',
    table(
      ['Operation or event', 'Changes', 'Killed', 'Share'],
      subjects.map((verb) => totals(verb, of(verb))),
    ),
    `\n## Survivors (${survivors.length})\n`,
    survivors.length > 0
      ? table(
          ['Operation or event', 'Changes that no check noticed'],
          survived.map((verb) => [verb, titlesOf(verb).join('; ')]),
        )
      : 'None.',
    '\n## Killed, and by which check',
    ...subjects.map(
      (verb) =>
        `\n### ${verb}\n\n${table(
          ['Check that failed first', 'Changes'],
          byKiller(of(verb)).map(([check, titles]) => [check, titles.join('; ')]),
        )}`,
    ),
    '',
  ].join('\n')
}
