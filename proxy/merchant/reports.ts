import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ResponseError } from '../../src/contract/client.ts'
import { serviceWords } from '../problems.ts'
import type { Report } from './merchant.ts'

/** One try at telling the service; may note what the merchant should know, and whether the order is protected. */
export type Deliver = (attempt: number, tell: (what: { note?: string; protected?: boolean }) => void) => Promise<void>

/** Reports that were accepted, each told to the service in the order of its order's own history. */
export interface Reports {
  /** Takes a report in and answers its id at once; those of one order are delivered one after another, others beside it. */
  accept(kind: Report['kind'], order: string | null, deliver: Deliver): string
  find(id: string): Report | undefined
  /** The order that a shipment was reported for. */
  orderOf(shipment: string): string | undefined
  noteShipment(shipment: string, order: string): void
}

/** Milliseconds: the first wait, the longest, when trying ends, and when waiting for what was not reported yet ends. */
const backoff = { first: 1_000, longest: 60_000, deadline: 24 * 3_600_000, missing: 3_600_000 }
const most = 10_000

/** Reports that are kept in memory and tried until `closing` is aborted; `log` is told of each that ends. */
export function createReports(closing: AbortSignal, log: (report: Report) => void): Reports {
  const reports = new Map<string, Report>()
  const lastOfOrder = new Map<string, Promise<void>>()
  const orders = new Map<string, string>()
  /** Reports that wait for another one, each with what wakes it. */
  const asleep = new Map<Report, () => void>()

  /** Puts a report at the end of its order's queue. */
  function enqueue(report: Report, deliver: Deliver, began = Date.now(), wait = backoff.first) {
    const lane = report.shop_order_id ?? report.id
    const turn = (lastOfOrder.get(lane) ?? Promise.resolve()).then(() => run(report, deliver, began, wait))
    lastOfOrder.set(lane, turn)
    void turn.then(() => {
      if (lastOfOrder.get(lane) === turn) lastOfOrder.delete(lane)
    })
  }

  async function run(report: Report, deliver: Deliver, began: number, firstWait: number) {
    for (let wait = firstWait; ; wait = Math.min(wait * 2, backoff.longest)) {
      report.attempts += 1
      try {
        await deliver(report.attempts, ({ note, protected: covered }) => {
          if (note) report.notes.push(note)
          if (covered !== undefined) report.protected = covered
        })
        settle(report, 'delivered')
        for (const [sleeping, wake] of asleep) if (mayNeed(sleeping, report)) wake()
        return
      } catch (error) {
        const age = Date.now() - began
        if (isMissing(error) && age < backoff.missing && !closing.aborted) {
          // What it speaks of may be reported later, and by the same order's queue: it must not stand in its way.
          void sleep(report, wait).then(() => enqueue(report, deliver, began, Math.min(wait * 2, backoff.longest)))
          return
        }
        if (isFinal(error)) return settle(report, 'failed', toNote(error))
        if (age > backoff.deadline || closing.aborted) return settle(report, 'failed', 'the service could not be reached in time')
        await pause(jitter(wait), undefined, { signal: closing }).catch(() => {})
      }
    }
  }

  function settle(report: Report, state: Report['state'], note?: string) {
    report.state = state
    if (note) report.notes.push(note)
    report.settled_at = new Date().toISOString()
    log(report)
  }

  async function sleep(report: Report, wait: number) {
    const awake = new AbortController()
    const wake = () => awake.abort()
    asleep.set(report, wake)
    await pause(jitter(wait), undefined, { signal: AbortSignal.any([awake.signal, closing]) }).catch(() => {})
    asleep.delete(report)
  }

  return {
    accept(kind, order, deliver) {
      const report: Report = {
        id: randomUUID(),
        kind,
        shop_order_id: order,
        state: 'waiting',
        protected: null,
        attempts: 0,
        notes: [],
        accepted_at: new Date().toISOString(),
        settled_at: null,
      }
      reports.set(report.id, report)
      if (reports.size > most) reports.delete(reports.keys().next().value!)
      enqueue(report, deliver)
      return report.id
    },
    find: (id) => reports.get(id),
    orderOf: (shipment) => orders.get(shipment),
    noteShipment(shipment, order) {
      orders.set(shipment, order)
      if (orders.size > most) orders.delete(orders.keys().next().value!)
    },
  }
}

/** Whether it may be the other one that this waits for: the same order's, or any shipment where only a shipment is known. */
const mayNeed = (waiting: Report, delivered: Report) =>
  waiting.shop_order_id ? waiting.shop_order_id === delivered.shop_order_id : delivered.kind === 'shipment'

/** A crowd of reports does not come back all at once. */
const jitter = (wait: number) => wait * (0.5 + Math.random() / 2)

/** The service does not know the order or shipment that this speaks of, perhaps not yet: reports come late and out of order (A58, A60). */
function isMissing(error: unknown): boolean {
  return error instanceof ResponseError && (error.status === 404 || (error.status === 422 && serviceWords(error).some((words) => /must exist/i.test(words))))
}

/** A 4xx says no for good, but for a key that may be mended and for haste. */
function isFinal(error: unknown): boolean {
  if (error instanceof ResponseError) return error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)
  return error instanceof TypeError
}

const toNote = (error: unknown) =>
  error instanceof ResponseError
    ? `the service answered ${error.status}: ${serviceWords(error).join('; ') || 'no words'}`
    : 'the report cannot be sent as it is'
