import type { Allowance } from './limit-store.ts'
import { Refusal } from './problems.ts'
import { toNetworks } from './network.ts'
import { countInMemory } from './limit-counts.ts'

/** Counts what somebody asks for from this address. Rejects with `rate-limited` when it was too much. */
export type Rate = (address: string) => Promise<void>

/** Milliseconds in which so much may be asked for. */
const minute = 60_000
/** How many times as much all networks of one site may ask for. */
const networksOfSite = 10

/**
 * Limits how much one network may ask for in a minute: so much that no shopper meets it, and nobody can have a service asked as often as they like.
 * Counted in memory by each instance, since a price is on the shopper's way and no store is asked for it.
 */
export function createRate(most: number): Rate {
  const counts = countInMemory()
  return async (address) => {
    const { network, site } = toNetworks(address)
    const allowances: Allowance[] = [{ name: network, most, length: minute }]
    if (site !== undefined) allowances.push({ name: `site ${site}`, most: most * networksOfSite, length: minute })
    const taking = await counts.takeTries(allowances)
    if ('taken' in taking) return
    const retryAfter = Math.max(...taking.exhausted.map(({ wait }) => Math.max(1, Math.ceil(wait / 1000))))
    throw new Refusal('rate-limited', 'Too much was asked for from this network. Try again in a minute.', { retryAfter })
  }
}
