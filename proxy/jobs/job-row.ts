import { createHash, randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { JobRow, Tables } from '../store/tables.ts'
import type { ClaimedJob, Job, StoredJob } from './job.ts'

/*
 * The one place that maps rows of jobs to jobs. Columns have their first names, see `store/tables.ts`.
 */

/** The row of a new job. */
export type NewJobRow = Insertable<Tables['work']>

/** Makes the row of a new job. */
export function toRow(
  { kind, orderingKey, priority, subject, businessKey, body, collapse, manual = false, keepsBody = false }: Job,
  now: number,
  due: number,
): NewJobRow {
  const hash = digest(body)
  return {
    id: randomUUID(),
    kind,
    lane: orderingKey,
    rank: priority,
    subject,
    order_id: businessKey,
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

/** Reads a job for people and programs that look it up. */
export const toStoredJob = (row: JobRow): StoredJob => ({
  id: row.id,
  seq: row.seq,
  kind: row.kind,
  orderingKey: row.lane,
  priority: row.rank,
  subject: row.subject,
  businessKey: row.order_id,
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

/** Reads a job for the engine that runs it. */
export const toClaimedJob = (row: JobRow): ClaimedJob => ({
  ...toStoredJob(row),
  inDoubt: row.doubtful === 1,
  waitsFor: row.waits_for,
  missingSince: row.missing_since,
  beganAt: row.began_at,
})
