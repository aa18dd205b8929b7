import type { Within } from '../store/tables.ts'

/** Ids of the engines of this thread. */
const own = new Set<string>()

/**
 * Ends the leases of owners that have stopped, so that their lanes can be claimed at once. Only for the embedded store: its folder belongs to
 * one proxy (folder-lock.ts), which runs its jobs in one thread. Therefore every owner of another thread has stopped.
 */
export async function freeLanesOfTheDead(within: Within, owner: string) {
  own.add(owner)
  await within
    .updateTable('lanes')
    .set({ lease_until: 0 })
    .where('owner', 'is not', null)
    .where('owner', 'not in', [...own])
    .execute()
}
