import { appendAction } from '../audit/audit-rows.ts'
import { isOfOne } from '../store/database.ts'
import { putFacts, readFact } from '../store/facts.ts'
import { groupCommits } from '../store/group-commit.ts'
import { enqueueAll, type EnqueueRequest } from './enqueue.ts'
import { validateJob } from './validation.ts'

import { countJobs, countOpen, findJob, lastDelivery, listJobs, type QueueDepth } from './job-queries.ts'
import type { Enqueued, Person, Queue } from './queue.ts'
import { dropJobs, retryJobs } from './retry-and-drop.ts'
import type { StoreAccess } from '../store/store-access.ts'
import type { Tx } from '../store/tables.ts'

/** The jobs of a store, for callers that add jobs or read them. */
export interface JobStore extends Queue {
  /** Counts the jobs that are not done. */
  depth(): Promise<QueueDepth[]>
  /** When a webhook of this sender and topic came last (milliseconds since 1970); undefined if none came in the last 48 hours. */
  lastDelivery(topic: string): Promise<number | undefined>
  /** Stores a test value; rejects if nothing can be stored. */
  check(): Promise<void>
}

/** The test value. It is as large as a job: an almost full disk may still have room for a few bytes, but not for a job. */
const probe = { name: 'check', value: '.'.repeat(8_192) }
/** The most requests that share one commit. */
const batchSize = 500

/** Enqueues jobs and reads them. `committed` receives the seconds that each commit of enqueued jobs took. */
export function createJobStore({ database, now, due, run, runAndWake }: StoreAccess, committed: (seconds: number) => void = () => {}): JobStore {
  const { store, transact } = database
  const enqueueTogether = groupCommits<EnqueueRequest, Enqueued>(
    async (requests) => {
      const began = performance.now()
      const enqueued = await transact((tx) => enqueueAll(tx, requests, now(), due()))
      committed((performance.now() - began) / 1000)
      return enqueued
    },
    { batchSize, isOfOne },
  )
  return {
    async enqueue(jobs, delivery) {
      for (const job of jobs) validateJob(job)
      return runAndWake(() => enqueueTogether({ jobs, delivery }))
    },
    find: (id) => run(() => findJob(store, id)),
    list: (filter) => run(() => listJobs(store, filter)),
    retry: (ids, by) =>
      runAndWake(() => transact(async (tx) => inAudit(tx, { action: 'report.retry', by, now: now() }, await retryJobs(tx, ids, now(), due())))),
    drop: (ids, note, by) =>
      runAndWake(() => transact(async (tx) => inAudit(tx, { action: 'report.drop', by, now: now() }, await dropJobs(tx, ids, note, now(), due())))),
    stats: () => run(() => countJobs(store, now())),
    fact: <Value>(name: string) => run(() => readFact(store, name)) as Promise<Value | undefined>,
    now: () => Promise.resolve(now()),
    lastDelivery: (topic) => run(() => lastDelivery(store, topic)),
    depth: () => run(() => countOpen(store, now())),
    check: () => run(() => transact((tx) => putFacts(tx, { [probe.name]: probe.value }, now()))),
  }
}

/** Writes into the audit log that a person has done this to each of these jobs; returns their ids. */
async function inAudit(tx: Tx, { action, by, now }: { action: string; by: Person | undefined; now: number }, ids: string[]): Promise<string[]> {
  if (by) for (const subject of ids) await appendAction(tx, { ...by, action, subject }, now)
  return ids
}
