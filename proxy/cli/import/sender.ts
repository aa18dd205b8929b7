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

/** How a line has ended; `left` is one that was not sent, or certainly did not arrive, and is for another run. */
export type Outcome = { state: 'done'; answer: unknown } | { state: 'refused' | 'unknown'; reasons: readonly string[] } | { state: 'left' }

/** What lines are sent with. */
export interface Sending {
  verb: Verb
  caller: Caller
  signIn: ReturnType<typeof createSignIn>
  journal: Journal
  checkRefusal: RefusalCheck
  /** Seconds for which the service has asked to be left alone. */
  retryAfter: () => number | undefined
  /** Aborted when no further line is to be begun; those under way are waited for. */
  signal: AbortSignal
}

/** Sends lines, as long as the service takes any. */
interface Sender {
  /** Sends one line until it is known what became of it; `again`: nobody knows whether it has been sent before. */
  send(line: Line, input: Record<string, unknown>, again: boolean): Promise<Outcome>
  /** Why no line is sent any more. */
  readonly broken: Stop | undefined
}

/** Failures in a row after which a service is taken to be down. */
const maxFailures = 5
const left: Outcome = { state: 'left' }

/** A sender that notes every line in the journal before it is sent. */
export function createSender({ verb, caller, signIn, journal, checkRefusal, retryAfter, signal }: Sending): Sender {
  const called = { family: verb.family, method: verb.operation.method }
  let worked = false
  let failures = 0
  let pauses = 0
  let quietUntil = 0
  let broken: Stop | undefined

  const stop = (ending: Fault['ending'], lines: readonly string[]) => {
    broken ??= new Stop(ending, [...lines, 'The import stops here.'])
  }

  /** Leaves the service alone for a while, which is one while for all lines under way. */
  function pause({ ending, lines }: Fault) {
    if (performance.now() < quietUntil) return
    const milliseconds = retryDelay(pauses++, retryAfter())
    if (milliseconds === undefined) return stop(ending, [...lines, ...retryAfterLines(retryAfter())])
    quietUntil = performance.now() + milliseconds
    note(`No line gets through: ${escapeControls(lines.join(' '))} Going on in ${seconds(milliseconds)}.`)
  }

  return {
    get broken() {
      return broken
    },
    async send(line, input, again) {
      for (;;) {
        await wait(Math.max(0, quietUntil - performance.now()), undefined, { signal }).catch(() => {})
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
          // Signing in has failed before anything was sent; what the service said is its cause.
          const error = thrown instanceof Stop ? (thrown.cause ?? thrown) : thrown
          // The first time has arrived after all (A59).
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
          const wrong = fault.concernsAll ? [] : worked ? undefined : await checkRefusal(error)
          if (!wrong) return { state: 'refused', reasons: again ? [...reasons, 'It was sent before, and may have taken effect then.'] : reasons }
          stop(fault.ending, [...reasons, ...wrong])
          return left
        }
      }
    },
  }
}
