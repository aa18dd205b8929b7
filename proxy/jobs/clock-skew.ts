import type { Tx } from '../store/tables.ts'
import { waits } from './backoff.ts'
import type { DomainRows } from './domain-rows.ts'
import { never } from './ordering-keys.ts'

/** Milliseconds by which the clocks of two processes may differ. */
const maxDifference = 60_000

/** Sets times to now that lie further in the future than any wait, because a wrong clock has written them: due times of jobs and ordering keys, and leases. */
export async function correctFutureTimes(tx: Tx, now: number, domains: readonly DomainRows[]) {
  const latest = now + waits.requested + maxDifference
  // Rows of ordering keys are locked before rows of jobs, as in every transaction.
  await tx.updateTable('lanes').set({ lease_until: now }).where('owner', 'is not', null).where('lease_until', '>', latest).execute()
  await tx.updateTable('lanes').set({ next_due: now }).where('next_due', '>', latest).where('next_due', '<', never).execute()
  await tx.updateTable('work').set({ due_at: now }).where('state', '=', 'waiting').where('due_at', '>', latest).execute()
  for (const domain of domains) await domain.correctTimes?.(tx, now)
}
