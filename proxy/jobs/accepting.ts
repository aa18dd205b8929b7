import { insertJobs } from './inserting.ts'
import { chunks } from '../store/chunks.ts'
import { Collision } from '../store/database.ts'
import type { Within } from '../store/tables.ts'
import type { Accepted, Delivery, Job } from './job.ts'

/** What one caller hands in. */
export interface Handing {
  jobs: Job[]
  delivery?: Delivery | undefined
}

/** Stores what several callers hand in, in this order; a delivery that came before adds no jobs. */
export async function acceptAll(within: Within, handings: readonly Handing[], now: number, due: number): Promise<Accepted[]> {
  const before = await rememberDeliveries(within, handings, now)
  const fresh = handings.filter((_, index) => before[index] === undefined)
  const ids = await insertJobs(
    within,
    fresh.flatMap(({ jobs }) => jobs),
    now,
    due,
  )
  let at = 0
  const stored = new Map(fresh.map((handing) => [handing, ids.slice(at, (at += handing.jobs.length))]))
  const remembered = fresh.filter(({ delivery }) => delivery)
  for (const handing of remembered) {
    const jobs = JSON.stringify(stored.get(handing))
    await within.updateTable('deliveries').set({ works: jobs }).where('key', 'in', keysOf(handing.delivery!)).execute()
  }
  return Promise.all(
    handings.map(async (handing, index) => {
      const key = before[index]
      return key === undefined ? { ids: stored.get(handing)!, repeated: false } : { ids: await worksOf(within, key), repeated: true }
    }),
  )
}

/** Stores the keys of deliveries. Returns for each handing the key under which its delivery came before, or undefined if it is new. */
async function rememberDeliveries(within: Within, handings: readonly Handing[], now: number): Promise<(string | undefined)[]> {
  const known = await knownAmong(
    within,
    handings.flatMap(({ delivery }) => (delivery ? keysOf(delivery) : [])),
  )
  const first = new Set<string>()
  const before = handings.map(({ delivery }) => {
    if (!delivery) return undefined
    const keys = keysOf(delivery)
    const repeated = keys.find((key) => known.has(key) || first.has(key))
    // A repeat stores no further key: otherwise a body that is sent again under the id of another delivery would make that delivery look like a repeat.
    if (repeated === undefined) for (const key of keys) first.add(key)
    return repeated
  })
  for (const some of chunks([...first].sort())) {
    const { numInsertedOrUpdatedRows: stored } = await within
      .insertInto('deliveries')
      .values(some.map((key) => ({ key, works: '[]', arrived_at: now })))
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    if (Number(stored) < some.length) throw new Collision('another process has accepted the same delivery')
  }
  return before
}

async function knownAmong(within: Within, keys: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const some of chunks(keys)) {
    const rows = await within.selectFrom('deliveries').select('key').where('key', 'in', some).execute()
    for (const { key } of rows) known.add(key)
  }
  return known
}

async function worksOf(within: Within, key: string): Promise<string[]> {
  const row = await within.selectFrom('deliveries').select('works').where('key', '=', key).executeTakeFirst()
  return JSON.parse(row?.works ?? '[]') as string[]
}

/** The keys of a delivery: its id, and the hash of its body. Each alone shows a repeat. */
const keysOf = ({ topic, id, hash }: Delivery) => [...(id ? [`${topic} id ${id}`] : []), `${topic} body ${hash}`]
