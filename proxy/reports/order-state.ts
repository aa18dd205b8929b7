import { toUpdate } from './insured-lines.ts'
import { hashOf } from './hash.ts'
import type { OrderFacts, OrderReport } from './report-kinds.ts'

/**
 * By which two states of an order are told apart that the platform gave the same version, since its versions are seconds: all that an update
 * says of it, less what depends on our settings and on what was known before.
 */
export function stateOf({ order, update = toUpdate(order) }: OrderReport): string {
  const { phone_number: _, ...shipping_address } = update.shipping_address
  const line_items = update.line_items.map(({ image_url: _, is_insured: __, ...line }) => line)
  return hashOf(JSON.stringify({ ...update, shipping_address, line_items }))
}

/** Whether what was reported of an order has the version of this report, and is another state of it. */
export const isOtherOfSecond = (report: OrderReport, known: OrderFacts | undefined) =>
  known?.state !== undefined && report.version !== undefined && report.version === known.version && stateOf(report) !== known.state

/**
 * Whether a report is older than what was reported with the same version, as far as that can be known: an order is not unpaid again in the second
 * in which it was paid, and what the platform was asked for may have been told of otherwise meanwhile. All else is found by the next look at the
 * platform's orders.
 */
export function isOutrun(report: OrderReport, known: OrderFacts | undefined): boolean {
  if (report.over !== undefined) return known?.state !== report.over
  return isOtherOfSecond(report, known) && report.order.financial_status === 'pending' && known!.financial_status !== 'pending'
}

/** Another state of the same second was reported, which is the later one. */
export const outrun = 'another state of the same second was reported, which is later'
