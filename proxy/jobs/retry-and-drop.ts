import { chunks } from '../store/chunks.ts'
import { putFacts } from '../store/facts.ts'
import type { JobRow, Tx } from '../store/tables.ts'
import { appendNotes } from './apply-outcome.ts'
import type { JobState } from './job.ts'
import { droppedFact, isManual, type DroppedFacts } from './manual-jobs.ts'
import { wakeOrderingKeys } from './ordering-keys.ts'
import { redactedBody } from './redaction.ts'
import { restartJobs } from './restart-jobs.ts'

/** Makes jobs that are not done due at once, with a new deadline; returns their ids. Of dropped jobs only manual ones start again. */
export async function retryJobs(tx: Tx, ids: readonly string[], now: number, due: number): Promise<string[]> {
  const dropped = (await jobsIn(tx, ids, ['dropped'])).filter(isManual)
  const rows = [...(await jobsIn(tx, ids, notDone)), ...dropped]
  await putFacts(tx, Object.fromEntries(dropped.map(({ subject }) => [droppedFact(subject), null])), now)
  await wakeOrderingKeys(
    tx,
    rows.map(({ orderingKey }) => orderingKey),
    due,
  )
  return restartJobs(
    tx,
    rows.map(({ id }) => ({ id })),
    { now, due },
  )
}

/** Drops jobs that are not done; returns the ids of the dropped jobs. For a manual job the store keeps this fact longer than the job. */
export async function dropJobs(tx: Tx, ids: readonly string[], note: string, now: number, due: number): Promise<string[]> {
  const rows = await jobsIn(tx, ids, notDone)
  await wakeOrderingKeys(
    tx,
    rows.map(({ orderingKey }) => orderingKey),
    due,
  )
  const dropped: string[] = []
  for (const row of rows) {
    const { id, notes, subject, body } = row
    const changed = await tx
      .updateTable('work')
      .set({ state: 'dropped', body: redactedBody, notes: JSON.stringify(appendNotes(JSON.parse(notes) as string[], [note])), due_at: now, settled_at: now })
      .where('id', '=', id)
      .where('state', 'in', notDone)
      .returning('id')
      .execute()
    dropped.push(...changed.map((row) => row.id))
    if (changed.length > 0 && isManual(row)) await putFacts(tx, { [droppedFact(subject)]: { work: id, body } satisfies DroppedFacts }, now)
  }
  return dropped
}

const notDone: JobState[] = ['waiting', 'held', 'failed']

async function jobsIn(tx: Tx, ids: readonly string[], states: readonly JobState[]) {
  const rows: (Pick<JobRow, 'id' | 'kind' | 'notes' | 'manual' | 'subject' | 'body'> & { orderingKey: string })[] = []
  for (const some of chunks([...new Set(ids)])) {
    const query = tx
      .selectFrom('work')
      .select(['id', 'kind', 'lane as orderingKey', 'notes', 'manual', 'subject', 'body'])
      .where('id', 'in', some)
      .where('state', 'in', states)
    rows.push(...(await query.execute()))
  }
  return rows
}
