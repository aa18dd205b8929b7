import type { Revocation } from '../queue/revocations.ts'

/** Milliseconds: how long what was read counts, and how long a request waits for it to be read. */
const patience = { known: 3_000, answer: 1_000 }

/** Which revocation has ended the sessions of a customer last, `anew` as the store has it now; 0 where none has. */
export type LastRevocation = (customer: string, options?: { anew?: boolean }) => Promise<number>

/**
 * Reads which sessions were ended once in some seconds, for all requests together. While the store does not answer, what was read last goes on
 * counting, and sessions go on working: `failed` is told.
 */
export function createLastRevocation(read: () => Promise<readonly Revocation[]>, failed: (error: unknown) => void): LastRevocation {
  let known: ReadonlyMap<string, number> = new Map()
  let readAt = -Infinity
  let reading: Promise<void> | undefined

  async function refresh() {
    try {
      known = new Map((await inTime(read())).map(({ customer, revokedAt }) => [customer, revokedAt]))
    } catch (error) {
      failed(error)
    }
    readAt = performance.now()
    reading = undefined
  }

  return async (customer, { anew = false } = {}) => {
    // One that is being read may have been asked for before the latest was stored.
    if (anew) await refresh()
    else if (performance.now() - readAt >= patience.known) await (reading ??= refresh())
    return known.get(customer) ?? 0
  }
}

function inTime<Value>(coming: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${patience.answer} ms`)), patience.answer)
    coming.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
