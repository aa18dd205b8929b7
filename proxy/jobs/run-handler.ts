import type { Clock } from '../store/clock.ts'
import type { Database } from '../store/database.ts'
import { putIfAbsent, readFact } from '../store/facts.ts'
import type { EngineLog } from './engine-log.ts'
import type { Handler, JobContext, Outcome } from './handler.ts'
import type { ClaimedJob } from './job.ts'
import { collectRetryAfter } from './retry-after.ts'
import { validateOutcome } from './validation.ts'

interface RunnerParts {
  database: Pick<Database, 'store' | 'transact'>
  clock: Clock
  handlers: Readonly<Record<string, Handler>>
  classify: (error: unknown) => Outcome
  log: EngineLog
}

/** The outcome of a handler, and the milliseconds that services requested to wait, if any. */
export interface HandlerResult {
  outcome: Outcome
  requestedWait: number | undefined
}

/** Runs the handler of a job, and turns every result and every error into an outcome. */
export type RunHandler = (job: ClaimedJob, signal: AbortSignal) => Promise<HandlerResult>

/** Creates the runner of handlers. */
export function createHandlerRunner({ database, clock, handlers, classify, log }: RunnerParts): RunHandler {
  const contextOf = createContexts(database, clock)
  return async (job, signal) => {
    const handler = handlers[job.kind]
    if (!handler) return { outcome: noHandler(job.kind), requestedWait: undefined }
    const { result: outcome, after: requestedWait } = await collectRetryAfter(async () => {
      try {
        const outcome = await Promise.race([handler(JSON.parse(job.body) as never, contextOf(job, signal)), rejectOnAbort(signal)])
        validateOutcome(outcome)
        return outcome
      } catch (error) {
        log.warn({ job: job.id, kind: job.kind, attempt: job.attempts + 1, err: error }, 'an attempt failed')
        if (signal.aborted) return { state: 'waiting', note: (signal.reason as Error).message, inDoubt: true } satisfies Outcome
        return classify(error)
      }
    })
    return { outcome, requestedWait }
  }
}

const noHandler = (kind: string): Outcome => ({
  state: 'waiting',
  note: `no handler for jobs of the kind "${kind}": set up their feature, or run the newer program`,
  inDoubt: false,
})

/** Creates the function that makes the context of a handler. */
export const createContexts =
  ({ store, transact }: Pick<Database, 'store' | 'transact'>, { now, proven }: Pick<Clock, 'now' | 'proven'>) =>
  (
    { id, seq, kind, orderingKey, priority, subject, businessKey, body, attempts, inDoubt, acceptedAt, notes, result }: ClaimedJob,
    signal: AbortSignal,
  ): JobContext => ({
    id,
    seq,
    job: { kind, orderingKey, priority, subject, businessKey, body },
    attempt: attempts + 1,
    inDoubt,
    acceptedAt,
    now: proven,
    notes,
    result,
    fact: <Value>(name: string) => readFact(store, name) as Promise<Value | undefined>,
    putIfAbsent: <Value>(name: string, value: Value) => transact((tx) => putIfAbsent(tx, name, value, now())) as Promise<Value>,
    signal,
  })

/** Rejects when an attempt has to stop, so that the engine does not wait for a handler that ignores the signal. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))
}
