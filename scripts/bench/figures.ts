/** Returns the value below which this share of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** Returns the median. */
export const median = (values: readonly number[]) => percentile(values, 0.5)

/** Printed figures that miss their goal. */
const missed: string[] = []

/** Prints one figure on one line: its name, its value and a comparison. Remembers the figure if the comparison contains MISSED. */
export function print(what: string, value: number, unit: string, comparison = '') {
  if (comparison.includes('MISSED')) missed.push(`${what.trim() || unit}: ${comparison}`)
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0
  console.log(`  ${what.padEnd(58)}${value.toFixed(digits).padStart(9)} ${unit.padEnd(10)}${comparison}`)
}

/** Describes the ratio of two values, and whether the ratio meets the goal. */
export function ratio(value: number, reference: number, to: string, goal?: { least?: number; most?: number }): string {
  const times = value / reference
  const met = times >= (goal?.least ?? 0) && times <= (goal?.most ?? Infinity)
  const wanted = goal ? `, ${goal.least === undefined ? `at most ${goal.most}` : `at least ${goal.least}`}: ${met ? 'met' : 'MISSED'}` : ''
  return `${times.toFixed(2)} x ${to}${wanted}`
}

/** Ends the benchmarks: lists the missed figures and sets exit code 1. With `report` it only lists them. */
export function conclude({ report = false } = {}) {
  if (missed.length === 0) return
  console.log(`\n${missed.length} ${missed.length === 1 ? 'figure is' : 'figures are'} MISSED:`)
  for (const line of missed) console.log(`  ${line}`)
  if (!report) process.exitCode = 1
}
