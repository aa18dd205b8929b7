import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { Refusal } from '../problems.ts'

/** Counts look-ups that miss, so that nobody can guess their way to an order. */
export interface Tries {
  /** Runs a look-up as a try; one that finds something is given back. Rejects with `rate-limited` when too many have missed. */
  count<Found>(address: string, number: string, lookUp: () => Promise<Found>): Promise<Found>
}

/** Budgets of one address, of one address with one submitted number (real or not), and of one number. */
export function createTries([ofAddress, ofAddressAndNumber, ofNumber]: readonly [number, number, number]): Tries {
  const budgets: readonly (readonly [limiter: RateLimiterAbstract, key: (address: string, number: string) => string])[] = [
    [new RateLimiterMemory({ points: ofAddress, duration: 600 }), (address) => address],
    [new RateLimiterMemory({ points: ofAddressAndNumber, duration: 3_600 }), (address, number) => `${address} ${number}`],
    [new RateLimiterMemory({ points: ofNumber, duration: 3_600 }), (_, number) => number],
  ]
  return {
    async count(address, number, lookUp) {
      const network = toNetwork(address)
      const taken: (readonly [RateLimiterAbstract, string])[] = []
      const giveBack = () => Promise.all(taken.map(([limiter, key]) => limiter.reward(key)))
      // A try is taken before it is known whether it misses, so that many at once cannot slip through.
      for (const [limiter, toKey] of budgets) {
        const key = toKey(network, number)
        try {
          await limiter.consume(key)
          taken.push([limiter, key])
        } catch (reason) {
          await giveBack()
          const retryAfter = reason instanceof RateLimiterRes ? Math.ceil(reason.msBeforeNext / 1000) : 60
          throw new Refusal('rate-limited', 'There were too many tries. Wait a while, or use the link in the confirmation.', { retryAfter, cause: reason })
        }
      }
      try {
        const found = await lookUp()
        await giveBack()
        return found
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'not-found')) await giveBack()
        throw error
      }
    },
  }
}

/** An IPv6 customer has a /64 at least, and so as many addresses as they like; an IPv4 address stands for itself. */
export function toNetwork(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const groups = tail === undefined ? first : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}
