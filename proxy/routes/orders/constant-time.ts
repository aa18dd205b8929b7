import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../../http/problems.ts'

/** Milliseconds: misses are answered after so many, or a multiple of that, and never in between. */
const beat = 500
/** Milliseconds in which half is forgotten of how long looking took. */
const halfLife = 20_000
/** Milliseconds that somebody is kept waiting at the most for others whose look-ups took long. */
const longest = 3_000

/**
 * Has what finds nothing take one time, so that nobody can tell by it whether the service has found the number and compared the address, or
 * has found nothing. That time is longer than any look-up took lately: a time that some exceed and others do not would tell them apart.
 */
export function createOneTime(): <Found>(lookUp: () => Promise<Found>) => Promise<Found> {
  let slowest = 0
  let at = performance.now()
  const toBeat = (time: number) => Math.ceil(time / beat) * beat

  return async (lookUp) => {
    const began = performance.now()
    try {
      return await lookUp()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not-found') {
        const now = performance.now()
        const took = now - began
        const before = slowest * 2 ** ((at - now) / halfLife)
        slowest = Math.max(before, took)
        at = now
        await pause(Math.max(toBeat(took), Math.min(longest, toBeat(before * 1.25))) - took)
      }
      throw error
    }
  }
}
