import type { Revocation } from './revocations.ts'

/** Milliseconds: how long a read is valid, and how long a request waits for a read. */
const timeouts = { known: 3_000, answer: 1_000 }

/** Returns the last revocation of a customer’s sessions; 0 if there is none. With `anew` the store is read again first. */
export type LastRevocation = (customer: string, options?: { anew?: boolean }) => Promise<number>

/**
 * Creates a reader of revocations that reads the store every few seconds, once for all requests. While the store does not respond, the last read
 * stays valid, and sessions continue to work; `failed` is called with the error.
 */
export function createLastRevocation(read: () => Promise<readonly Revocation[]>, failed: (error: unknown) => void): LastRevocation {
  let known: ReadonlyMap<string, number> = new Map()
  let readAt = -Infinity
  let reading: Promise<void> | undefined
  /** How many reads have begun, and which of them brought the known revocations. */
  let begun = 0
  let newest = 0

  async function refresh() {
    const number = (begun += 1)
    try {
      const revocations = await inTime(read())
      // A read that began later has already finished.
      if (number < newest) return
      newest = number
      known = new Map(revocations.map(({ customer, revokedAt }) => [customer, revokedAt]))
    } catch (error) {
      failed(error)
    }
    readAt = performance.now()
  }

  return async (customer, { anew = false } = {}) => {
    // A read that is under way may have begun before the latest revocation was stored.
    if (anew) await refresh()
    else if (performance.now() - readAt >= timeouts.known) await (reading ??= refresh().finally(() => (reading = undefined)))
    return known.get(customer) ?? 0
  }
}

function inTime<Value>(coming: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeouts.answer} ms`)), timeouts.answer)
    coming.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
