import { sql } from 'kysely'
import { blanked, bodiless } from '../jobs/blanking.ts'
import { changeClaims, claimsOf } from '../claims/claim-rows.ts'
import type { ClaimChange, KeptClaim } from '../claims/claim-store.ts'
import type { Database } from '../store/database.ts'
import { keepFirst, readFact } from '../store/facts.ts'
import { never, wakeLanes } from '../jobs/inserting.ts'
import { chunks } from '../store/chunks.ts'
import type { Store, Within, JobRow } from '../store/tables.ts'
import type { JobState } from '../jobs/job.ts'

/** What has to end before the facts of an order can go. */
export interface Unsettled {
  /** Of a job its id, of a claim its key. */
  id: string
  kind: string
  state: string
}

/** What the store has of an order, for people. */
export interface KeptOfOrder {
  jobs: { kind: string; state: JobState; count: number; since: number }[]
  claims: { state: string; count: number; since: number }[]
  /** Names of the facts that are kept of it. */
  facts: string[]
}

/** What belongs to an order, and what stays of it. */
export interface ErasureRules {
  /** The name of what is known of an order begins with this, and ends with its id. */
  known: string
  /** The same for the fact that says that the order was erased. */
  erased: string
  /** Lanes in which jobs of the order may come. */
  lanes(order: string): string[]
  /** Facts of the order and of these jobs of it, by name. */
  facts(order: string, jobs: readonly string[]): string[]
  /** The name of its numbered facts. */
  numbered(order: string, index: number): string
  /** Names of facts whose value names their order begin with this, and are the lanes of jobs that may not name it; absent where they are left for the sweep, since all of them are read to find those of an order. */
  parts?: string
  /** Beginnings of the names of all facts that go with the last order. */
  all: readonly string[]
  /** Kinds of jobs that name customers and belong to no order, and the lane of those of a customer. */
  customers: readonly string[]
  customerLane(customer: string): string
  /** Kinds of jobs that may belong to an order without naming it. */
  unnamed: readonly string[]
  /** Kinds of which a failed job stays, since a person has to decide about money. */
  byHand: readonly string[]
  /** What stays of a claim; undefined where it is being resolved. */
  claim(kept: KeptClaim): ClaimChange | undefined
}

/** Erases what the store has of orders, each in one commit. */
export interface KeptOrders {
  /** Orders behind this one that are not erased, by id. */
  list(rules: ErasureRules, after: string, limit: number): Promise<string[]>
  about(rules: ErasureRules, order: string): Promise<KeptOfOrder>
  /** Erases what is settled, gives up what has failed, and forgets the order once nothing of it is open; answers what is. */
  erase(rules: ErasureRules, order: string): Promise<Unsettled[]>
  /** Erases what is left once all orders are; answers what is open of it. */
  sweep(rules: ErasureRules): Promise<Unsettled[]>
}

/** Rows that one commit takes away, so that nobody waits for it. */
const batch = 500
const givenUp = 'given up: what is kept of its order was to be erased'

/** The same over a store. */
export const createKeptOrders = (database: Database, now: () => number): KeptOrders => ({
  list: ({ known, erased }, after, limit) => listOrders(database.store, { known, erased, after, limit }),
  about: (rules, order) => describeOrder(database, rules, order),
  erase: (rules, order) => eraseOrder(database, rules, order, now),
  sweep: (rules) => sweep(database, rules),
})

async function listOrders(store: Store, { known, erased, after, limit }: { known: string; erased: string; after: string; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select order_id as id from work where order_id > ${after}
      union select order_id as id from claims where order_id > ${after}
      union select substr(name, ${sql.lit(known.length + 1)}) as id from facts where name like ${`${known}%`} and substr(name, ${sql.lit(known.length + 1)}) > ${after}
    ) orders
    where not exists (select 1 from facts where facts.name = ${sql.lit(erased)} || orders.id)
    order by id limit ${limit}`.execute(store)
  return rows.map(({ id }) => id)
}

async function describeOrder(database: Database, rules: ErasureRules, order: string): Promise<KeptOfOrder> {
  const { store } = database
  const parts = await partsOf(database, rules.parts, order)
  const jobs = await store
    .selectFrom('work')
    .select(({ fn }) => ['kind', 'state', fn.countAll<number>().as('count'), fn.min('accepted_at').as('since')])
    .where(isOf(order, parts))
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute()
  const claims = await store
    .selectFrom('claims')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.min('created_at').as('since')])
    .where('order_id', '=', order)
    .groupBy('state')
    .orderBy('state')
    .execute()
  const names = [...rules.facts(order, []), `${rules.erased}${order}`]
  const facts = await store.selectFrom('facts').select('name').where('name', 'in', names).orderBy('name').execute()
  const further = [...(await numberedOf(store, rules, order)), ...parts]
  return { jobs, claims, facts: [...facts.map(({ name }) => name), ...further] }
}

/** That a job is of this order, or of a part of it: an event that came before its parcel does not name the order. */
const isOf = (order: string, parts: readonly string[]) =>
  parts.length === 0
    ? sql<boolean>`work.order_id = ${order}`
    : sql<boolean>`(work.order_id = ${order} or (work.order_id is null and work.lane in (${sql.join(parts)})))`

async function numberedOf(store: Store | Within, { numbered }: ErasureRules, order: string): Promise<string[]> {
  const names: string[] = []
  while ((await readFact(store, numbered(order, names.length))) !== undefined) names.push(numbered(order, names.length))
  return names
}

/** Facts whose value names the order that they belong to. */
async function partsOf({ kind, store }: Database, beginning: string | undefined, order: string): Promise<string[]> {
  if (beginning === undefined) return []
  const named = kind === 'postgres' ? sql`cast(value as json) ->> 'order'` : sql`json_extract(value, '$.order')`
  const { rows } = await sql<{ name: string }>`select name from facts where name like ${`${beginning}%`} and ${named} = ${order} order by name`.execute(store)
  return rows.map(({ name }) => name)
}

async function eraseOrder(database: Database, rules: ErasureRules, order: string, now: () => number): Promise<Unsettled[]> {
  // Outside of the commit, since all parts are read; none comes while nothing of the order is open.
  const parts = await partsOf(database, rules.parts, order)
  return database.transact(async (within) => {
    // What comes meanwhile waits for this commit, and finds that the order was erased.
    await wakeLanes(within, [...rules.lanes(order), ...parts], never)
    const jobs = await within.selectFrom('work').select(['id', 'kind', 'state', 'lane']).where(isOf(order, parts)).execute()
    const isOpen = ({ kind, state }: Pick<JobRow, 'kind' | 'state'>) =>
      state === 'waiting' || state === 'held' || (state === 'failed' && rules.byHand.includes(kind))
    const open: Unsettled[] = jobs.filter(isOpen).map(({ id, kind, state }) => ({ id, kind, state }))
    await within.updateTable('work').set({ notes: '[]', result: '{}' }).where(isOf(order, parts)).where('state', 'in', bodiless).execute()
    for (const some of chunks(jobs.filter((job) => job.state === 'failed' && !isOpen(job)).map(({ id }) => id))) {
      const ended = { state: 'dropped', body: blanked, notes: JSON.stringify([givenUp]), result: '{}', due_at: now(), settled_at: now() } as const
      await within.updateTable('work').set(ended).where('id', 'in', some).where('state', '=', 'failed').execute()
    }
    for (const claim of await claimsOf(within, order)) {
      const change = rules.claim(claim)
      if (change) await changeClaims(within, [{ ...change, key: claim.key, from: [claim.state] }], now())
      else if (!open.some(({ id }) => id === claim.job)) open.push({ id: claim.key, kind: 'claim', state: claim.state })
    }
    if (open.length > 0) return open
    const names = [
      ...parts,
      ...(await numberedOf(within, rules, order)),
      ...rules.facts(
        order,
        jobs.map(({ id }) => id),
      ),
    ]
    for (const some of chunks(names)) await within.deleteFrom('facts').where('name', 'in', some).execute()
    await keepFirst(within, `${rules.erased}${order}`, { at: now() }, now())
    return []
  })
}

async function sweep({ store, transact }: Database, { all, customers, unnamed }: ErasureRules): Promise<Unsettled[]> {
  for (const beginning of all) {
    let more = true
    while (more) {
      more = await transact(async (within) => {
        const some = await within.selectFrom('facts').select('name').where('name', 'like', `${beginning}%`).limit(batch).execute()
        const names = some.map(({ name }) => name)
        for (const chunk of chunks(names)) await within.deleteFrom('facts').where('name', 'in', chunk).execute()
        return names.length === batch
      })
    }
  }
  const nobodys = (from: Store | Within) =>
    from
      .selectFrom('work')
      .where('kind', 'in', [...customers, ...unnamed])
      .where('order_id', 'is', null)
      .limit(batch)
  let more = true
  while (more) {
    more = await transact(async (within) => {
      const some = nobodys(within)
        .select('seq')
        .where('state', 'in', [...bodiless, 'failed'])
      const { numDeletedRows } = await within.deleteFrom('work').where('seq', 'in', some).executeTakeFirst()
      return numDeletedRows >= batch
    })
  }
  return nobodys(store).select(['id', 'kind', 'state']).execute()
}
