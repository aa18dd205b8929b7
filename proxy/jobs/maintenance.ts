import { clearOld } from './clearing.ts'
import type { Clock } from '../store/clock.ts'
import type { Database } from '../store/database.ts'
import { createInvalidationReader } from './invalidations.ts'
import type { DomainRows } from './domain-rows.ts'
import type { Invalidation } from './job.ts'

/** The parts that the upkeep of a store needs. */
export interface UpkeepParts {
  database: Database
  clock: Clock
  domains: readonly DomainRows[]
  /** The id of the engine whose leases are renewed. */
  owner: string
  /** Returns the lanes that run now. */
  working(): string[]
  /** Called when a lane is due. */
  onDue(): void
  onInvalidation?: ((notice: Invalidation) => void) | undefined
  /** Called after an access to the store, with the error if it failed. */
  onAnswer(error?: unknown): void
  /** Milliseconds between checks for jobs and notices of other processes. */
  poll: number
}

/** The running upkeep of a store. */
export interface Upkeep {
  /** Resolves after the first check. */
  started: Promise<void>
  /** Passes new notices to `onInvalidation` at once. */
  tellInvalidations(): void
  /** Stops the checks and the clearing; the leases of running lanes are still renewed. */
  rest(): void
  /** Stops the renewal of leases too. */
  stop(): void
}

/** Milliseconds: the length of a lease, and the time between renewals. */
export const lease = { length: 10_000, renewal: 3_000 }
/** Milliseconds between clearings of expired rows. */
const clearing = 60_000

/** Renews the leases of an engine, checks for jobs of other processes, passes on notices, and deletes expired rows. */
export function startUpkeep({ database, clock, domains, owner, working, onDue, onInvalidation, onAnswer, poll }: UpkeepParts): Upkeep {
  const { store, transact } = database
  const { now } = clock
  const readInvalidations = createInvalidationReader(store)
  let resting = false
  let nextLook: NodeJS.Timeout | undefined

  async function tellInvalidations() {
    if (!onInvalidation) return
    for (const notice of await readInvalidations()) onInvalidation(notice)
  }

  /** Checks for due lanes and new notices, then plans the next check: after `poll`, or when the next lane is due. */
  async function look() {
    let wait = poll
    try {
      const row = await store
        .selectFrom('lanes')
        .select(({ fn }) => fn.min('next_due').as('due'))
        .where(({ or, eb }) => or([eb('owner', 'is', null), eb('lease_until', '<=', now())]))
        .executeTakeFirst()
      const first = row?.due ?? undefined
      if (first !== undefined && first <= now()) onDue()
      else if (first !== undefined) wait = Math.min(poll, Math.max(5, first - now()))
      await tellInvalidations()
      onAnswer()
    } catch (error) {
      onAnswer(error)
    }
    if (!resting) nextLook = setTimeout(() => void look(), wait)
  }

  async function renewLeases() {
    const lanes = working()
    if (lanes.length === 0) return
    await transact((within) =>
      within
        .updateTable('lanes')
        .set({ lease_until: now() + lease.length })
        .where('owner', '=', owner)
        // Only running lanes. If the answer to a commit was lost, its lanes do not run here, and their leases have to expire.
        .where('lane', 'in', lanes)
        .execute(),
    )
  }

  async function clear() {
    while (!resting && (await clearOld(database, clock, domains))) await new Promise((resolve) => setTimeout(resolve, 50))
    if (!resting) await database.tidyLog()
  }

  const quietly = (act: () => Promise<void>) => () => void act().catch(onAnswer)

  const start = async () => {
    await readInvalidations()
    await look()
  }
  const [renewOurs, setClock] = [quietly(renewLeases), quietly(clock.set)]
  const renewing = setInterval(() => {
    // The two run separately: if setting the clock fails or is slow, the leases are still renewed.
    renewOurs()
    setClock()
  }, lease.renewal)
  const clearingOld = setInterval(quietly(clear), clearing)
  setImmediate(quietly(clear))

  return {
    started: start(),
    tellInvalidations: quietly(tellInvalidations),
    rest() {
      resting = true
      clearTimeout(nextLook)
      clearInterval(clearingOld)
    },
    stop: () => clearInterval(renewing),
  }
}
