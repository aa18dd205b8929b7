import { waits } from './backoff.ts'
import { never } from './inserting.ts'
import type { Within } from '../store/tables.ts'
import type { DomainRows } from './domain-rows.ts'

/** Milliseconds that the clocks of two processes may be apart. */
const apart = 60_000

/** Has count as now what a clock that was wrong has put further ahead than anything waits: when jobs and lanes are due, and until when lanes are kept. */
export async function bringBack(within: Within, now: number, domains: readonly DomainRows[]) {
  const latest = now + waits.asked + apart
  // Rows of lanes are locked before those of jobs, as everywhere.
  await within.updateTable('lanes').set({ lease_until: now }).where('owner', 'is not', null).where('lease_until', '>', latest).execute()
  await within.updateTable('lanes').set({ next_due: now }).where('next_due', '>', latest).where('next_due', '<', never).execute()
  await within.updateTable('work').set({ due_at: now }).where('state', '=', 'waiting').where('due_at', '>', latest).execute()
  for (const domain of domains) await domain.correctTimes?.(within, now)
}
