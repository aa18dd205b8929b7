import { isOfOne } from '../store/database.ts'
import { putFacts, readFact } from '../store/facts.ts'
import { groupCommits } from '../store/group-commit.ts'
import { enqueueAll, type EnqueueRequest } from './enqueue.ts'
import { validateJob } from './validation.ts'
import { countJobs, countOpen, findJob, lastDelivery, listJobs, type QueueDepth } from './job-queries.ts'
import type { Enqueued, Queue } from './queue.ts'
import { dropJobs, retryJobs } from './retry-and-drop.ts'
import type { StoreAccess } from '../store/store-access.ts'
import type { Tx } from '../store/tables.ts'

/** The jobs of a store, for callers that add jobs or read them. */
export interface JobStore<Person = never> extends Queue<Person> {
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

/** Jobs that a person retried or dropped. */
export interface ManualChange<Person> {
  verb: 'retry' | 'drop'
  ids: readonly string[]
  by: Person
  /** Milliseconds since 1970, by the time of the store. */
  at: number
}

interface JobStoreOptions<Person> {
  /** Receives the seconds that each commit of enqueued jobs took. */
  committed?: (seconds: number) => void
  /** Records what a person did, in the commit that does it. */
  record?: (tx: Tx, change: ManualChange<Person>) => Promise<void>
}

/** Enqueues jobs and reads them. */
export function createJobStore<Person = never>(
  { database, now, due, run, runAndWake }: StoreAccess,
  { committed = () => {}, record = async () => {} }: JobStoreOptions<Person> = {},
): JobStore<Person> {
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
  /** Changes jobs, and records the person who does it. */
  const change = (verb: ManualChange<Person>['verb'], by: Person | undefined, act: (tx: Tx) => Promise<string[]>) =>
    runAndWake(() =>
      transact(async (tx) => {
        const ids = await act(tx)
        if (by !== undefined) await record(tx, { verb, ids, by, at: now() })
        return ids
      }),
    )
  return {
    async enqueue(jobs, delivery) {
      for (const job of jobs) validateJob(job)
      return runAndWake(() => enqueueTogether({ jobs, delivery }))
    },
    find: (id) => run(() => findJob(store, id)),
    list: (filter) => run(() => listJobs(store, filter)),
    retry: (ids, by) => change('retry', by, (tx) => retryJobs(tx, ids, now(), due())),
    drop: (ids, note, by) => change('drop', by, (tx) => dropJobs(tx, ids, note, now(), due())),
    stats: () => run(() => countJobs(store, now())),
    fact: <Value>(name: string) => run(() => readFact(store, name)) as Promise<Value | undefined>,
    now: () => Promise.resolve(now()),
    lastDelivery: (topic) => run(() => lastDelivery(store, topic)),
    depth: () => run(() => countOpen(store, now())),
    check: () => run(() => transact((tx) => putFacts(tx, { [probe.name]: probe.value }, now()))),
  }
}
