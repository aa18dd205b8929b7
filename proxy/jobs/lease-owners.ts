import type { Within } from '../store/tables.ts'

/** Engines of this thread. */
const own = new Set<string>()

/**
 * Gives up the lanes whose owners have ended, so that nobody waits for their leases. Only for the embedded store: its folder belongs to one
 * proxy (folder-lock.ts), which works it in one thread, so that every owner of another thread has ended.
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
