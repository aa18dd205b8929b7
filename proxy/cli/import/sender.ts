import { setTimeout as wait } from 'node:timers/promises'
import { ResponseError } from '../../../src/contract/client.ts'
import type { Caller } from '../service/callers.ts'
import { Stop } from '../io/exit-codes.ts'
import { toFault, type Fault } from '../service/faults.ts'
import type { createSignIn } from '../service/sign-in.ts'
import { retryAfterLines, retryDelay, seconds } from '../service/retry-delay.ts'
import { note } from '../io/screen.ts'
import { escapeControls } from '../io/terminal-text.ts'
import { needsMember, type Verb } from '../service/verbs.ts'
import type { RefusalCheck } from './refusal-check.ts'
import type { Journal } from './journal.ts'
import type { Line } from './input-lines.ts'

/** The outcome of a line. `left`: it was not sent, or certainly did not arrive, and is left for another run. */
export type Outcome = { state: 'done'; answer: unknown } | { state: 'refused' | 'unknown'; reasons: readonly string[] } | { state: 'left' }

/** The parts that a sender needs. */
export interface Sending {
  verb: Verb
  caller: Caller
  signIn: ReturnType<typeof createSignIn>
  journal: Journal
  checkRefusal: RefusalCheck
  /** The remaining seconds of `Retry-After`. */
  retryAfter: () => number | undefined
  /** Aborted when no further line may be begun; lines that were begun are finished. */
  signal: AbortSignal
}

/** Sends lines until the service accepts no more. */
interface Sender {
  /** Sends one line, with retries, until its outcome is known. `again`: it may have been sent before. */
  send(line: Line, input: Record<string, unknown>, again: boolean): Promise<Outcome>
  /** The reason if no line is sent any more. */
  readonly broken: Stop | undefined
}

/** Failures in a row after which the service counts as unavailable. */
const maxFailures = 5
const left: Outcome = { state: 'left' }

/** Creates a sender that writes every line into the journal before it sends the line. */
export function createSender({ verb, caller, signIn, journal, checkRefusal, retryAfter, signal }: Sending): Sender {
  const called = { family: verb.family, method: verb.operation.method }
  let worked = false
  let failures = 0
  let pauses = 0
  let pausedUntil = 0
  let broken: Stop | undefined

  const stop = (ending: Fault['ending'], lines: readonly string[]) => {
    broken ??= new Stop(ending, [...lines, 'The import stops here.'])
  }

  /** Pauses all lines, once for all of them. */
  function pause({ ending, lines }: Fault) {
    if (performance.now() < pausedUntil) return
    const milliseconds = retryDelay(pauses++, retryAfter())
    if (milliseconds === undefined) return stop(ending, [...lines, ...retryAfterLines(retryAfter())])
    pausedUntil = performance.now() + milliseconds
    note(`No line succeeds: ${escapeControls(lines.join(' '))} Retrying in ${seconds(milliseconds)}.`)
  }

  return {
    get broken() {
      return broken
    },
    async send(line, input, again) {
      for (;;) {
        await wait(Math.max(0, pausedUntil - performance.now()), undefined, { signal }).catch(() => {})
        if (broken || signal.aborted) return left
        let sent = false
        try {
          const beside = needsMember(verb) ? await signIn(verb.operation, input) : {}
          journal.write(line.line, line.text, 'sent')
          sent = true
          const answer = await caller.operations[verb.name]!(input, beside)
          worked = true
          failures = pauses = 0
          return { state: 'done', answer }
        } catch (thrown) {
          // The sign-in failed before anything was sent; the error of the service is its cause.
          const error = thrown instanceof Stop ? (thrown.cause ?? thrown) : thrown
          // The first attempt had arrived (A59).
          if (again && error instanceof ResponseError && error.status === 409) return { state: 'done', answer: undefined }
          if (error instanceof Stop) return { state: 'refused', reasons: error.lines }
          const fault = toFault(error, called)
          const reasons = thrown instanceof Stop ? thrown.lines : fault.lines
          if (sent && fault.uncertain) {
            failures += 1
            if (failures >= maxFailures) stop('unanswered', reasons)
            return { state: 'unknown', reasons }
          }
          if (sent) journal.write(line.line, line.text, 'unsent')
          if (fault.passing) {
            pause({ ...fault, lines: reasons })
            continue
          }
          failures = 0
          const reason = fault.concernsAll ? [] : worked ? undefined : await checkRefusal(error)
          if (!reason) return { state: 'refused', reasons: again ? [...reasons, 'The line was sent before, and may have taken effect then.'] : reasons }
          stop(fault.ending, [...reasons, ...reason])
          return left
        }
      }
    },
  }
}
