import { Refusal } from '../http/problems.ts'
import type { Database } from './database.ts'

/** Access to a store, with which each domain reads and writes its rows. */
export interface StoreAccess {
  database: Database
  /** Milliseconds since 1970, by the time of the store. */
  now: () => number
  /** The due time of a new job that is not put off. */
  due: () => number
  /** Runs an access; rejects with `overloaded` (503) if the store is full, locked or out of reach. */
  run<Result>(act: () => Promise<Result>): Promise<Result>
  /** Like `run`, for an access that may add a job: starts due jobs afterwards. */
  runAndWake<Result>(act: () => Promise<Result>): Promise<Result>
}

interface AccessParts {
  database: Database
  now?: () => number
  due?: () => number
  /** Called after each commit that may have added a job. */
  wake?: () => void
}

/** Seconds after which a caller may try again if the store did not respond. */
const retryAfter = 5

/** The refusal while the store does not respond. */
export const storeUnavailable = (cause?: unknown) =>
  new Refusal('overloaded', `The database is unavailable. Retry in ${retryAfter} seconds.`, { retryAfter, cause })

/** Gives access to a store. */
export function createStoreAccess({ database, now = Date.now, due = now, wake = () => {} }: AccessParts): StoreAccess {
  async function run<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act()
    } catch (cause) {
      throw cause instanceof Refusal ? cause : storeUnavailable(cause)
    }
  }
  return {
    database,
    now,
    due,
    run,
    async runAndWake(act) {
      const result = await run(act)
      wake()
      return result
    },
  }
}
