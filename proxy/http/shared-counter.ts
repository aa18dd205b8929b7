import type { AttemptCounter } from './attempt-counter.ts'
import { createMemoryCounter } from './memory-counter.ts'

/** Milliseconds: how long an attempt waits for the shared store, and how long the store is not used after it took longer or failed. */
const timeouts = { answer: 3_000, pause: 10_000 }

/** Creates a counter in the store that all instances share, and in the memory of this process while that store does not respond. */
export function createSharedCounter(shared: AttemptCounter, failed: (error: unknown) => void): AttemptCounter {
  const own = createMemoryCounter()
  let pausedUntil = 0
  /** The attempts that were counted in memory, and are released there. */
  const ours = new WeakSet<object>()

  return {
    async consumeAttempts(limits) {
      if (performance.now() >= pausedUntil) {
        try {
          return await inTime(shared.consumeAttempts(limits), (late) => void ('consumed' in late && shared.releaseAttempts(late.consumed).catch(() => {})))
        } catch (error) {
          pausedUntil = performance.now() + timeouts.pause
          failed(error)
        }
      }
      const result = await own.consumeAttempts(limits)
      if ('consumed' in result) for (const one of result.consumed) ours.add(one)
      return result
    },
    async releaseAttempts(consumed) {
      await own.releaseAttempts(consumed.filter((one) => ours.has(one)))
      const theirs = consumed.filter((one) => !ours.has(one))
      // If an attempt cannot be released, it stays counted until its window ends.
      if (theirs.length > 0) await shared.releaseAttempts(theirs).catch(failed)
    },
  }
}

/** Resolves to the value, or rejects if it takes too long; then `late` receives the value when it comes. */
function inTime<Value>(coming: Promise<Value>, late: (value: Value) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      coming.then(late, () => {})
      reject(new Error(`no answer within ${timeouts.answer} ms`))
    }, timeouts.answer)
    coming.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
