import type { Store } from '../store/tables.ts'
import type { Invalidation } from './job.ts'

/** Milliseconds that a commit may take to be seen after those with higher numbers. */
const late = 30_000

/** Reads what every process has noted since this was first asked, each notice once. */
export function createInvalidationReader(store: Store) {
  /** Numbers of what was read; whatever has one up to `passed` was read, or never will be there. */
  const seen = new Set<number>()
  let passed = 0
  /** How far the numbers went at a time. */
  const marks: { at: number; highest: number }[] = []
  let began = false
  return async (): Promise<Invalidation[]> => {
    const rows = await store.selectFrom('notices').selectAll().where('seq', '>', passed).orderBy('seq').execute()
    const fresh = rows.filter(({ seq }) => !seen.has(seq))
    for (const { seq } of fresh) seen.add(seq)
    const at = performance.now()
    if (fresh.length > 0) marks.push({ at, highest: rows.at(-1)!.seq })
    while (marks[0] && marks[0].at < at - late) passed = marks.shift()!.highest
    for (const seq of seen) if (seq <= passed) seen.delete(seq)
    // What was noted before this process began, it has never read otherwise.
    const first = !began
    began = true
    return first ? [] : fresh.map(({ topic, customer }) => ({ topic, customer }))
  }
}
