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
 * While the service is left alone, one call at a time is let through every `rest` milliseconds, whichever it is, and its success ends that. Times are
 * by the monotonic clock, which nobody sets.
 */
export function createBreaker({ failures, rest }: BreakerOptions): Breaker {
  const failed = new Set<string>()
  let openedAt: number | undefined
  let test: Promise<unknown> | undefined

  function count(operation: unknown, shown: Shown) {
    if (shown === 'working') {
      failed.clear()
      openedAt = undefined
    } else if (shown !== 'nothing' && openedAt === undefined) {
      failed.add(shown === 'away' ? `away ${failed.size}` : digest(operation))
      if (failed.size >= failures) openedAt = performance.now()
    }
  }

  async function tryOnce(call: () => Promise<Shown>) {
    const shown = await call()
    if (shown === 'failing' || shown === 'away') openedAt = performance.now()
    else count(undefined, shown)
  }

  return {
    get broken() {
      return openedAt !== undefined
    },
    async run(operation, call) {
      // Waits for the trial call: after its success this call may run at once.
      while (test) await test
      if (openedAt === undefined) return count(operation, await call())
      if (performance.now() - openedAt < rest) throw new LeftAlone('the service keeps failing and is left alone for a while')
      const running = tryOnce(call)
      test = running.catch(() => {}).finally(() => (test = undefined))
      return running
    },
  }
}

const digest = (operation: unknown) => createHash('sha256').update(JSON.stringify(operation)).digest('base64')
