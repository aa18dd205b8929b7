import { median, percentile, ratio } from '../figures.ts'

/** What was measured of each subject, round by round. */
export type Turns<Name extends string, Found> = Record<Name, Found[]>

/** Measures each subject once a round, beginning with another each time, since the machine has moods. */
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

/** How one compares with the other in the middle of all rounds, each round by itself. */
export function ratioOf(values: readonly number[], references: readonly number[], to: string, goal?: { most: number }): string {
  return ratio(median(values.map((value, round) => value / references[round]!)), 1, to, goal)
}

/** How far the half of the values in the middle lies apart: what the machine's moods make of them. */
export function spread(values: readonly number[]): string {
  const share = (percentile(values, 0.75) - percentile(values, 0.25)) / median(values)
  return `half of them within ${(share * 100).toFixed(0)} %`
}
