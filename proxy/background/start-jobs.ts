import { startEngine, type EngineParts } from '../jobs/engine.ts'
import { createStoreAccess } from '../store/store-access.ts'
import { classifyError } from '../reports/classify-error.ts'
import { createClock, type Clock } from '../store/clock.ts'
import type { RunningJobs } from './background.ts'
import { createStores, domains } from './stores.ts'

/** The parts that the jobs of a store need. */
export interface JobsParts extends Omit<EngineParts, 'clock' | 'classify' | 'domains'> {
  /** Absent: the clock of the store is created. */
  clock?: Clock
}

/** Starts the jobs of a store, and returns access to all its data. */
export async function startJobs({ database, clock, metrics = {}, ...parts }: JobsParts): Promise<RunningJobs> {
  const time = clock ?? (await createClock(database))
  const engine = await startEngine({ ...parts, database, clock: time, metrics, classify: classifyError, domains })
  const access = createStoreAccess({ database, now: time.now, wake: () => engine.wake() })
  return { ...createStores(access, (seconds) => metrics.committed?.('accept', seconds)), close: () => engine.close() }
}
