import type { TrackedPackage } from '../../../src/contract/tracking.ts'

const day = 86_400_000
/** Days without a scan that nobody needs to wonder about. */
const usual = 2
/** After these no scan is to be expected, or the next one is the shopper's to bring about. */
const ends: readonly string[] = ['delivered', 'picked_up', 'ready_for_pickup', 'failure']

/** Whole days since the last scan of a package, where those are more than usual. What a carrier dates ahead is no scan yet. */
export function quietDays({ events, status, pending }: Pick<TrackedPackage, 'events' | 'status' | 'pending'>, now: number): number | undefined {
  const times = events.map(({ created_at }) => Date.parse(created_at ?? '')).filter((time) => time <= now)
  if (pending || times.length === 0 || [status, ...events.map((event) => event.status)].some((one) => ends.includes(one ?? ''))) return undefined
  const days = Math.floor((now - times.reduce((a, b) => Math.max(a, b))) / day)
  return days > usual ? days : undefined
}
