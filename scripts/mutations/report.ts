import { linkTo, madeBy, table } from '../reference/markdown.ts'
import { families, mutatedOperations } from './operations.ts'

/** The result of a mutant: the check that killed it, or undefined if it survived. */
export interface MutantResult {
  operation: string
  title: string
  killer: string | undefined
  /** Milliseconds from the first check to the result. */
  took: number
}

export const countKilled = (results: readonly MutantResult[]) => results.filter(({ killer }) => killer !== undefined).length

const share = (results: readonly MutantResult[]) => `${((100 * countKilled(results)) / Math.max(results.length, 1)).toFixed(1)} %`

/** Groups the killed mutants by their check, the check with the most mutants first. */
function byKiller(results: readonly MutantResult[]): [check: string, changes: string[]][] {
  const changes = new Map<string, string[]>()
  for (const { killer, title } of results) if (killer !== undefined) changes.set(killer, [...(changes.get(killer) ?? []), title])
  return [...changes].sort(([, a], [, b]) => b.length - a.length)
}

/** The scope of a run: every n-th mutant, and the number of these mutants. */
export interface Run {
  every: number
  of: number
}

/** Returns the page with the mutants that the conformance checks kill, by check, and the mutants that survive. */
export function mutationReport(results: readonly MutantResult[], { every, of: total }: Run): string {
  const of = (...verbs: string[]) => results.filter(({ operation }) => verbs.includes(operation))
  const survivors = results.filter(({ killer }) => killer === undefined)
  const totals = (name: string, some: readonly MutantResult[]) => [name, String(some.length), String(countKilled(some)), share(some)]
  const survived = mutatedOperations.filter((verb) => survivors.some(({ operation }) => operation === verb))
  const titlesOf = (verb: string) => survivors.filter(({ operation }) => operation === verb).map(({ title }) => title)
  return [
    madeBy.replace('scripts/reference.ts', 'npm run mutations'),
    '# Mutations of the stand-ins\n',
    'Every response of every handler of the stand-ins was changed, one change at a time: its status, and each field in it (dropped, emptied or altered).',
    'So was every request that the stand-ins send: each claim and each loyalty event. The frame around the payload is the same for all events: it is changed once.',
    'A change is killed if a [conformance check](conformance.md) fails because of it, and passes again without it. These checks also see what is sent.',
    ...(every > 1 ? [`This run made one of every ${every} changes of each operation; \`npm run mutations\` makes all.`] : []),
    ...(results.length < total
      ? [`This run was ended after ${results.length} of ${total} changes. It takes the kinds in turn, so the longest responses have the smallest share.`]
      : []),
    `Fields without a guarantee in a document or an assumption are unchanged. Optional fields are not dropped. ${linkTo('scripts/mutations/guarantees.ts')} lists the guarantees.`,
    'Texts for people (`message`) are dropped but not altered, because no document defines their words.',
    'Ids that the service chooses freely, and that appear nowhere else, become the same each time.',
    `\n**${results.length} changes, ${countKilled(results)} killed (${share(results)}).**\n`,
    table(
      ['Family', 'Changes', 'Killed', 'Share'],
      families.map(({ title, verbs }) => totals(title, of(...verbs))),
    ),
    '\n## Operations and events\n',
    table(
      ['Operation or event', 'Changes', 'Killed', 'Share'],
      mutatedOperations.map((verb) => totals(verb, of(verb))),
    ),
    `\n## Survivors (${survivors.length})\n`,
    survivors.length > 0
      ? table(
          ['Operation or event', 'Changes that no check noticed'],
          survived.map((verb) => [verb, titlesOf(verb).join('; ')]),
        )
      : 'None.',
    '\n## Killed, and by which check',
    ...mutatedOperations.map(
      (verb) =>
        `\n### ${verb}\n\n${table(
          ['Check that failed first', 'Changes'],
          byKiller(of(verb)).map(([check, titles]) => [check, titles.join('; ')]),
        )}`,
    ),
    '',
  ].join('\n')
}
