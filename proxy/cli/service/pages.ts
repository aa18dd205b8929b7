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
  request: (input: Record<string, unknown>) => Promise<unknown>
  /** The remaining seconds of `Retry-After`. */
  retryAfter: () => number | undefined
  signal: AbortSignal
}

/** All pages from the given one on, one at a time. A repeated cursor ends the walk, because it would never end by itself. */
export async function* walk({ input, ...walking }: Walk): AsyncGenerator<unknown, void, void> {
  const { operation } = walking
  const name = operation.cursor!
  const seen = new Set<string>()
  let at = input
  for (;;) {
    const page = await requestPage(at, walking)
    yield page
    const cursor = nextCursor(operation, page)
    if (cursor === undefined) return
    if (seen.has(cursor)) throw new Stop('unanswered', [`The service returned the same cursor twice: ${escapeControls(cursor)}`])
    seen.add(cursor)
    at = { ...at, [name]: cursor }
  }
}

/** The hint how to continue a walk that failed. */
export const continueHint = ({ cursor }: Operation, at: string | undefined) =>
  cursor && at !== undefined ? [`To continue from here, add ${flagOf([cursor])} '${escapeControls(at)}'.`] : []

/** Requests a page, and retries a few times if the failure may pass. */
async function requestPage(at: Walk['input'], { family, operation: { method }, request, retryAfter, signal }: Omit<Walk, 'input'>): Promise<unknown> {
  for (let retries = 0; ; retries++) {
    try {
      return await request(at)
    } catch (error) {
      if (signal.aborted) throw error
      const { passing, lines } = toFault(error, { family, method })
      const pause = passing ? retryDelay(retries, retryAfter()) : undefined
      if (pause === undefined) throw error
      note(`No page: ${escapeControls(lines.join(' '))} Retrying in ${seconds(pause)}.`)
      await wait(pause, undefined, { signal })
    }
  }
}
