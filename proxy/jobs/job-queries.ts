import type { Store } from '../store/tables.ts'
import { jobStates, type JobState, type StoredJob } from './job.ts'
import { toStoredJob } from './job-row.ts'
import type { JobFilter, QueueStats } from './queue.ts'

/** Finds the job with this id. */
export async function findJob(store: Store, id: string): Promise<StoredJob | undefined> {
  const row = await store.selectFrom('work').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toStoredJob(row)
}

/** Lists the jobs that match a filter, newest first. */
export async function listJobs(store: Store, { states, kind, businessKey, orderingKey, limit = 50, after }: JobFilter): Promise<StoredJob[]> {
  let query = store.selectFrom('work').selectAll().orderBy('seq', 'desc').limit(limit)
  if (states) query = query.where('state', 'in', states)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (businessKey !== undefined) query = query.where('order_id', '=', businessKey)
  if (orderingKey !== undefined) query = query.where('lane', '=', orderingKey)
  if (after !== undefined) query = query.where('seq', '<', (last) => last.selectFrom('work').select('seq').where('id', '=', after))
  return (await query.execute()).map(toStoredJob)
}

/** The number of jobs of one kind in one state, and the milliseconds since the oldest was accepted. */
export interface QueueDepth {
  kind: string
  state: JobState
  jobs: number
  oldest: number
}

/** Counts the jobs that are not done, by state and kind. It leaves out the done ones, because there are many. */
export async function countOpen(store: Store, now: number): Promise<QueueDepth[]> {
  const count = (states: JobState[]) =>
    store
      .selectFrom('work')
      .select(({ fn }) => ['kind', 'state', fn.countAll<number>().as('jobs'), fn.min('accepted_at').as('since')])
      .where('state', 'in', states)
      .groupBy(['kind', 'state'])
      .execute()
  const rows = [...(await count(['waiting'])), ...(await count(['held', 'failed']))]
  return rows.map(({ since, ...row }) => ({ ...row, oldest: Math.max(0, now - since) }))
}

/** Counts the jobs in each state, and the waiting jobs by kind. */
export async function countJobs(store: Store, now: number): Promise<QueueStats> {
  const settled = await store
    .selectFrom('work')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('state', '<>', 'waiting')
    .groupBy('state')
    .execute()
  const waiting = await store
    .selectFrom('work')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count'), fn.min('accepted_at').as('oldest')])
    .where('state', '=', 'waiting')
    .groupBy('kind')
    .execute()
  const states = Object.fromEntries(jobStates.map((state) => [state, 0])) as Record<JobState, number>
  for (const { state, count } of settled) states[state] = count
  states.waiting = waiting.reduce((sum, { count }) => sum + count, 0)
  return {
    states,
    oldestWaiting: Math.max(0, ...waiting.map(({ oldest }) => now - oldest)),
    waiting: Object.fromEntries(waiting.map(({ kind, count }) => [kind, count])),
  }
}

/** When a webhook of this sender and topic (`shopify/orders-create`) came last; undefined if none is remembered. */
export async function lastDelivery(store: Store, topic: string): Promise<number | undefined> {
  // Keys begin with the topic and a space (`jobs/enqueue.ts`).
  const row = await store
    .selectFrom('deliveries')
    .select(({ fn }) => fn.max('arrived_at').as('at'))
    .where('key', '>=', `${topic} `)
    .where('key', '<', `${topic}!`)
    .executeTakeFirst()
  return row?.at == null ? undefined : Number(row.at)
}
