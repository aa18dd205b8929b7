import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../../http/problems.ts'

/** Milliseconds: the response to a miss takes this time or a multiple of it. */
const step = 500
/** Milliseconds after which the remembered duration of the slowest miss has halved. */
const halfLife = 20_000
/** Milliseconds that a miss waits at most because of other, slower look-ups. */
const maxTime = 3_000

/**
 * Makes all misses take the same time. Otherwise the time would show whether the service has found the number and compared the address, or has
 * found nothing. The time is longer than any recent miss took: a time that only some misses exceed would tell them apart.
 */
export function createConstantTime(): <Found>(lookUp: () => Promise<Found>) => Promise<Found> {
  let slowest = 0
  let at = performance.now()
  const toStep = (time: number) => Math.ceil(time / step) * step

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
        await pause(Math.max(toStep(took), Math.min(maxTime, toStep(before * 1.25))) - took)
      }
      throw error
    }
  }
}
