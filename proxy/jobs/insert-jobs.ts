import { chunks } from '../store/chunks.ts'
import type { Tx } from '../store/tables.ts'
import type { Job } from './job.ts'
import { toRow, type NewJobRow } from './job-row.ts'
import { isManual, isRestartedByRepeat } from './manual-jobs.ts'
import { wakeOrderingKeys } from './ordering-keys.ts'
import { restartJobs } from './restart-jobs.ts'

/** A stored job that a new one may repeat. */
type KnownJob = Pick<NewJobRow, 'id' | 'kind' | 'hash' | 'state' | 'manual'> & { orderingKey: string }

/** A job that its repeat starts again, with the body of the repeat. */
type Restart = KnownJob & { body: string }

interface InsertPlan {
  /** One id per job, in order. */
  ids: string[]
  /** The rows to insert; some of them may repeat a job by their column `once`. */
  rows: NewJobRow[]
  /** The jobs to start again, by their ids. */
  restarts: Map<string, Restart>
}

/** Stores jobs behind the existing ones, except repeats. Returns one id per job, in order; for a repeat, the id of the first job. */
export async function insertJobs(tx: Tx, jobs: readonly Job[], now: number, due = now): Promise<string[]> {
  if (jobs.length === 0) return []
  const { ids, rows, restarts } = planInserts(jobs, await findNewest(tx, jobs), now, due)
  const inserted = await insertRows(tx, rows)
  const repeats = rows.filter(({ id }) => !inserted.has(id))
  const firsts = await findFirsts(
    tx,
    repeats.map(({ once }) => once!),
  )
  for (const { once, body } of repeats) {
    const first = firsts.get(once!)!
    if (isRestartedByRepeat(first)) restarts.set(first.id, { ...first, body })
  }
  await restartRepeated(tx, [...restarts.values()], now, due)
  const keys = [...rows.filter(({ id }) => inserted.has(id)).map(({ lane }) => lane), ...[...restarts.values()].map(({ orderingKey }) => orderingKey)]
  await wakeOrderingKeys(tx, keys, due)
  const replaced = new Map(repeats.map(({ id, once }) => [id, firsts.get(once!)!.id]))
  return ids.map((id) => replaced.get(id) ?? id)
}

/** Decides which jobs get a row, and which repeat a job of the same call or the newest job about their subject. */
function planInserts(jobs: readonly Job[], newest: Map<string, KnownJob>, now: number, due: number): InsertPlan {
  const idOfOnce = new Map<string, string>()
  const restarts: InsertPlan['restarts'] = new Map()
  const rows: NewJobRow[] = []
  const ids = jobs.map((job) => {
    const row = toRow(job, now, due)
    const last = row.once == null ? newest.get(row.subject) : undefined
    if (last?.hash === row.hash && last.kind === row.kind) {
      if (isRestartedByRepeat(last)) restarts.set(last.id, { ...last, body: row.body })
      return last.id
    }
    const first = row.once == null ? undefined : idOfOnce.get(row.once)
    if (first !== undefined) return first
    if (row.once != null) idOfOnce.set(row.once, row.id)
    newest.set(row.subject, { ...row, orderingKey: row.lane })
    rows.push(row)
    return row.id
  })
  return { ids, rows, restarts }
}

/** Inserts rows, except those whose `once` exists; returns the ids of the inserted rows. */
async function insertRows(tx: Tx, rows: readonly NewJobRow[]): Promise<Set<string>> {
  const inserted = new Set<string>()
  for (const some of chunks(rows)) {
    const answered = await tx
      .insertInto('work')
      .values(some)
      .onConflict((conflict) => conflict.column('once').doNothing())
      .returning('id')
      .execute()
    for (const { id } of answered) inserted.add(id)
  }
  return inserted
}

async function restartRepeated(tx: Tx, restarts: readonly Restart[], now: number, due: number) {
  await restartJobs(
    tx,
    restarts.filter((job) => !isManual(job)),
    { now, due },
  )
  await restartJobs(tx, restarts.filter(isManual), { now, due, from: ['superseded'] })
}

/** Finds the newest job about each subject of the jobs with `collapse: 'latest'`. */
async function findNewest(tx: Tx, jobs: readonly Job[]) {
  const subjects = [...new Set(jobs.flatMap(({ collapse, subject }) => (collapse === 'latest' ? [subject] : [])))]
  const found = new Map<string, KnownJob>()
  for (const some of chunks(subjects)) {
    const rows = await tx
      .selectFrom('work')
      .select(['subject', 'id', 'kind', 'hash', 'state', 'lane as orderingKey', 'manual'])
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

/** Finds the jobs with these values of `once`. */
async function findFirsts(tx: Tx, onces: readonly string[]) {
  const found = new Map<string, KnownJob>()
  for (const some of chunks(onces)) {
    const rows = await tx
      .selectFrom('work')
      .select(['once', 'id', 'kind', 'hash', 'state', 'lane as orderingKey', 'manual'])
      .where('once', 'in', some)
      .execute()
    for (const { once, ...row } of rows) found.set(once!, row)
  }
  return found
}
