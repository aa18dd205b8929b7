import { blanked } from './blanking.ts'
import { droppedFact, isManual, type DroppedFacts } from './by-hand.ts'
import { keepFacts } from '../store/facts.ts'
import { reviveJobs, wakeLanes } from './inserting.ts'
import { chunks } from '../store/chunks.ts'
import { withNotes } from './settle.ts'
import type { Store, Within, JobRow } from '../store/tables.ts'
import { jobStates, type KeptJob, type QueueStats, type JobFilter, type JobState } from './job.ts'

/** Finds the job with this id. */
export async function findJob(store: Store, id: string): Promise<KeptJob | undefined> {
  const row = await store.selectFrom('work').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toKept(row)
}

/** Lists the jobs that match a filter, newest first. */
export async function listJobs(store: Store, { states, kind, order, limit = 50, after }: JobFilter): Promise<KeptJob[]> {
  let query = store.selectFrom('work').selectAll().orderBy('seq', 'desc').limit(limit)
  if (states) query = query.where('state', 'in', states)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (order !== undefined) query = query.where('order_id', '=', order)
  if (after !== undefined) query = query.where('seq', '<', (last) => last.selectFrom('work').select('seq').where('id', '=', after))
  return (await query.execute()).map(toKept)
}

/** The number of jobs of one kind in one state, and the milliseconds since the oldest was accepted. */
export interface Depth {
  kind: string
  state: JobState
  jobs: number
  oldest: number
}

/** Counts the jobs that are not done, by state and kind. It leaves out the done ones, because there are many. */
export async function countOpen(store: Store, now: number): Promise<Depth[]> {
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

/** Makes jobs that are not done due at once, with a new deadline; returns their ids. Of dropped jobs only manual ones start again. */
export async function retryJobs(within: Within, ids: readonly string[], now: number, due: number): Promise<string[]> {
  const dropped = (await worksIn(within, ids, ['dropped'])).filter(isManual)
  const rows = [...(await worksIn(within, ids, notDone)), ...dropped]
  await keepFacts(within, Object.fromEntries(dropped.map(({ subject }) => [droppedFact(subject), null])), now)
  await wakeLanes(
    within,
    rows.map(({ lane }) => lane),
    due,
  )
  return reviveJobs(
    within,
    rows.map(({ id }) => ({ id })),
    { now, due },
  )
}

/** Drops jobs that are not done; returns the ids of the dropped jobs. For a manual job the store keeps this fact longer than the job. */
export async function dropJobs(within: Within, ids: readonly string[], note: string, now: number, due: number): Promise<string[]> {
  const rows = await worksIn(within, ids, notDone)
  await wakeLanes(
    within,
    rows.map(({ lane }) => lane),
    due,
  )
  const dropped: string[] = []
  for (const row of rows) {
    const { id, notes, subject, body } = row
    const changed = await within
      .updateTable('work')
      .set({ state: 'dropped', body: blanked, notes: withNotes(notes, [note]), due_at: now, settled_at: now })
      .where('id', '=', id)
      .where('state', 'in', notDone)
      .returning('id')
      .execute()
    dropped.push(...changed.map((row) => row.id))
    if (changed.length > 0 && isManual(row)) await keepFacts(within, { [droppedFact(subject)]: { work: id, body } satisfies DroppedFacts }, now)
  }
  return dropped
}

const notDone: JobState[] = ['waiting', 'held', 'failed']

async function worksIn(within: Within, ids: readonly string[], states: readonly JobState[]) {
  const rows: Pick<JobRow, 'id' | 'kind' | 'lane' | 'notes' | 'manual' | 'subject' | 'body'>[] = []
  for (const some of chunks([...new Set(ids)])) {
    const query = within
      .selectFrom('work')
      .select(['id', 'kind', 'lane', 'notes', 'manual', 'subject', 'body'])
      .where('id', 'in', some)
      .where('state', 'in', states)
    rows.push(...(await query.execute()))
  }
  return rows
}

const toKept = (row: JobRow): KeptJob => ({
  id: row.id,
  seq: row.seq,
  kind: row.kind,
  lane: row.lane,
  rank: row.rank,
  subject: row.subject,
  order: row.order_id,
  body: row.body,
  hash: row.hash,
  state: row.state,
  attempts: row.attempts,
  notes: JSON.parse(row.notes) as string[],
  result: JSON.parse(row.result) as Record<string, unknown>,
  acceptedAt: row.accepted_at,
  dueAt: Math.max(row.due_at, row.accepted_at),
  settledAt: row.settled_at,
})
