import type { EngineMetrics } from '../jobs/engine.ts'
import type { Invalidation } from '../jobs/handler.ts'
import type { Observe } from '../upstream/transport.ts'
import type { Stores } from './stores.ts'

/** All stores of the proxy, and their running jobs. */
export interface RunningJobs extends Stores {
  /** Starts no more jobs, gives the running ones some seconds to finish, and closes the store, all within ten seconds. */
  close(): Promise<void>
}

/** All stores of the proxy; their jobs run in this thread or in a separate one. */
export interface OpenQueue extends RunningJobs {
  /** Why the platform of the shop gives the jobs no access; undefined if nothing is known against it, or if they need none. */
  shopFault(): Promise<string | undefined>
}

/** The listeners of a queue. */
export interface QueueListeners {
  /** Receives the lines of its log. */
  log: { write(line: string): void }
  observe: Observe
  metrics: Required<EngineMetrics>
  onInvalidation: (invalidation: Invalidation) => void
}
