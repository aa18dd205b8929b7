import { chunks } from '../store/chunks.ts'
import type { Tx } from '../store/tables.ts'
import type { JobState } from './job.ts'
import { redacted } from './redaction.ts'

/** States in which a job is not done. */
const undone: readonly JobState[] = ['waiting', 'held', 'failed', 'dropped']

/**
 * Makes jobs due again, with a new deadline; returns their ids. The caller has to wake their ordering keys. Only jobs in the states `from` are
 * restarted: a job that was done in the meantime stays done. A redacted body is replaced by `body`, the one of the repeat.
 */
export async function restartJobs(
  tx: Tx,
  jobs: readonly { id: string; body?: string }[],
  { now, due, from = undone }: { now: number; due: number; from?: readonly JobState[] },
): Promise<string[]> {
  const restarted: string[] = []
  for (const some of chunks(jobs)) {
    const rows = await tx
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
    for (const { id } of rows) restarted.push(id)
  }
  for (const { id, body } of jobs) {
    if (body !== undefined)
      await tx.updateTable('work').set({ body }).where('id', '=', id).where('state', '=', 'waiting').where('body', '=', redacted).execute()
  }
  return restarted
}
