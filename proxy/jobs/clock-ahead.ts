import { waits } from './backoff.ts'
import { never } from './inserting.ts'
import type { Within } from '../store/tables.ts'
import type { DomainRows } from './domain-rows.ts'

/** Milliseconds by which the clocks of two processes may differ. */
const apart = 60_000

/** Sets times to now that lie further in the future than any wait, because a wrong clock has written them: due times of jobs and lanes, and leases. */
export async function bringBack(within: Within, now: number, domains: readonly DomainRows[]) {
  const latest = now + waits.asked + apart
  // Rows of lanes are locked before rows of jobs, as in every transaction.
  await within.updateTable('lanes').set({ lease_until: now }).where('owner', 'is not', null).where('lease_until', '>', latest).execute()
  await within.updateTable('lanes').set({ next_due: now }).where('next_due', '>', latest).where('next_due', '<', never).execute()
  await within.updateTable('work').set({ due_at: now }).where('state', '=', 'waiting').where('due_at', '>', latest).execute()
  for (const domain of domains) await domain.correctTimes?.(within, now)
}
