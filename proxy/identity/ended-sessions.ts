import type { Revocation } from './revocations.ts'

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
  /** How many reads have begun, and which of them has brought what is known. */
  let begun = 0
  let newest = 0

  async function refresh() {
    const turn = (begun += 1)
    try {
      const revocations = await inTime(read())
      // A read that began later has answered already.
      if (turn < newest) return
      newest = turn
      known = new Map(revocations.map(({ customer, revokedAt }) => [customer, revokedAt]))
    } catch (error) {
      failed(error)
    }
    readAt = performance.now()
  }

  return async (customer, { anew = false } = {}) => {
    // One that is being read may have been asked for before the latest was stored.
    if (anew) await refresh()
    else if (performance.now() - readAt >= patience.known) await (reading ??= refresh().finally(() => (reading = undefined)))
    return known.get(customer) ?? 0
  }
}

function inTime<Value>(coming: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${patience.answer} ms`)), patience.answer)
    coming.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
