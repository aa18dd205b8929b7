import { createHash } from 'node:crypto'

/** The result of a call for the breaker: the service works, it fails at this operation, it cannot be reached at all, or the call tells nothing. */
export type CallResult = 'working' | 'failing' | 'away' | 'nothing'

/** A service was not called, because it keeps failing. */
export class CircuitOpen extends Error {}

/** Stops calls to a service that keeps failing. */
export interface Breaker {
  /** Whether calls are stopped now. */
  readonly isOpen: boolean
  /** Runs a call and counts its result. While calls are stopped, it rejects with {@link CircuitOpen} instead. */
  run(operation: unknown, call: () => Promise<CallResult>): Promise<void>
}

interface BreakerOptions {
  /** The number of different operations, or connection attempts, that have to fail in a row before calls are stopped. */
  failures: number
  /** Milliseconds until one call is tried while calls are stopped. */
  rest: number
}

/**
 * Creates a breaker that counts operations that fail in a row. An operation that fails again is counted once. One bad input, sent a hundred times,
 * only shows that the service fails at this input, and must not block all other callers. Different inputs that all fail show that the service is down,
 * and so does each failed connection. An operation is everything that is sent: method, address, headers and body.
 *
 * While calls are stopped, one call passes every `rest` milliseconds, whichever it is; if it succeeds, all calls pass again. If that call has failed
 * before and fails again, the next different call passes without a rest, so that a caller cannot block others by repeating an input at which the
 * service fails. Times use the monotonic clock, which cannot be set.
 */
export function createBreaker({ failures, rest }: BreakerOptions): Breaker {
  /** The operations that have failed since the last success, by their digests; only the latest ones, if there are many. */
  const failed = new Set<string>()
  let openedAt: number | undefined
  /** Whether an operation that has not failed yet may be attempted before the rest is over. */
  let mayTryAnother = false
  let trial: Promise<unknown> | undefined

  function count(operation: unknown, result: CallResult, isTrial = false) {
    if (result === 'working') {
      failed.clear()
      openedAt = undefined
    } else if (result !== 'nothing' && (isTrial || openedAt === undefined)) {
      const name = digest(operation)
      mayTryAnother = isTrial && result === 'failing' && failed.has(name)
      failed.add(result === 'away' ? `away ${performance.now()}` : name)
      if (failed.size > mostKept) failed.delete(failed.values().next().value!)
      if (isTrial || failed.size >= failures) openedAt = performance.now()
    }
  }

  return {
    get isOpen() {
      return openedAt !== undefined
    },
    async run(operation, call) {
      // Waits for the trial call: after its success this call may run at once.
      while (trial) await trial
      if (openedAt === undefined) return count(operation, await call())
      const isRested = performance.now() - openedAt >= rest
      if (!isRested && !(mayTryAnother && !failed.has(digest(operation)))) throw new CircuitOpen('the service keeps failing and is not called for some time')
      const running = call().then((result) => count(operation, result, true))
      trial = running.catch(() => {}).finally(() => (trial = undefined))
      return running
    },
  }
}

/** The most failed operations that are remembered. */
const mostKept = 1_000

const digest = (operation: unknown) => createHash('sha256').update(JSON.stringify(operation)).digest('base64')
