import { createHash } from 'node:crypto'

/** The result of a call for the breaker: the service works, it fails at this operation, it cannot be reached at all, or the call tells nothing. */
export type Shown = 'working' | 'failing' | 'away' | 'nothing'

/** A service was not asked, since it keeps failing. */
export class LeftAlone extends Error {}

/** Leaves a service alone that keeps failing. */
export interface Breaker {
  /** Whether the service is being left alone. */
  readonly broken: boolean
  /** Runs a call, and counts what it tells of the service. Rejects with {@link LeftAlone} instead of running it while the service is left alone. */
  run(operation: unknown, call: () => Promise<Shown>): Promise<void>
}

interface BreakerOptions {
  /** Different operations, or attempts to reach it at all, that have to fail in a row. */
  failures: number
  /** Milliseconds until a service that is left alone is tried once more. */
  rest: number
}

/**
 * Counts operations that fail in a row: one that fails again counts no more than the first time. One bad input, sent a hundred times, shows that the
 * service stumbles over that input, and must not keep everybody else from it. Different inputs that all fail show that the service is down, and so
 * does each connection that never comes about. An operation is all that is sent: method, address, headers and body.
 *
 * While the service is left alone, one call at a time is let through every `rest` milliseconds, whichever it is, and its success ends that. Where that
 * call has failed before and fails again, the next different one is let through without a rest: nobody keeps the service from others by repeating
 * what it stumbles over. Times are by the monotonic clock, which nobody sets.
 */
export function createBreaker({ failures, rest }: BreakerOptions): Breaker {
  /** The operations that have failed since the last success, by their digests; the latest alone, where there are many. */
  const failed = new Set<string>()
  let openedAt: number | undefined
  /** Whether an operation that has not failed yet may be tried before the rest is over. */
  let mayTryAnother = false
  let trial: Promise<unknown> | undefined

  function count(operation: string, shown: Shown, isTrial = false) {
    if (shown === 'working') {
      failed.clear()
      openedAt = undefined
    } else if (shown !== 'nothing' && (isTrial || openedAt === undefined)) {
      mayTryAnother = isTrial && shown === 'failing' && failed.has(operation)
      failed.add(shown === 'away' ? `away ${performance.now()}` : operation)
      if (failed.size > mostKept) failed.delete(failed.values().next().value!)
      if (isTrial || failed.size >= failures) openedAt = performance.now()
    }
  }

  return {
    get broken() {
      return openedAt !== undefined
    },
    async run(operation, call) {
      // Waits for the trial call: after its success this call may run at once.
      while (trial) await trial
      const name = digest(operation)
      if (openedAt === undefined) return count(name, await call())
      const isRested = performance.now() - openedAt >= rest
      if (!isRested && !(mayTryAnother && !failed.has(name))) throw new LeftAlone('the service keeps failing and is left alone for a while')
      const running = call().then((shown) => count(name, shown, true))
      trial = running.catch(() => {}).finally(() => (trial = undefined))
      return running
    },
  }
}

/** Failed operations that are remembered at the most. */
const mostKept = 1_000

const digest = (operation: unknown) => createHash('sha256').update(JSON.stringify(operation)).digest('base64')
