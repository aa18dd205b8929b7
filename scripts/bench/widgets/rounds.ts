import { median, percentile, ratio } from '../figures.ts'

/** The measurements of each subject, round by round. */
export type Turns<Name extends string, Found> = Record<Name, Found[]>

/** Measures each subject once per round. Each round begins with another subject, because the speed of the machine varies. */
export async function inTurns<Name extends string, Found>(
  rounds: number,
  names: readonly Name[],
  measure: (name: Name) => Promise<Found>,
): Promise<Turns<Name, Found>> {
  const found = Object.fromEntries(names.map((name) => [name, [] as Found[]])) as Turns<Name, Found>
  for (let round = 0; round < rounds; round += 1)
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length]!
      found[name].push(await measure(name))
    }
  return found
}

/** Describes the median of the ratios of all rounds. Each round is compared with itself. */
export function ratioOf(values: readonly number[], references: readonly number[], to: string, goal?: { most: number }): string {
  return ratio(median(values.map((value, round) => value / references[round]!)), 1, to, goal)
}

/** Describes the interquartile range relative to the median: how much the speed of the machine varies. */
export function spread(values: readonly number[]): string {
  const share = (percentile(values, 0.75) - percentile(values, 0.25)) / median(values)
  return `half of them within ${(share * 100).toFixed(0)} %`
}
