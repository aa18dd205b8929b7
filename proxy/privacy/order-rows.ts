import { sql } from 'kysely'
import { redactedBody, redactedStates } from '../jobs/redaction.ts'
import { changeClaims, claimsOf } from '../claims/claim-rows.ts'
import type { ClaimChange, StoredClaim } from '../claims/claim-store.ts'
import type { Database } from '../store/database.ts'
import { putIfAbsent, readFact } from '../store/facts.ts'
import { lockOrderingKeys } from '../jobs/ordering-keys.ts'
import { chunks } from '../store/chunks.ts'
import type { Store, Tx, JobRow } from '../store/tables.ts'
import type { JobState } from '../jobs/job.ts'

/** A job, claim or other row that has to be settled before the facts of an order can be deleted. */
export interface Unsettled {
  /** The id of a job, or the key of a claim. */
  id: string
  kind: string
  state: string
}

/** A summary for people: the data that the store has of an order. */
export interface OrderSummary {
  jobs: { kind: string; state: JobState; count: number; since: number }[]
  claims: { state: string; count: number; since: number }[]
  /** The names of its facts. */
  facts: string[]
}

/** The rules that say which data belongs to an order, and what stays of it. */
export interface ErasureRules {
  /** The prefix of the fact about an order; the id of the order follows. */
  known: string
  /** The prefix of the fact that the order was erased; the id of the order follows. */
  erased: string
  /** The ordering keys of jobs of the order. */
  orderingKeys(order: string): string[]
  /** The names of the facts of the order and of these jobs. */
  facts(order: string, jobs: readonly string[]): string[]
  /** The name of its numbered facts. */
  numbered(order: string, index: number): string
  /**
   * The prefixes of facts whose value names their order. Some of their names are also ordering keys of jobs that may not name the order. Absent: these
   * facts are left for the sweep, because all of them have to be read to find those of one order.
   */
  parts?: readonly string[]
  /** The prefixes of all facts that are deleted after the last order. */
  all: readonly string[]
  /** The kinds of jobs that name customers and belong to no order; `orderingKeyOfCustomer` returns the ordering key of a customer’s jobs. */
  customers: readonly string[]
  orderingKeyOfCustomer(customer: string): string
  /** The kinds of jobs that may belong to an order without naming it. */
  unnamed: readonly string[]
  /** The kinds whose failed jobs stay, because a person has to decide about money. */
  byHand: readonly string[]
  /** The change that erases a claim; undefined while the claim is being resolved. */
  claim(kept: StoredClaim): ClaimChange | undefined
}

/** Shows and erases the data of orders, each order in one commit. */
export interface OrderRecords {
  /** Lists the ids of orders after this one that are not erased, in order. */
  list(rules: ErasureRules, after: string, limit: number): Promise<string[]>
  describe(rules: ErasureRules, order: string): Promise<OrderSummary>
  /** Erases settled rows, drops failed jobs, and deletes the facts of the order if nothing of it is open; returns what is still open. */
  erase(rules: ErasureRules, order: string): Promise<Unsettled[]>
  /** Erases the remaining data after all orders are erased; returns what is still open. */
  sweep(rules: ErasureRules): Promise<Unsettled[]>
}

/** The most rows that one commit deletes, so that it does not delay others. */
const batch = 500
const droppedNote = 'dropped: the data of its order had to be erased'

/** Creates {@link OrderRecords} over a store. */
export const createOrderRecords = (database: Database, now: () => number): OrderRecords => ({
  list: ({ known, erased }, after, limit) => listOrders(database.store, { known, erased, after, limit }),
  describe: (rules, order) => describeOrder(database, rules, order),
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

async function describeOrder(database: Database, rules: ErasureRules, order: string): Promise<OrderSummary> {
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

/** Condition: a job belongs to this order, or to a part of it. An event that came before its parcel does not name the order. */
const isOf = (order: string, parts: readonly string[]) =>
  parts.length === 0
    ? sql<boolean>`work.order_id = ${order}`
    : sql<boolean>`(work.order_id = ${order} or (work.order_id is null and work.lane in (${sql.join(parts)})))`

async function numberedOf(store: Store | Tx, { numbered }: ErasureRules, order: string): Promise<string[]> {
  const names: string[] = []
  while ((await readFact(store, numbered(order, names.length))) !== undefined) names.push(numbered(order, names.length))
  return names
}

/** Finds the facts whose value names this order. */
async function partsOf({ kind, store }: Database, prefixes: readonly string[] = [], order: string): Promise<string[]> {
  if (prefixes.length === 0) return []
  const named = kind === 'postgres' ? sql`cast(value as json) ->> 'order'` : sql`json_extract(value, '$.order')`
  const { rows } = await sql<{ name: string }>`select name from facts where (${sql.join(
    prefixes.map((prefix) => sql`name like ${`${prefix}%`}`),
    sql` or `,
  )}) and ${named} = ${order} order by name`.execute(store)
  return rows.map(({ name }) => name)
}

async function eraseOrder(database: Database, rules: ErasureRules, order: string, now: () => number): Promise<Unsettled[]> {
  // Outside the transaction, because all parts are read. While nothing of the order is open, no new part is added.
  const parts = await partsOf(database, rules.parts, order)
  return database.transact(async (tx) => {
    // Jobs of the order that come in the meantime wait for this commit, and then find that the order was erased.
    await lockOrderingKeys(tx, [...rules.orderingKeys(order), ...parts])
    const jobs = await tx.selectFrom('work').select(['id', 'kind', 'state', 'lane']).where(isOf(order, parts)).execute()
    const isOpen = ({ kind, state }: Pick<JobRow, 'kind' | 'state'>) =>
      state === 'waiting' || state === 'held' || (state === 'failed' && rules.byHand.includes(kind))
    const open: Unsettled[] = jobs.filter(isOpen).map(({ id, kind, state }) => ({ id, kind, state }))
    await tx.updateTable('work').set({ notes: '[]', result: '{}' }).where(isOf(order, parts)).where('state', 'in', redactedStates).execute()
    for (const some of chunks(jobs.filter((job) => job.state === 'failed' && !isOpen(job)).map(({ id }) => id))) {
      const ended = { state: 'dropped', body: redactedBody, notes: JSON.stringify([droppedNote]), result: '{}', due_at: now(), settled_at: now() } as const
      await tx.updateTable('work').set(ended).where('id', 'in', some).where('state', '=', 'failed').execute()
    }
    for (const claim of await claimsOf(tx, order)) {
      const change = rules.claim(claim)
      if (change) await changeClaims(tx, [{ ...change, key: claim.key, from: [claim.state] }], now())
      else if (!open.some(({ id }) => id === claim.job)) open.push({ id: claim.key, kind: 'claim', state: claim.state })
    }
    if (open.length > 0) return open
    const names = [
      ...parts,
      ...(await numberedOf(tx, rules, order)),
      ...rules.facts(
        order,
        jobs.map(({ id }) => id),
      ),
    ]
    for (const some of chunks(names)) await tx.deleteFrom('facts').where('name', 'in', some).execute()
    await putIfAbsent(tx, `${rules.erased}${order}`, { at: now() }, now())
    return []
  })
}

async function sweep({ store, transact }: Database, { all, customers, unnamed }: ErasureRules): Promise<Unsettled[]> {
  for (const prefix of all) {
    let more = true
    while (more) {
      more = await transact(async (tx) => {
        const some = await tx.selectFrom('facts').select('name').where('name', 'like', `${prefix}%`).limit(batch).execute()
        const names = some.map(({ name }) => name)
        for (const chunk of chunks(names)) await tx.deleteFrom('facts').where('name', 'in', chunk).execute()
        return names.length === batch
      })
    }
  }
  const jobsWithoutOrder = (from: Store | Tx) =>
    from
      .selectFrom('work')
      .where('kind', 'in', [...customers, ...unnamed])
      .where('order_id', 'is', null)
      .limit(batch)
  let more = true
  while (more) {
    more = await transact(async (tx) => {
      const some = jobsWithoutOrder(tx)
        .select('seq')
        .where('state', 'in', [...redactedStates, 'failed'])
      const { numDeletedRows } = await tx.deleteFrom('work').where('seq', 'in', some).executeTakeFirst()
      return numDeletedRows >= batch
    })
  }
  return jobsWithoutOrder(store).select(['id', 'kind', 'state']).execute()
}
