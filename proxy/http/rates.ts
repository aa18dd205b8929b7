import type { Allowance } from './limit-store.ts'
import { Refusal } from './problems.ts'
import { toNetworks } from './network.ts'
import { countInMemory } from './limit-counts.ts'

/** Counts a request from this address. Rejects with `rate-limited` if there were too many. */
export type Rate = (address: string) => Promise<void>

/** The period of a limit, in milliseconds. */
const minute = 60_000
/** How many times the limit of a network all networks of one site may use together. */
const networksOfSite = 10

/**
 * Creates a limit of the requests of one network in a minute. It is too high for shoppers to reach, but it bounds how often a caller can make the
 * proxy call a service. Each instance counts in memory, because a shopper waits for the price and no store should delay it.
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
    throw new Refusal('rate-limited', 'This network has sent too many requests. Retry in a minute.', { retryAfter })
  }
}
