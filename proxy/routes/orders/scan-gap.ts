import type { TrackedPackage } from '../../../src/contract/tracking.ts'

const day = 86_400_000
/** Days without a scan that are normal. */
const usual = 2
/** Statuses after which no scan is expected, or the shopper causes the next one. */
const ends: readonly string[] = ['delivered', 'picked_up', 'ready_for_pickup', 'failure']

/** Whole days since the last scan of a package, if they are more than usual. A scan dated in the future does not count. */
export function scanGapDays({ events, status, pending }: Pick<TrackedPackage, 'events' | 'status' | 'pending'>, now: number): number | undefined {
  const times = events.map(({ created_at }) => Date.parse(created_at ?? '')).filter((time) => time <= now)
  if (pending || times.length === 0 || [status, ...events.map((event) => event.status)].some((one) => ends.includes(one ?? ''))) return undefined
  const days = Math.floor((now - times.reduce((a, b) => Math.max(a, b))) / day)
  return days > usual ? days : undefined
}
