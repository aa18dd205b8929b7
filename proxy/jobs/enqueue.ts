import { insertJobs } from './insert-jobs.ts'
import { chunks } from '../store/chunks.ts'
import { Collision } from '../store/database.ts'
import type { Tx } from '../store/tables.ts'
import type { Job } from './job.ts'
import type { Delivery, Enqueued } from './queue.ts'

/** The jobs of one caller. */
export interface EnqueueRequest {
  jobs: Job[]
  delivery?: Delivery | undefined
}

/** Stores the jobs of several callers, in this order; a delivery that came before adds no jobs. */
export async function enqueueAll(tx: Tx, requests: readonly EnqueueRequest[], now: number, due: number): Promise<Enqueued[]> {
  const before = await rememberDeliveries(tx, requests, now)
  const fresh = requests.filter((_, index) => before[index] === undefined)
  const ids = await insertJobs(
    tx,
    fresh.flatMap(({ jobs }) => jobs),
    now,
    due,
  )
  let at = 0
  const stored = new Map(fresh.map((request) => [request, ids.slice(at, (at += request.jobs.length))]))
  const remembered = fresh.filter(({ delivery }) => delivery)
  for (const request of remembered) {
    const jobs = JSON.stringify(stored.get(request))
    await tx.updateTable('deliveries').set({ works: jobs }).where('key', 'in', keysOf(request.delivery!)).execute()
  }
  return Promise.all(
    requests.map(async (request, index) => {
      const key = before[index]
      return key === undefined ? { ids: stored.get(request)!, repeated: false } : { ids: await jobIdsOf(tx, key), repeated: true }
    }),
  )
}

/** Stores the keys of deliveries. Returns for each request the key under which its delivery came before, or undefined if it is new. */
async function rememberDeliveries(tx: Tx, requests: readonly EnqueueRequest[], now: number): Promise<(string | undefined)[]> {
  const known = await knownAmong(
    tx,
    requests.flatMap(({ delivery }) => (delivery ? keysOf(delivery) : [])),
  )
  const first = new Set<string>()
  const before = requests.map(({ delivery }) => {
    if (!delivery) return undefined
    const keys = keysOf(delivery)
    const repeated = keys.find((key) => known.has(key) || first.has(key))
    // A repeat stores no further key: otherwise a body that is sent again under the id of another delivery would make that delivery look like a repeat.
    if (repeated === undefined) for (const key of keys) first.add(key)
    return repeated
  })
  for (const some of chunks([...first].sort())) {
    const { numInsertedOrUpdatedRows: stored } = await tx
      .insertInto('deliveries')
      .values(some.map((key) => ({ key, works: '[]', arrived_at: now })))
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    if (Number(stored) < some.length) throw new Collision('another process has accepted the same delivery')
  }
  return before
}

async function knownAmong(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const some of chunks(keys)) {
    const rows = await tx.selectFrom('deliveries').select('key').where('key', 'in', some).execute()
    for (const { key } of rows) known.add(key)
  }
  return known
}

async function jobIdsOf(tx: Tx, key: string): Promise<string[]> {
  const row = await tx.selectFrom('deliveries').select('works').where('key', '=', key).executeTakeFirst()
  return JSON.parse(row?.works ?? '[]') as string[]
}

/** The keys of a delivery: its id, and the hash of its body. Each alone shows a repeat. */
const keysOf = ({ topic, id, hash }: Delivery) => [...(id ? [`${topic} id ${id}`] : []), `${topic} body ${hash}`]
