import type { Database } from '../store/database.ts'
import type { Tx } from '../store/tables.ts'
import type { Attempt } from './apply-outcome.ts'
import type { Invalidation } from './handler.ts'
import type { ClaimedJob } from './job.ts'
import { claimOrderingKeys, findOwned, releaseOrderingKeys, type Claimer } from './leases.ts'
import { nextJobs } from './next-jobs.ts'
import { invalidationsOf, wakesOf } from './outcome-effects.ts'
import { storeOutcomes, type StoredAttempt } from './store-outcomes.ts'

/** The input of one commit of an engine. */
export interface CommitInput extends Claimer {
  /** Attempts whose outcomes are stored. */
  attempts: readonly Attempt[]
  /** Names that delivered jobs have woken lately, each with its time. */
  wokenAt: ReadonlyMap<string, number>
  /** How many ordering keys may run after the commit, beside those that are running now and have no job in `attempts`. */
  capacity: number
  /** Whether the engine continues with its ordering keys; otherwise it gives them back. */
  continues: boolean
}

/** The result of a commit: what the engine has to do next. */
export interface CommitResult {
  /** Jobs to run now, each with an ordering key that this engine owns. */
  next: ClaimedJob[]
  /** The attempts with the updates of their jobs, without jobs that another process has settled in the meantime. */
  stored: StoredAttempt[]
  invalidations: Invalidation[]
  /** Names whose waiting jobs were woken. */
  woken: string[]
  /** Whether there may be more to claim. */
  more: boolean
}

/** Stores the outcomes of jobs and claims the next jobs, of the same ordering keys and of others, all in one commit. */
export async function commitAndClaim(kind: Database['kind'], tx: Tx, input: CommitInput): Promise<CommitResult> {
  const { owner, now, capacity, continues } = input
  const stored = await storeOutcomes(tx, input)
  const keys = [...new Set(input.attempts.map(({ job }) => job.orderingKey))]
  const own = await nextOrRelease(tx, await findOwned(tx, keys, owner), now, continues)
  const free = Math.max(0, capacity - own.length)
  const claimed = free > 0 ? await claimOrderingKeys(kind, tx, input, free) : []
  const outcomes = stored.map(({ outcome }) => outcome)
  return {
    next: [...own, ...(await nextOrRelease(tx, claimed, now, continues))],
    stored,
    invalidations: outcomes.flatMap(invalidationsOf),
    woken: outcomes.flatMap(wakesOf),
    more: (capacity > 0 && claimed.length === free) || outcomes.some((outcome) => 'followUps' in outcome || 'wakes' in outcome),
  }
}

/** Returns the next due job of each ordering key; gives back the keys that have none. */
async function nextOrRelease(tx: Tx, keys: readonly string[], now: number, continues: boolean): Promise<ClaimedJob[]> {
  const { jobs, due } = await nextJobs(tx, keys, now)
  const next = continues ? jobs : []
  const busy = new Set(next.map(({ orderingKey }) => orderingKey))
  await releaseOrderingKeys(
    tx,
    keys.filter((key) => !busy.has(key)),
    due,
  )
  return next
}
