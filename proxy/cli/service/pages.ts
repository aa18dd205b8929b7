import { setTimeout as wait } from 'node:timers/promises'
import { nextCursor } from '../../upstream/cursor.ts'
import type { Operation } from '../../upstream/operation.ts'
import type { FamilyName } from './callers.ts'
import { Stop } from '../io/exit-codes.ts'
import { toFault } from './faults.ts'
import { flagOf } from '../io/flags.ts'
import { retryDelay, seconds } from './retry-delay.ts'
import { note } from '../io/screen.ts'
import { escapeControls } from '../io/terminal-text.ts'

interface Walk {
  family: FamilyName
  operation: Operation
  input: Record<string, unknown>
  ask: (input: Record<string, unknown>) => Promise<unknown>
  /** Seconds for which the service has asked to be left alone. */
  retryAfter: () => number | undefined
  signal: AbortSignal
}

/** All pages from the given one on, one at a time. A cursor that comes again would walk for ever, and ends the walk. */
export async function* walk({ input, ...walking }: Walk): AsyncGenerator<unknown, void, void> {
  const { operation } = walking
  const name = operation.cursor!
  const seen = new Set<string>()
  let at = input
  for (;;) {
    const page = await again(at, walking)
    yield page
    const cursor = nextCursor(operation, page)
    if (cursor === undefined) return
    if (seen.has(cursor)) throw new Stop('unanswered', [`The service has answered the same cursor twice, and would do so for ever: ${escapeControls(cursor)}`])
    seen.add(cursor)
    at = { ...at, [name]: cursor }
  }
}

/** Where to go on, for a walk that ended before its end. */
export const continueHint = ({ cursor }: Operation, at: string | undefined) =>
  cursor && at !== undefined ? [`To go on from here, add ${flagOf([cursor])} '${escapeControls(at)}'.`] : []

/** A read, asked again a few times while its failure may pass. */
async function again(at: Walk['input'], { family, operation: { method }, ask, retryAfter, signal }: Omit<Walk, 'input'>): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask(at)
    } catch (error) {
      if (signal.aborted) throw error
      const { passing, lines } = toFault(error, { family, method })
      const pause = passing ? retryDelay(tries, retryAfter()) : undefined
      if (pause === undefined) throw error
      note(`No page: ${escapeControls(lines.join(' '))} Asking again in ${seconds(pause)}.`)
      await wait(pause, undefined, { signal })
    }
  }
}
