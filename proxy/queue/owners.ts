import { hostname } from 'node:os'
import type { Within } from './tables.ts'

/** Those of this thread. */
const own = new Set<string>()

/** Gives lanes up whose owners were processes of this machine that are no more, so that nobody waits for their leases to end: only they can have had the embedded store open. */
export async function freeLanesOfTheDead(within: Within, owner: string) {
  own.add(owner)
  const rows = await within.selectFrom('lanes').select('owner').distinct().where('owner', 'is not', null).execute()
  const dead = rows.flatMap(({ owner: other }) => (other !== null && hasEnded(other) ? [other] : []))
  if (dead.length > 0) await within.updateTable('lanes').set({ lease_until: 0 }).where('owner', 'in', dead).execute()
}

function hasEnded(owner: string): boolean {
  const [host, pid] = owner.split('/')
  if (host !== hostname()) return false
  // The number of this process may have been another's: in a container that starts again it is the same each time.
  if (Number(pid) === process.pid) return !own.has(owner)
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
