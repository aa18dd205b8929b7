import { setTimeout as wait } from 'node:timers/promises'
import { nextCursor } from '../upstream/cursor.ts'
import type { Operation } from '../upstream/operation.ts'
import { Stop } from './exit-codes.ts'
import { isPassing } from './faults.ts'
import { flagOf } from './flags.ts'
import { note } from './screen.ts'
import { harmless } from './terminal-text.ts'

/** Milliseconds before a page is asked for again, time after time. */
const waits = [500, 1000, 2000, 4000]
/** Seconds beyond which nobody sits and waits for a service. */
const longestWait = 120

interface Walk {
  operation: Operation
  input: Record<string, unknown>
  ask: (input: Record<string, unknown>) => Promise<unknown>
  /** Seconds that the service has last asked to be left alone. */
  retryAfter: () => number | undefined
  signal: AbortSignal
}

/** All pages from the given one on, one at a time. A cursor that comes again would walk for ever, and ends the walk. */
export async function* walk({ operation, input, ask, retryAfter, signal }: Walk): AsyncGenerator<unknown, void, void> {
  const name = operation.cursor!
  const seen = new Set<string>()
  let at = input
  for (;;) {
    const page = await again(() => ask(at), retryAfter, signal)
    yield page
    const cursor = nextCursor(operation, page)
    if (cursor === undefined) return
    if (seen.has(cursor)) throw new Stop('unanswered', [`The service has answered the same cursor twice, and would do so for ever: ${harmless(cursor)}`])
    seen.add(cursor)
    at = { ...at, [name]: cursor }
  }
}

/** Where to go on, for a walk that ended before its end. */
export const goOnWith = ({ cursor }: Operation, at: string | undefined) =>
  cursor && at !== undefined ? [`To go on from here, add ${flagOf([cursor])} '${harmless(at)}'.`] : []

/** A read, asked again a few times while its failure may pass. */
async function again(ask: () => Promise<unknown>, retryAfter: Walk['retryAfter'], signal: AbortSignal): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      const pause = waits[tries]
      const asked = retryAfter() ?? 0
      if (pause === undefined || asked > longestWait || signal.aborted || !isPassing(error)) throw error
      const milliseconds = Math.max(pause, asked * 1000)
      note(`No page (${(error as Error).message}); asking again in ${milliseconds / 1000} s.`)
      await wait(milliseconds, undefined, { signal })
    }
  }
}
