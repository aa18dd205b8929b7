import { toUpdate } from './insured-lines.ts'
import { hashOf } from './hash.ts'
import type { OrderFacts } from './report-facts.ts'
import type { OrderReport } from './report-bodies.ts'

/**
 * A hash that distinguishes two states of an order with the same version, because the platform's versions are seconds. It covers all fields of the
 * update, except what depends on the proxy's settings and on earlier facts.
 */
export function stateOf({ order, update = toUpdate(order) }: OrderReport): string {
  const { phone_number: _, ...shipping_address } = update.shipping_address
  const line_items = update.line_items.map(({ image_url: _, is_insured: __, ...line }) => line)
  return hashOf(JSON.stringify({ ...update, shipping_address, line_items }))
}

/** Whether the reported order has the version of this report, but another state. */
export const differsInSameSecond = (report: OrderReport, known: OrderFacts | undefined) =>
  known?.state !== undefined && report.version !== undefined && report.version === known.version && stateOf(report) !== known.state

/**
 * Whether a report is older than the reported state with the same version, as far as the proxy can know. An order does not become unpaid again in the
 * second in which it was paid. A report that replaces another state is outdated if a third state was reported since. The next reconciliation of the
 * platform's orders finds all other cases.
 */
export function isOutdated(report: OrderReport, known: OrderFacts | undefined): boolean {
  if (report.over !== undefined) return known?.state !== report.over
  return differsInSameSecond(report, known) && report.order.financial_status === 'pending' && known!.financial_status !== 'pending'
}

/** The note of a report that a later state of the same second has replaced. */
export const outdatedNote = 'a later state of the same second was reported'
