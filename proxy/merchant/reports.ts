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

/** Milliseconds: the first wait, the longest, and when trying ends. */
const backoff = { first: 1_000, longest: 60_000, deadline: 24 * 3_600_000 }
const most = 10_000

export function createReports(closing: AbortSignal, log: (report: Report) => void): Reports {
  const reports = new Map<string, Report>()
  const lastOfOrder = new Map<string, Promise<void>>()
  const orders = new Map<string, string>()

  async function run(report: Report, deliver: Deliver) {
    const began = Date.now()
    for (let wait = backoff.first; ; wait = Math.min(wait * 2, backoff.longest)) {
      report.attempts += 1
      try {
        await deliver(report.attempts, ({ note, protected: covered }) => {
          if (note) report.notes.push(note)
          if (covered !== undefined) report.protected = covered
        })
        report.state = 'delivered'
        break
      } catch (error) {
        if (isFinal(error)) {
          report.state = 'failed'
          report.notes.push(
            error instanceof ResponseError
              ? `the service answered ${error.status}: ${serviceWords(error).join('; ') || 'no words'}`
              : 'the report cannot be sent as it is',
          )
          break
        }
        if (Date.now() - began > backoff.deadline || closing.aborted) {
          report.state = 'failed'
          report.notes.push('the service could not be reached in time')
          break
        }
        // Full jitter keeps a crowd of reports from coming back all at once.
        await pause(wait * (0.5 + Math.random() / 2), undefined, { signal: closing }).catch(() => {})
      }
    }
    report.settled_at = new Date().toISOString()
    log(report)
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
      const lane = order ?? report.id
      const turn = (lastOfOrder.get(lane) ?? Promise.resolve()).then(() => run(report, deliver))
      lastOfOrder.set(lane, turn)
      void turn.then(() => {
        if (lastOfOrder.get(lane) === turn) lastOfOrder.delete(lane)
      })
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

/** A 4xx says no for good, but for haste and for what may yet come true: an order or shipment that is not there yet is not coming, since its reports went before. */
function isFinal(error: unknown): boolean {
  if (error instanceof ResponseError) return error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 408 && error.status !== 429
  return error instanceof TypeError
}
