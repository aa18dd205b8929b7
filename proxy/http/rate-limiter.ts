import type { RateLimit } from './attempt-counter.ts'
import { Refusal } from './problems.ts'
import { toNetworks } from './network.ts'
import { createMemoryCounter } from './memory-counter.ts'

/** Counts a request from this address. Rejects with `rate-limited` if there were too many. */
export type RateLimiter = (address: string) => Promise<void>

/** The period of a limit, in milliseconds. */
const minute = 60_000
/** How many times the limit of a network all networks of one site may use together. */
const networksOfSite = 10

/**
 * Creates a limit of the requests of one network in a minute. It is too high for shoppers to reach, but it bounds how often a caller can make the
 * proxy call a service. Each instance counts in memory, because a shopper waits for the price and no store should delay it.
 */
export function createRateLimiter(limit: number): RateLimiter {
  const counter = createMemoryCounter()
  return async (address) => {
    const { network, site } = toNetworks(address)
    const limits: RateLimit[] = [{ name: network, limit, window: minute }]
    if (site !== undefined) limits.push({ name: `site ${site}`, limit: limit * networksOfSite, window: minute })
    const result = await counter.consumeAttempts(limits)
    if ('consumed' in result) return
    const retryAfter = Math.max(...result.exhausted.map(({ resetsIn }) => Math.max(1, Math.ceil(resetsIn / 1000))))
    throw new Refusal('rate-limited', 'This network has sent too many requests. Retry in a minute.', { retryAfter })
  }
}
