import type { Clock } from '../store/clock.ts'
import type { Database } from '../store/database.ts'
import type { DomainRows } from './domain-rows.ts'
import type { Invalidation } from './handler.ts'
import { createInvalidationReader } from './invalidations.ts'
import { lease, renewLeases } from './leases.ts'
import { deleteExpired } from './retention.ts'

/** The parts that the maintenance of a store needs. */
export interface MaintenanceParts {
  database: Database
  clock: Clock
  domains: readonly DomainRows[]
  /** The id of the engine whose leases are renewed. */
  owner: string
  /** Returns the ordering keys that run now. */
  runningKeys(): string[]
  /** Called when an ordering key is due. */
  onDue(): void
  onInvalidation?: ((invalidation: Invalidation) => void) | undefined
  /** Called after the store has responded to a check. */
  onResponse(): void
  /** Called after an access to the store has failed. */
  onFailure(error: unknown): void
  /** Milliseconds between checks for jobs and invalidations of other processes. */
  pollInterval: number
}

/** The running maintenance of a store. */
export interface Maintenance {
  /** Resolves after the first check. */
  started: Promise<void>
  /** Passes new invalidations to `onInvalidation` at once. */
  publishInvalidations(): void
  /** Stops the checks and the deletion of expired rows; the leases of running keys are still renewed. */
  stopPolling(): void
  /** Stops the renewal of leases too. */
  stop(): void
}

/** Milliseconds between deletions of expired rows. */
const deletionInterval = 60_000

/** Renews the leases of an engine, checks for jobs of other processes, passes on invalidations, and deletes expired rows. */
export function startMaintenance(parts: MaintenanceParts): Maintenance {
  const { database, clock, domains, owner, runningKeys, onDue, onInvalidation, onResponse, onFailure, pollInterval } = parts
  const { store, transact } = database
  const { now } = clock
  const readInvalidations = createInvalidationReader(store)
  let isStopped = false
  let nextPoll: NodeJS.Timeout | undefined

  async function publishInvalidations() {
    if (!onInvalidation) return
    for (const invalidation of await readInvalidations()) onInvalidation(invalidation)
  }

  /** Checks for due ordering keys and new invalidations, then plans the next check: after `pollInterval`, or when the next key is due. */
  async function poll() {
    let wait = pollInterval
    try {
      const first = await findFirstDue()
      if (first !== undefined && first <= now()) onDue()
      else if (first !== undefined) wait = Math.min(pollInterval, Math.max(5, first - now()))
      await publishInvalidations()
      onResponse()
    } catch (error) {
      onFailure(error)
    }
    if (!isStopped) nextPoll = setTimeout(() => void poll(), wait)
  }

  /** Finds when the first ordering key is due that no other engine runs. */
  async function findFirstDue(): Promise<number | undefined> {
    const row = await store
      .selectFrom('lanes')
      .select(({ fn }) => fn.min('next_due').as('due'))
      .where(({ or, eb }) => or([eb('owner', 'is', null), eb('lease_until', '<=', now())]))
      .executeTakeFirst()
    return row?.due ?? undefined
  }

  async function renewOwnLeases() {
    // Only running keys. If the answer to a commit was lost, its keys do not run here, and their leases have to expire.
    const keys = runningKeys()
    if (keys.length > 0) await transact((tx) => renewLeases(tx, keys, owner, now() + lease.length))
  }

  async function deleteAllExpired() {
    while (!isStopped && (await deleteExpired(database, clock, domains))) await new Promise((resolve) => setTimeout(resolve, 50))
    if (!isStopped) await database.tidyLog()
  }

  const inBackground = (act: () => Promise<void>) => () => void act().catch(onFailure)

  const start = async () => {
    await readInvalidations()
    await poll()
  }
  const [renew, setClock] = [inBackground(renewOwnLeases), inBackground(clock.set)]
  const renewals = setInterval(() => {
    // The two run separately: if setting the clock fails or is slow, the leases are still renewed.
    renew()
    setClock()
  }, lease.renewal)
  const deletions = setInterval(inBackground(deleteAllExpired), deletionInterval)
  setImmediate(inBackground(deleteAllExpired))

  return {
    started: start(),
    publishInvalidations: inBackground(publishInvalidations),
    stopPolling() {
      isStopped = true
      clearTimeout(nextPoll)
      clearInterval(deletions)
    },
    stop: () => clearInterval(renewals),
  }
}
