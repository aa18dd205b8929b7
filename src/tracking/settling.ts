import { ResponseError } from '../contract/client.ts'
import type { Enrichment } from '../contract/tracking.ts'

/** Longest that the proxy may hold an answer back, in seconds. */
const longestWait = 20

/**
 * Resolves when the carriers' scans have all been fetched, or when a minute has passed without that; the order is worth
 * another look then either way (A88). The proxy holds its answer until there is news; where that fails, it is asked by the clock.
 */
export async function untilSettled(ask: (wait?: number) => Promise<Enrichment>, signal: AbortSignal): Promise<void> {
  const start = Date.now()
  let held = true
  for (;;) {
    const asked = Date.now()
    try {
      if ((await ask(held ? longestWait : undefined)).all_settled) return
    } catch (error) {
      if (signal.aborted) throw error
      // The ticket has run out: asking for the order brings a new one.
      if (error instanceof ResponseError && error.status < 429) return
      held = false
    }
    const elapsed = Date.now() - start
    if (elapsed > 60_000) return
    // An answer at once was not held: one of several shipments has settled, or nothing holds answers here.
    if (!held || Date.now() - asked < 1_000) await sleep(pause(elapsed), signal)
  }
}

/** Milliseconds to the next question; a little different for everybody, so that shoppers do not ask in step. */
const pause = (elapsed: number) => (elapsed < 1_500 ? 1_750 : elapsed < 15_000 ? 1_500 : elapsed < 30_000 ? 3_000 : 8_000) * (0.9 + Math.random() / 5)

/** Resolves after that many milliseconds; rejects when the signal fires first. */
export const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
