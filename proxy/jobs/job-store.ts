import { isOfOne } from '../store/database.ts'
import { keepFacts, readFact } from '../store/facts.ts'
import { groupCommits } from '../store/group-commit.ts'
import { acceptAll, type Handing } from './accepting.ts'
import { checkJob } from './check-names.ts'
import type { Accepted, Queue } from './job.ts'
import { countOpen, countJobs, dropJobs, findJob, listJobs, retryJobs, type Depth } from './reading.ts'
import type { StoreAccess } from './store-access.ts'

/** The jobs of a store, for callers that add jobs or read them. */
export interface JobStore extends Queue {
  /** Counts the jobs that are not done. */
  depth(): Promise<Depth[]>
  /** Stores a test value; rejects if nothing can be stored. */
  check(): Promise<void>
}

/** The test value. It is as large as a report: an almost full disk may still have room for a few bytes, but not for a report. */
const probe = { name: 'check', value: '.'.repeat(8_192) }
/** The most handings that share one commit. */
const most = 500

/** Accepts jobs and reads them. `committed` receives the seconds that each commit of accepted jobs took. */
export function createJobStore({ database, now, due, reached, adding }: StoreAccess, committed: (seconds: number) => void = () => {}): JobStore {
  const { store, transact } = database
  const acceptTogether = groupCommits<Handing, Accepted>(
    async (handings) => {
      const began = performance.now()
      const accepted = await transact((within) => acceptAll(within, handings, now(), due()))
      committed((performance.now() - began) / 1000)
      return accepted
    },
    { most, isOfOne },
  )
  return {
    async accept(jobs, delivery) {
      for (const job of jobs) checkJob(job)
      return adding(() => acceptTogether({ jobs, delivery }))
    },
    find: (id) => reached(() => findJob(store, id)),
    list: (filter) => reached(() => listJobs(store, filter)),
    retry: (ids) => adding(() => transact((within) => retryJobs(within, ids, now(), due()))),
    drop: (ids, note) => adding(() => transact((within) => dropJobs(within, ids, note, now(), due()))),
    stats: () => reached(() => countJobs(store, now())),
    fact: <Value>(name: string) => reached(() => readFact(store, name)) as Promise<Value | undefined>,
    now: () => Promise.resolve(now()),
    depth: () => reached(() => countOpen(store, now())),
    check: () => reached(() => transact((within) => keepFacts(within, { [probe.name]: probe.value }, now()))),
  }
}
