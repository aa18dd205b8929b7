import type { Store } from '../store/tables.ts'
import type { Invalidation } from './handler.ts'

/** Milliseconds by which a commit may become visible later than commits with higher numbers. */
const late = 30_000

/** Creates a reader of the invalidations of all processes. Each call returns those that are new since the call before; the first call returns none. */
export function createInvalidationReader(store: Store) {
  /** Numbers of the invalidations that were read. Every invalidation with a number up to `passed` was read, or will never appear. */
  const seen = new Set<number>()
  let passed = 0
  /** The highest number at each time. */
  const marks: { at: number; highest: number }[] = []
  let began = false
  return async (): Promise<Invalidation[]> => {
    const rows = await store.selectFrom('notices').select(['seq', 'topic', 'customer as key']).where('seq', '>', passed).orderBy('seq').execute()
    const fresh = rows.filter(({ seq }) => !seen.has(seq))
    for (const { seq } of fresh) seen.add(seq)
    const at = performance.now()
    if (fresh.length > 0) marks.push({ at, highest: rows.at(-1)!.seq })
    while (marks[0] && marks[0].at < at - late) passed = marks.shift()!.highest
    for (const seq of seen) if (seq <= passed) seen.delete(seq)
    // A new process has not cached anything that an invalidation from before its start could make stale.
    const first = !began
    began = true
    return first ? [] : fresh.map(({ topic, key }) => ({ topic, key }))
  }
}
