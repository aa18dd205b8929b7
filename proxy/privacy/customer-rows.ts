import { redactedStates } from '../jobs/redaction.ts'
import type { Database } from '../store/database.ts'
import type { ErasureRules, Unsettled } from './order-rows.ts'
import { lockOrderingKeys } from '../jobs/ordering-keys.ts'
import { chunks } from '../store/chunks.ts'
import { revocationLife } from '../identity/revocations.ts'

/** A summary for people: the rows of one kind and state that name a customer. */
export interface CustomerSummary {
  what: string
  state?: string
  count: number
  /** The time of the oldest row, in milliseconds since 1970. */
  since: number
}

/** Shows and erases the data of customers that belongs to no order: each customer in one commit. */
export interface CustomerRecords {
  describe(rules: ErasureRules, customer: string): Promise<CustomerSummary[]>
  /** Erases settled and failed rows; returns the rows that are still open. */
  erase(rules: ErasureRules, customer: string): Promise<Unsettled[]>
}

/** Creates {@link CustomerRecords} over a store. */
export const createCustomerRecords = (database: Database, now: () => number): CustomerRecords => ({
  describe: (rules, customer) => describeCustomer(database, rules, customer),
  erase: (rules, customer) => eraseCustomer(database, rules, customer, now()),
})

async function describeCustomer({ store }: Database, { customers, orderingKeyOfCustomer }: ErasureRules, customer: string): Promise<CustomerSummary[]> {
  const jobs = await store
    .selectFrom('work')
    .select(({ fn }) => ['kind', 'state', fn.countAll<number>().as('count'), fn.min('accepted_at').as('since')])
    .where('lane', '=', orderingKeyOfCustomer(customer))
    .where('kind', 'in', customers)
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute()
  const redemptions = await store
    .selectFrom('redemptions')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.min('requested_at').as('since')])
    .where('customer', '=', customer)
    .groupBy('state')
    .orderBy('state')
    .execute()
  const ended = await store.selectFrom('revocations').select('revoked_at').where('customer', '=', customer).executeTakeFirst()
  return [
    ...jobs.map(({ kind, ...row }) => ({ what: `job: ${kind}`, ...row })),
    ...redemptions.map((row) => ({ what: 'redemption', ...row })),
    ...(ended ? [{ what: 'end of sessions', count: 1, since: ended.revoked_at }] : []),
  ].map((row) => ({ ...row, count: Number(row.count), since: Number(row.since) }))
}

async function eraseCustomer({ transact }: Database, { customers, orderingKeyOfCustomer }: ErasureRules, customer: string, now: number): Promise<Unsettled[]> {
  const orderingKey = orderingKeyOfCustomer(customer)
  return transact(async (tx) => {
    await lockOrderingKeys(tx, [orderingKey])
    const jobs = await tx.selectFrom('work').select(['id', 'kind', 'state']).where('lane', '=', orderingKey).where('kind', 'in', customers).execute()
    const isOver = ({ state }: { state: string }) => state === 'failed' || redactedStates.some((one) => one === state)
    for (const some of chunks(jobs.filter(isOver).map(({ id }) => id))) await tx.deleteFrom('work').where('id', 'in', some).execute()
    await tx
      .deleteFrom('redemptions')
      .where('customer', '=', customer)
      .where(({ or, eb }) => or([eb('state', 'in', ['settled', 'failed', 'unknown']), eb('deadline', '<=', now)]))
      .execute()
    const redemptions = await tx.selectFrom('redemptions').select(['id', 'state']).where('customer', '=', customer).execute()
    // A younger revocation stays: a session that was opened before it may still be used.
    await tx
      .deleteFrom('revocations')
      .where('customer', '=', customer)
      .where('revoked_at', '<=', now - revocationLife)
      .execute()
    const ended = await tx.selectFrom('revocations').select('customer').where('customer', '=', customer).executeTakeFirst()
    return [
      ...jobs.filter((job) => !isOver(job)),
      ...redemptions.map((row) => ({ kind: 'redemption', ...row })),
      ...(ended ? [{ kind: 'end of sessions of customer', id: ended.customer, state: `kept for ${revocationLife / 3_600_000} hours` }] : []),
    ]
  })
}
