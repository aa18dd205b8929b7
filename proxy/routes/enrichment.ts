import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../src/contract/client.ts'
import type { EnrichmentDto, Lookup, trackService } from '../upstream/track.ts'

/** Asks after an order's enrichment for all who wait for it: the service is asked once a second, however many they are. */
export interface EnrichmentWatch {
  /** Answers when all is settled, when `wait` (milliseconds) is over, or when the caller has left. */
  settled(lookup: Lookup, wait: number, left: AbortSignal): Promise<EnrichmentDto>
}

/** Milliseconds between two questions about one order. */
const interval = 1_000

/** A watch that ends all waiting once `closing` is aborted. */
export function createEnrichmentWatch(track: Client<typeof trackService>, closing: AbortSignal): EnrichmentWatch {
  const asked = new Map<string, { at: number; answer: Promise<EnrichmentDto> }>()

  function ask(lookup: Lookup): Promise<EnrichmentDto> {
    const key = JSON.stringify(lookup)
    const now = Date.now()
    for (const [old, { at }] of asked) {
      if (at > now - interval) break
      asked.delete(old)
    }
    const recent = asked.get(key)
    if (recent) return recent.answer
    const answer = track.lookUpEnrichment(lookup)
    asked.set(key, { at: now, answer })
    return answer
  }

  return {
    async settled(lookup, wait, left) {
      const until = Date.now() + wait
      for (;;) {
        const answer = await ask(lookup)
        if (answer.all_settled || Date.now() + interval > until || left.aborted || closing.aborted) return answer
        await pause(interval, undefined, { signal: AbortSignal.any([left, closing]) }).catch(() => {})
      }
    },
  }
}
