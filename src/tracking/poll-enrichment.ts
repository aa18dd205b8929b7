import { ResponseError } from '../contract/client.ts'
import type { Enrichment } from '../contract/tracking.ts'
import { sleep } from '../page/sleep.ts'

/** Longest that the proxy may hold an answer back, in seconds. */
const longestWait = 20

/**
 * Resolves when the carriers' scans have all been fetched, or when a minute has passed without that; the order is worth
 * another look then either way (A88). The proxy holds its answer until there is news. If
 * held requests fail, the widget polls at fixed pauses.
 */
export async function pollEnrichment(ask: (wait?: number) => Promise<Enrichment>, signal: AbortSignal): Promise<void> {
  const start = Date.now()
  let holdsAnswers = true
  for (;;) {
    const asked = Date.now()
    let next: number | undefined
    try {
      const answer = await ask(holdsAnswers ? longestWait : undefined)
      if (answer.all_settled) return
      next = answer.next_poll_ms
    } catch (error) {
      if (signal.aborted) throw error
      // The ticket has run out: asking for the order brings a new one.
      if (error instanceof ResponseError && error.status < 429) return
      holdsAnswers = false
    }
    const elapsed = Date.now() - start
    if (elapsed > 60_000) return
    // An answer at once was not held: one of several shipments has settled, or nothing holds answers here.
    if (next || !holdsAnswers || Date.now() - asked < 1_000) await sleep((next || pause(elapsed)) * (0.9 + Math.random() / 5), signal)
  }
}

/** Milliseconds until the next request if the answer names none; varied a little, so that shoppers do not poll at the same moment. */
const pause = (elapsed: number) => (elapsed < 1_500 ? 1_750 - elapsed : elapsed < 15_000 ? 1_500 : elapsed < 30_000 ? 3_000 : 8_000)
