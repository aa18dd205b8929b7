import { LRUCache } from 'lru-cache'
import type { AttemptCounter, ConsumeResult } from './attempt-counter.ts'

/** The most names that are counted at the same time, to limit the memory if a caller uses more and more addresses. */
const mostNames = 150_000

/** Creates a counter in the memory of this process, by the monotonic clock: no step of the wall clock ends or lengthens a limit. */
export function createMemoryCounter(now: () => number = () => performance.now()): AttemptCounter {
  // `max` would reserve room for all names at once: 4 MB for each counter.
  const windows = new LRUCache<string, { failed: number; endsAt: number }>({ maxSize: mostNames, sizeCalculation: () => 1 })
  const windowOf = (name: string) => {
    const window = windows.get(name)
    return window && window.endsAt > now() ? window : undefined
  }
  return {
    consumeAttempts(limits): Promise<ConsumeResult> {
      const exhausted = limits.flatMap(({ name, limit }) => {
        const window = windowOf(name)
        return window && window.failed >= limit ? [{ name, resetsIn: window.endsAt - now() }] : []
      })
      if (exhausted.length > 0) return Promise.resolve({ exhausted })
      const consumed = limits.map(({ name, limit, window: length }) => {
        const window = windowOf(name) ?? { failed: 0, endsAt: now() + length }
        window.failed += 1
        windows.set(name, window)
        return { name, remaining: limit - window.failed, resetsIn: window.endsAt - now(), resetsAt: window.endsAt }
      })
      return Promise.resolve({ consumed })
    },
    releaseAttempts(consumed) {
      for (const { name, resetsAt } of consumed) {
        const window = windowOf(name)
        if (window?.endsAt === resetsAt && window.failed > 0) window.failed -= 1
      }
      return Promise.resolve()
    },
  }
}
