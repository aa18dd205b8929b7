import { setTimeout as wait } from 'node:timers/promises'
import { ResponseError } from '../../../src/contract/client.ts'
import type { Caller } from '../callers.ts'
import { Stop, type Ending } from '../exit-codes.ts'
import { toFault } from '../faults.ts'
import { checkInput } from '../input.ts'
import type { createSignIn } from '../member.ts'
import { needsMember, pathFieldsOf, type Verb } from '../verb.ts'
import type { Journal } from './journal.ts'
import { openLanes } from './lanes.ts'
import type { Line } from './lines.ts'
import type { Report } from './report.ts'

type Input = Record<string, unknown>

/** What an import works with. */
export interface Importing {
  verb: Verb
  caller: Caller
  signIn: ReturnType<typeof createSignIn>
  journal: Journal
  report: Report
  parallel: number
  /** Only looks at the lines. */
  dryRun: boolean
  /** Seconds that the service has last asked to be left alone. */
  retryAfter: () => number | undefined
  /** Aborted when no further line is to be begun; those under way are waited for. */
  signal: AbortSignal
  answered?: (line: number, data: unknown) => Promise<void>
  stepped: () => void
}

/** How many lines ended how. */
export interface Tally {
  done: number
  refused: number
  /** Sent, and no answer came. */
  unknown: number
  /** Done by an earlier run; what else it ended with counts as this one's. */
  before: number
}

/** Milliseconds before a line that certainly did not arrive is sent again, time after time. */
const waits = [500, 1000, 2000, 4000]
/** Failures in a row after which a service is taken to be down. */
const patience = 5

/** Sends every line once, several at a time. `broken` says why it ended early, when the service is not there; what was done is in the journal. */
export async function importLines(lines: AsyncIterable<Line>, importing: Importing): Promise<Tally & { broken: Stop | undefined }> {
  const { verb, journal, report, dryRun, signal, stepped } = importing
  const tally: Tally = { done: 0, refused: 0, unknown: 0, before: 0 }
  const lanes = openLanes(importing.parallel)
  let failures = 0
  let quietUntil = 0
  let broken: Stop | undefined

  const finish = (line: Line, outcome: 'refused' | 'unknown', reasons: readonly string[]) => {
    report.add(line, outcome, reasons)
    // Where sending again does no harm, a line without an answer is left for the next run.
    if (!dryRun && (outcome === 'refused' || verb.operation.moves)) journal.write(line.line, line.text, outcome)
    tally[outcome] += 1
    stepped()
  }

  const finishDone = (line: Line) => {
    journal.write(line.line, line.text, 'done')
    failures = 0
    tally.done += 1
    stepped()
  }

  async function send(line: Line, input: Input, again: boolean): Promise<void> {
    for (let tries = 0; ; tries++) {
      await wait(Math.max(0, quietUntil - performance.now()), undefined, { signal }).catch(() => {})
      if (broken || signal.aborted) return
      let sent = false
      try {
        const beside = needsMember(verb) ? await importing.signIn(verb.operation, input) : {}
        journal.write(line.line, line.text, 'sent')
        sent = true
        const answer = await importing.caller.operations[verb.name]!(input, beside)
        await importing.answered?.(line.line, answer)
        return finishDone(line)
      } catch (error) {
        // The first time has arrived after all (A59).
        if (again && error instanceof ResponseError && error.status === 409) return finishDone(line)
        const { ending, uncertain, lines: reasons } = readFault(error, verb)
        if (ending !== 'unanswered') {
          failures = 0
          if (error instanceof ResponseError && error.status === 429) quietUntil = performance.now() + (importing.retryAfter() ?? 1) * 1000
          return finish(line, 'refused', reasons)
        }
        failures += 1
        if (uncertain) {
          if (failures >= patience) broken ??= down(reasons)
          return finish(line, 'unknown', reasons)
        }
        if (sent) journal.write(line.line, line.text, 'unsent')
        const pause = waits[tries]
        if (pause === undefined) {
          broken ??= down(reasons)
          return
        }
        await wait(pause, undefined, { signal }).catch(() => {})
      }
    }
  }

  try {
    for await (const line of lines) {
      if (broken || signal.aborted) break
      const state = dryRun ? undefined : journal.stateOf(line.line, line.text)
      if (state && state !== 'unsent' && (state !== 'sent' || verb.operation.moves)) {
        if (state === 'sent') finish(line, 'unknown', ['it was sent, and the import ended before an answer came'])
        else {
          tally[state === 'done' ? 'before' : state] += 1
          stepped()
        }
        continue
      }
      const checked = 'faults' in line ? line : checkInput(verb.input, line.input, (path) => path.join('.'))
      if ('faults' in checked) finish(line, 'refused', checked.faults)
      else if (dryRun) {
        tally.done += 1
        stepped()
      } else await lanes.add(aboutOf(verb, checked.input), () => send(line, checked.input, state === 'sent'))
    }
  } finally {
    await lanes.done()
  }
  return { ...tally, broken: signal.aborted ? undefined : broken }
}

/** What a line is about, so that lines about the same keep their order. */
function aboutOf({ operation }: Verb, input: Input): string | undefined {
  const named = pathFieldsOf(operation).map((field) => input[field])
  const about = named.length > 0 ? named.join('/') : (input.customerId ?? input.shop_order_id ?? input.id ?? input.shop_shipment_id)
  return about === undefined ? undefined : String(about)
}

function readFault(error: unknown, { operation }: Verb): { ending: Ending; uncertain: boolean; lines: readonly string[] } {
  // Signing in has failed: the line itself was not sent.
  if (error instanceof Stop) return { ending: error.ending, uncertain: false, lines: error.lines }
  return toFault(error, operation.method)
}

const down = (reasons: readonly string[]) => new Stop('unanswered', [...reasons, 'The import stops here. Add --resume to go on when the service is back.'])
