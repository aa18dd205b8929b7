/** The value below which this share of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** The value in the middle. */
export const median = (values: readonly number[]) => percentile(values, 0.5)

/** One figure on a line of its own: what it is, how much, and how that compares. */
export function print(what: string, value: number, unit: string, comparison = '') {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0
  console.log(`  ${what.padEnd(58)}${value.toFixed(digits).padStart(9)} ${unit.padEnd(10)}${comparison}`)
}

/** How one compares with the other, and whether that is as it has to be. */
export function ratio(value: number, reference: number, to: string, goal?: { least?: number; most?: number }): string {
  const times = value / reference
  const met = times >= (goal?.least ?? 0) && times <= (goal?.most ?? Infinity)
  const wanted = goal ? `, ${goal.least === undefined ? `at most ${goal.most}` : `at least ${goal.least}`}: ${met ? 'met' : 'MISSED'}` : ''
  return `${times.toFixed(2)} x ${to}${wanted}`
}
