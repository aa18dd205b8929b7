import { linkTo, madeBy, table } from '../reference/markdown.ts'
import { families, judged as subjects } from './operations.ts'

/** What became of a mutant: the check that failed because of it, or none. */
export interface Judged {
  operation: string
  title: string
  killer: string | undefined
  /** Milliseconds that it took to judge. */
  took: number
}

export const killedOf = (judged: readonly Judged[]) => judged.filter(({ killer }) => killer !== undefined).length

const share = (judged: readonly Judged[]) => `${((100 * killedOf(judged)) / Math.max(judged.length, 1)).toFixed(1)} %`

/** The changes of an operation that one check noticed, by that check, the one with the most first. */
function byKiller(judged: readonly Judged[]): [check: string, changes: string[]][] {
  const changes = new Map<string, string[]>()
  for (const { killer, title } of judged) if (killer !== undefined) changes.set(killer, [...(changes.get(killer) ?? []), title])
  return [...changes].sort(([, a], [, b]) => b.length - a.length)
}

/** What a run was asked for: one of so many changes, and how many changes that are. */
export interface Run {
  every: number
  of: number
}

/** The page that shows which changed answers of the stand-ins the conformance checks notice, by which check, and which they do not. */
export function mutationsPage(judged: readonly Judged[], { every, of: wanted }: Run): string {
  const of = (...verbs: string[]) => judged.filter(({ operation }) => verbs.includes(operation))
  const survivors = judged.filter(({ killer }) => killer === undefined)
  const totals = (name: string, some: readonly Judged[]) => [name, String(some.length), String(killedOf(some)), share(some)]
  const survived = subjects.filter((verb) => survivors.some(({ operation }) => operation === verb))
  const titlesOf = (verb: string) => survivors.filter(({ operation }) => operation === verb).map(({ title }) => title)
  return [
    madeBy.replace('scripts/reference.ts', 'npm run mutations'),
    '# Mutations of the stand-ins\n',
    'Every answer of every handler of the stand-ins was changed in turn: its status, and each field that was seen in it, dropped, emptied or altered.',
    'So was every request that they send by themselves: each claim, and each event of loyalty. Around its payload every event is the same, which is judged once.',
    'A change is killed when a [conformance check](conformance.md) fails because of it, and passes again without it: these checks are told what is sent, too.',
    ...(every > 1 ? [`This run took one of every ${every} changes of each operation; \`npm run mutations\` takes all.`] : []),
    ...(judged.length < wanted
      ? [
          `This run was ended after ${judged.length} of ${wanted} changes; it takes the kinds in turn, so of the longest answers it has judged the smallest part.`,
        ]
      : []),
    `Fields that no document and no assumption promises are left alone, and those that a service may leave out are not dropped: ${linkTo('scripts/mutations/promised.ts')} says by which sentence.`,
    'Texts for people (`message`) are dropped but not altered, since no document says their words. Ids that only their service makes up and nothing else shows become the same each time.',
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
