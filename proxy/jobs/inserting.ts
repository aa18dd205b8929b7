import { createHash, randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import { blank } from './blanking.ts'
import { isManual, isRevivedByRepeat } from './by-hand.ts'
import { chunks } from '../store/chunks.ts'
import type { Tables, Within } from '../store/tables.ts'
import type { Job, JobState } from './job.ts'

type NewRow = Insertable<Tables['work']>

/** A stored job that a new one may repeat. */
type Known = Pick<NewRow, 'id' | 'kind' | 'hash' | 'state' | 'lane' | 'manual'>

/** A due time that is due at once by any clock: for callers that do not know the time of the store. */
export const atOnce = 0

/** Stores jobs behind the existing ones, except repeats. Returns one id per job, in order; for a repeat, the id of the first job. */
export async function insertJobs(within: Within, jobs: readonly Job[], now: number, due = now): Promise<string[]> {
  if (jobs.length === 0) return []
  const newest = await findNewest(within, jobs)
  const byOnce = new Map<string, string>()
  const again = new Map<string, Known & Pick<NewRow, 'body'>>()
  const rows: NewRow[] = []
  const ids = jobs.map((job) => {
    const row = toRow(job, now, due)
    const last = row.once == null ? newest.get(row.subject) : undefined
    if (last?.hash === row.hash && last.kind === row.kind) {
      if (isRevivedByRepeat(last)) again.set(last.id, { ...last, body: row.body })
      return last.id
    }
    const first = row.once == null ? undefined : byOnce.get(row.once)
    if (first !== undefined) return first
    if (row.once != null) byOnce.set(row.once, row.id)
    newest.set(row.subject, row)
    rows.push(row)
    return row.id
  })
  const stored = new Set<string>()
  for (const some of chunks(rows)) {
    const answered = await within
      .insertInto('work')
      .values(some)
      .onConflict((conflict) => conflict.column('once').doNothing())
      .returning('id')
      .execute()
    for (const { id } of answered) stored.add(id)
  }
  const repeated = rows.filter(({ id }) => !stored.has(id))
  const firsts = await findFirsts(
    within,
    repeated.map(({ once }) => once!),
  )
  for (const { once, body } of repeated) {
    const first = firsts.get(once!)!
    if (isRevivedByRepeat(first)) again.set(first.id, { ...first, body })
  }
  const revived = [...again.values()]
  await reviveJobs(
    within,
    revived.filter((job) => !isManual(job)),
    { now, due },
  )
  await reviveJobs(within, revived.filter(isManual), { now, due, from: ['superseded'] })
  const lanes = [...rows.filter(({ id }) => stored.has(id)), ...again.values()].map(({ lane }) => lane)
  await wakeLanes(within, lanes, due)
  const replaced = new Map(repeated.map(({ id, once }) => [id, firsts.get(once!)!.id]))
  return ids.map((id) => replaced.get(id) ?? id)
}

/** The due time of a lane with nothing due. */
export const never = Number.MAX_SAFE_INTEGER

/** Makes these lanes due at `due` or earlier. Their rows stay locked until the transaction ends; they are always locked in the same order. */
export async function wakeLanes(within: Within, lanes: readonly string[], due: number) {
  for (const some of chunks([...new Set(lanes)].sort())) {
    await within
      .insertInto('lanes')
      .values(some.map((lane) => ({ lane, next_due: due, fresh: due === never ? 0 : 1, owner: null, lease_until: 0 })))
      .onConflict((conflict) =>
        conflict.column('lane').doUpdateSet({
          next_due: sql`case when lanes.next_due < excluded.next_due then lanes.next_due else excluded.next_due end`,
          fresh: sql`case when lanes.fresh > excluded.fresh then lanes.fresh else excluded.fresh end`,
        }),
      )
      .execute()
  }
}

/** States in which a job is not done. */
const undone: readonly JobState[] = ['waiting', 'held', 'failed', 'dropped']

/**
 * Makes jobs due again, with a new deadline; returns their ids. The caller has to wake their lanes. Only jobs in the states `from` are revived:
 * a job that was done in the meantime stays done. A blanked body is replaced by `body`, the one of the repeat.
 */
export async function reviveJobs(
  within: Within,
  jobs: readonly { id: string; body?: string }[],
  { now, due, from = undone }: { now: number; due: number; from?: readonly JobState[] },
): Promise<string[]> {
  const revived: string[] = []
  for (const some of chunks(jobs)) {
    const rows = await within
      .updateTable('work')
      .set({ state: 'waiting', waits_for: null, missing_since: null, began_at: now, due_at: due, settled_at: null })
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .where('state', 'in', from)
      .returning('id')
      .execute()
    for (const { id } of rows) revived.push(id)
  }
  for (const { id, body } of jobs) {
    if (body !== undefined)
      await within.updateTable('work').set({ body }).where('id', '=', id).where('state', '=', 'waiting').where('body', '=', blank).execute()
  }
  return revived
}

function toRow({ kind, lane, rank, subject, order, body, collapse, manual = false, keepsBody = false }: Job, now: number, due: number): NewRow {
  const hash = digest(body)
  return {
    id: randomUUID(),
    kind,
    lane,
    rank,
    subject,
    order_id: order,
    body,
    hash,
    once: collapse === 'ever' ? digest(JSON.stringify([kind, subject, hash])) : null,
    state: 'waiting',
    attempts: 0,
    doubtful: 0,
    notes: '[]',
    result: '{}',
    waits_for: null,
    missing_since: null,
    accepted_at: now,
    began_at: now,
    due_at: due,
    settled_at: null,
    manual: Number(manual),
    keeps_body: Number(keepsBody),
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Finds the newest job about each subject of the jobs with `collapse: 'latest'`. */
async function findNewest(within: Within, jobs: readonly Job[]) {
  const subjects = [...new Set(jobs.flatMap(({ collapse, subject }) => (collapse === 'latest' ? [subject] : [])))]
  const found = new Map<string, Known>()
  for (const some of chunks(subjects)) {
    const rows = await within
      .selectFrom('work')
      .select(['subject', 'id', 'kind', 'hash', 'state', 'lane', 'manual'])
      .where('seq', 'in', (newest) =>
        newest
          .selectFrom('work')
          .select(({ fn }) => fn.max('seq').as('seq'))
          .where('subject', 'in', some)
          .groupBy('subject'),
      )
      .execute()
    for (const { subject, ...row } of rows) found.set(subject, row)
  }
  return found
}

async function findFirsts(within: Within, keys: readonly string[]) {
  const found = new Map<string, Known>()
  for (const some of chunks(keys)) {
    const rows = await within.selectFrom('work').select(['once', 'id', 'kind', 'hash', 'state', 'lane', 'manual']).where('once', 'in', some).execute()
    for (const { once, ...row } of rows) found.set(once!, row)
  }
  return found
}
