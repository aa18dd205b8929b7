/** The value below which this share of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** The value in the middle. */
export const median = (values: readonly number[]) => percentile(values, 0.5)

/** Figures that were printed and are not as they have to be. */
const missed: string[] = []

/** One figure on a line of its own: what it is, how much, and how that compares; a comparison that says MISSED is kept in mind. */
export function print(what: string, value: number, unit: string, comparison = '') {
  if (comparison.includes('MISSED')) missed.push(`${what.trim() || unit}: ${comparison}`)
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

/** Ends the measuring: with exit code 1 and the names of the figures that were missed, unless they are only to be reported. */
export function conclude({ report = false } = {}) {
  if (missed.length === 0) return
  console.log(`\n${missed.length} ${missed.length === 1 ? 'figure is' : 'figures are'} MISSED:`)
  for (const line of missed) console.log(`  ${line}`)
  if (!report) process.exitCode = 1
}
