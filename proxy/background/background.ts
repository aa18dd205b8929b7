import type { EngineWatch } from '../jobs/engine.ts'
import type { Invalidation } from '../jobs/job.ts'
import type { Observe } from '../upstream/transport.ts'
import type { Stores } from './stores.ts'

/** All stores of the proxy, whose jobs run here or in a thread of their own. */
export interface OpenQueue extends Stores {
  /** Takes nothing new, gives what is under way some seconds, and closes the store: all within ten. */
  close(): Promise<void>
}

/** Whom a queue tells what happens. */
export interface QueueListeners {
  /** Takes the lines of its log. */
  log: { write(line: string): void }
  observe: Observe
  watch: Required<EngineWatch>
  onInvalidation: (notice: Invalidation) => void
}
