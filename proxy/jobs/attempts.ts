import type { Attempt } from './apply-outcome.ts'
import type { Outcome } from './handler.ts'
import type { ClaimedJob } from './job.ts'
import type { HandlerResult, RunHandler } from './run-handler.ts'

/** Milliseconds that one attempt may take. */
export const attemptTimeout = 60_000
/** The longest time in milliseconds for which a kind of job pauses because a service requested a wait. */
const longestPause = 60_000

/** Attempts a job once; `abort` ends the attempt early. */
export type AttemptJob = (job: ClaimedJob, abort: AbortController) => Promise<Attempt>

/** Creates the function that attempts jobs. If a service requests a wait, other jobs of the same kind are put off too: they would get the same answer. */
export function createAttempts(runHandler: RunHandler, now: () => number): AttemptJob {
  const pausedUntil = new Map<string, number>()

  function withPause(kind: string, { outcome, requestedWait }: HandlerResult): Outcome {
    if (outcome.state !== 'waiting' || requestedWait === undefined) return outcome
    pausedUntil.set(kind, now() + Math.min(requestedWait, longestPause))
    return { ...outcome, after: Math.max(outcome.after ?? 0, requestedWait) }
  }

  return async (job, abort) => {
    const startedAt = now()
    const pause = (pausedUntil.get(job.kind) ?? 0) - startedAt
    if (pause > 0) return { job, outcome: { state: 'waiting', after: pause, inDoubt: false }, startedAt, skipped: true }
    const timer = setTimeout(() => abort.abort(new Error('the attempt took too long')), attemptTimeout)
    const result = await runHandler(job, abort.signal)
    clearTimeout(timer)
    return { job, outcome: withPause(job.kind, result), startedAt }
  }
}
