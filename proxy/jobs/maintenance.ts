import { clearOld } from './clearing.ts'
import type { Clock } from '../store/clock.ts'
import type { Database } from '../store/database.ts'
import { createInvalidationReader } from './invalidations.ts'
import type { DomainRows } from './domain-rows.ts'
import type { Invalidation } from './job.ts'

/** What looks after a store on behalf of an engine. */
export interface UpkeepParts {
  database: Database
  clock: Clock
  domains: readonly DomainRows[]
  /** Whose lanes are kept. */
  owner: string
  /** The lanes that are being worked now. */
  working(): string[]
  /** Something is to be done by now. */
  onDue(): void
  onInvalidation?: ((notice: Invalidation) => void) | undefined
  /** The store has answered, or has not. */
  onAnswer(error?: unknown): void
  /** Milliseconds between looks at what other processes have brought. */
  poll: number
}

/** What goes on beside the jobs. */
export interface Upkeep {
  /** Once it has looked for the first time. */
  started: Promise<void>
  /** Tells at once what is to be told to whoever listens. */
  tellInvalidations(): void
  /** Sees no more to be done, and clears nothing; lanes that are being worked are kept. */
  rest(): void
  stop(): void
}

/** Milliseconds: how long a lane is ours unless we say so again, and how often we do. */
export const lease = { length: 10_000, renewal: 3_000 }
/** Milliseconds between looks at what is old. */
const clearing = 60_000

/** Keeps the lanes of an engine its own, sees what others have brought, tells what is to be told, and clears what is old. */
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

  /** Sees what other processes have brought, at the latest when it is due. */
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
        // A lane that came to us with a commit whose answer was lost is nobody's: its lease ends.
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
    // Each by itself: a clock that cannot be set, or has to wait for it, must not cost us our lanes.
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
