import { sql } from 'kysely'
import { chunks } from '../store/chunks.ts'
import { putFacts, readFactTimes } from '../store/facts.ts'
import type { Tx } from '../store/tables.ts'
import { appendNotes, applyOutcome, type Attempt, type JobUpdate } from './apply-outcome.ts'
import type { Invalidation } from './handler.ts'
import { insertJobs } from './insert-jobs.ts'
import type { ClaimedJob } from './job.ts'
import { lockOrderingKeys, wakeOrderingKeys } from './ordering-keys.ts'
import { factsOf, followUpsOf, invalidationsOf, wakesOf } from './outcome-effects.ts'
import { redactedBody, redactedStates } from './redaction.ts'

/** An attempt with the update of its job. */
export interface StoredAttempt extends Attempt {
  update: JobUpdate
}

interface OutcomesInput {
  attempts: readonly Attempt[]
  /** Names that delivered jobs have woken lately, each with its time. */
  wokenAt: ReadonlyMap<string, number>
  now: number
}

/** Stores the outcomes of attempts with all their effects. Leaves out jobs that another process has settled in the meantime. */
export async function storeOutcomes(tx: Tx, { attempts, wokenAt, now }: OutcomesInput): Promise<StoredAttempt[]> {
  if (attempts.length === 0) return []
  const updated = attempts.map((attempt) => ({ ...attempt, update: applyOutcome(attempt, now) }))
  await makeDueIfWoken(tx, updated, wokenAt, now)
  // All rows of ordering keys are locked in one order before any job is changed.
  const woken = await keysWaitingFor(tx, [...new Set(attempts.flatMap(({ outcome }) => wakesOf(outcome)))])
  await lockOrderingKeys(tx, [...attempts.map(({ job }) => job.orderingKey), ...woken])
  const applied = await updateJobs(
    tx,
    updated.map(({ update }) => update),
  )
  const stored = updated.filter(({ job }) => applied.has(job.seq))
  await delayJobsThatWaitForSame(tx, stored)
  await supersedeEarlier(
    tx,
    stored.flatMap(({ job, update: { state } }) => (state === 'delivered' ? [job] : [])),
    now,
  )
  await storeEffects(tx, stored, now)
  return stored
}

/** Stores follow-up jobs, facts, rows of other domains and invalidations, and wakes waiting jobs. */
async function storeEffects(tx: Tx, stored: readonly StoredAttempt[], now: number) {
  const outcomes = stored.map(({ outcome }) => outcome)
  await insertJobs(tx, outcomes.flatMap(followUpsOf), now)
  await putFacts(tx, Object.assign({}, ...outcomes.map(factsOf)) as Record<string, unknown>, now)
  for (const { write } of outcomes) await write?.(tx, now)
  await insertInvalidations(tx, outcomes.flatMap(invalidationsOf), now)
  await wakeJobs(tx, [...new Set(outcomes.flatMap(wakesOf))], now)
}

/** Makes a waiting job due at once if what it waits for came during the attempt, in this process or in another one. */
async function makeDueIfWoken(tx: Tx, updated: readonly StoredAttempt[], wokenAt: ReadonlyMap<string, number>, now: number) {
  const changedAt = await readFactTimes(
    tx,
    updated.flatMap(({ update: { waitsFor } }) => waitsFor ?? []),
  )
  for (const { update, startedAt } of updated) {
    const name = update.waitsFor
    if (name !== null && Math.max(wokenAt.get(name) ?? -1, changedAt.get(name) ?? -1) >= startedAt) update.dueAt = now
  }
}

/** Returns the ordering keys of jobs that wait for these names. */
async function keysWaitingFor(tx: Tx, names: readonly string[]): Promise<string[]> {
  const keys: string[] = []
  for (const some of chunks(names)) {
    const rows = await tx.selectFrom('work').select('lane as key').distinct().where('state', '=', 'waiting').where('waits_for', 'in', some).execute()
    for (const { key } of rows) keys.push(key)
  }
  return keys
}

async function wakeJobs(tx: Tx, names: readonly string[], now: number) {
  for (const some of chunks(names)) {
    const rows = await tx
      .updateTable('work')
      .set({ due_at: now })
      .where('state', '=', 'waiting')
      .where('waits_for', 'in', some)
      .returning('lane as key')
      .execute()
    await wakeOrderingKeys(
      tx,
      rows.map(({ key }) => key),
      now,
    )
  }
}

/**
 * Updates jobs that still wait, and returns the numbers of the updated rows. `delivered` and `superseded` also replace any other state: the job
 * was done, whatever a person decided in the meantime.
 */
async function updateJobs(tx: Tx, updates: readonly JobUpdate[]): Promise<Set<number>> {
  const applied = new Set<number>()
  for (const some of chunks(updates)) {
    const values = some.map(
      (one) =>
        sql`(${one.seq}, ${one.state}, ${one.attempts}, ${Number(one.inDoubt)}, ${JSON.stringify(one.notes)}, ${JSON.stringify(one.result)}, ${one.waitsFor}, ${one.missingSince}, ${one.dueAt}, ${one.settledAt})`,
    )
    const answer = await sql<{ seq: number }>`
      with v (seq, state, attempts, doubtful, notes, result, waits_for, missing_since, due_at, settled_at) as (values ${sql.join(values)})
      update work set body = case when v.state in (${sql.join(redactedStates)}) then ${redactedBody} else work.body end, state = v.state, attempts = cast(v.attempts as integer), doubtful = cast(v.doubtful as integer), notes = v.notes, result = v.result,
        waits_for = v.waits_for, missing_since = cast(v.missing_since as bigint), due_at = cast(v.due_at as bigint), settled_at = cast(v.settled_at as bigint)
      from v
      where work.seq = cast(v.seq as bigint)
        and (work.state = 'waiting' or (v.state in ('delivered', 'superseded') and work.state not in ('delivered', 'superseded')))
      returning work.seq as seq`.execute(tx)
    for (const { seq } of answer.rows) applied.add(seq)
  }
  return applied
}

/**
 * Delays the other jobs of an ordering key that wait for the same name: none of them is due before the job that has just missed it. They would get
 * the same answer, and they keep their order. Otherwise a due job would have the first of them attempted again and again, and no job behind it.
 */
async function delayJobsThatWaitForSame(tx: Tx, stored: readonly StoredAttempt[]) {
  for (const { job, update } of stored) {
    if (update.state !== 'waiting' || update.waitsFor === null) continue
    await tx
      .updateTable('work')
      .set({ due_at: update.dueAt })
      .where('lane', '=', job.orderingKey)
      .where('waits_for', '=', update.waitsFor)
      .where('state', '=', 'waiting')
      .where('doubtful', '=', 0)
      .where('due_at', '<', update.dueAt)
      .execute()
  }
}

/** Supersedes earlier unfinished jobs about the same subject as a delivered job: they would undo the newer change. */
async function supersedeEarlier(tx: Tx, delivered: readonly ClaimedJob[], now: number) {
  const nameOf = ({ orderingKey, priority, kind, subject }: Pick<ClaimedJob, 'orderingKey' | 'priority' | 'kind' | 'subject'>) =>
    JSON.stringify([orderingKey, priority, kind, subject])
  const newest = new Map(delivered.map((job) => [nameOf(job), job.seq]))
  for (const some of chunks([...new Set(delivered.map(({ subject }) => subject))])) {
    const undone = await tx
      .selectFrom('work')
      .select(['seq', 'lane as orderingKey', 'rank as priority', 'kind', 'subject', 'notes'])
      .where('subject', 'in', some)
      .where('state', 'in', ['waiting', 'held', 'failed'])
      .execute()
    for (const row of undone) {
      if (row.seq >= (newest.get(nameOf(row)) ?? 0)) continue
      const notes = JSON.stringify(appendNotes(JSON.parse(row.notes) as string[], ['a newer report about the same subject was delivered']))
      const ended = { state: 'superseded', body: redactedBody, notes, waits_for: null, due_at: now, settled_at: now } as const
      await tx.updateTable('work').set(ended).where('seq', '=', row.seq).execute()
    }
  }
}

async function insertInvalidations(tx: Tx, invalidations: readonly Invalidation[], now: number) {
  for (const some of chunks(invalidations)) {
    await tx
      .insertInto('notices')
      .values(some.map(({ topic, key }) => ({ topic, customer: key, noted_at: now })))
      .execute()
  }
}
