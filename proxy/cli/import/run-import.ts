import type { Stop } from '../io/exit-codes.ts'
import { checkInput } from '../io/input.ts'
import { pathFieldsOf, type Verb } from '../service/verbs.ts'
import { limitConcurrency } from './ordered-concurrency.ts'
import type { Line } from './input-lines.ts'
import type { Report } from './report.ts'
import { createSender, type Sending } from './sender.ts'

type Input = Record<string, unknown>

/** The parts of an import. */
interface Importing extends Sending {
  report: Report
  parallel: number
  /** Only checks the lines. */
  dryRun: boolean
  answered?: (line: number, data: unknown) => Promise<void>
  stepped: () => void
}

/** The number of lines by outcome. */
interface Tally {
  done: number
  refused: number
  /** Sent without an answer. */
  unknown: number
  /** Done by an earlier run; its other outcomes count as outcomes of this run. */
  before: number
}

/** Sends every line once, several at a time. `broken` is the reason if it ended early; the journal contains what was done. */
export async function importLines(lines: AsyncIterable<Line>, importing: Importing): Promise<Tally & { broken: Stop | undefined }> {
  const { verb, journal, report, dryRun, stepped } = importing
  const { once = false } = verb.operation
  const tally: Tally = { done: 0, refused: 0, unknown: 0, before: 0 }
  const limit = limitConcurrency(importing.parallel)
  const halt = new AbortController()
  const signal = AbortSignal.any([importing.signal, halt.signal])
  const sender = createSender({ ...importing, signal })

  const count = (as: keyof Tally) => {
    tally[as] += 1
    stepped()
  }

  const finish = (line: Line, outcome: 'refused' | 'unknown', reasons: readonly string[]) => {
    report.add(line, outcome, reasons)
    // If a line can be repeated safely, a line without an answer is left for the next run.
    if (!dryRun && (outcome === 'refused' || once)) journal.write(line.line, line.text, outcome)
    count(outcome)
  }

  async function send(line: Line, input: Input, again: boolean) {
    try {
      const outcome = await sender.send(line, input, again)
      if (outcome.state === 'refused' || outcome.state === 'unknown') finish(line, outcome.state, outcome.reasons)
      if (outcome.state !== 'done') return
      journal.write(line.line, line.text, 'done')
      count('done')
      await importing.answered?.(line.line, outcome.answer)
    } catch (error) {
      // An unexpected error ends the import.
      halt.abort()
      throw error
    }
  }

  try {
    for await (const line of lines) {
      if (sender.broken || signal.aborted) break
      const state = dryRun ? undefined : journal.stateOf(line.line, line.text)
      if (state === 'done') count('before')
      else if (state === 'refused' || state === 'unknown') count(state)
      else if (state === 'sent' && once) finish(line, 'unknown', ['it was sent, and the import ended before an answer came'])
      else {
        const checked = 'faults' in line ? line : checkInput(verb.input, line.input, (path) => path.join('.'))
        if ('faults' in checked) finish(line, 'refused', checked.faults)
        else if (dryRun) count('done')
        else await limit.add(orderingKeyOf(verb, checked.input), () => send(line, checked.input, state === 'sent'))
      }
    }
  } catch (error) {
    // Stopping an import also ends the reading of its lines.
    if (!importing.signal.aborted) throw error
  } finally {
    await limit.done()
  }
  return { ...tally, broken: importing.signal.aborted ? undefined : sender.broken }
}

/** The ordering key of a line: lines about the same member, order or shipment keep their order. */
function orderingKeyOf({ operation }: Verb, input: Input): string | undefined {
  const named = pathFieldsOf(operation).map((field) => input[field])
  const about = named.length > 0 ? named.join('/') : (input.customerId ?? input.shop_order_id ?? input.id ?? input.shop_shipment_id)
  return about === undefined ? undefined : String(about)
}
