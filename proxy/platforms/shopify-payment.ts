import type { Money } from '../../src/contract/money.ts'
import type { OrderInput } from '../upstream/protection.ts'
import type { PaymentFacts } from '../reports/refund-facts.ts'
import { truncate, Unmappable, type Part } from './payload.ts'
import { amountOf } from './shopify-money.ts'
import { reductionOf, refundsOf, returnedMoneyOf } from './shopify-refunds.ts'

const upgrade = 'update the proxy to a version that knows it, then retry this'

/** https://shopify.dev/docs/api/admin-graphql/latest/enums/OrderDisplayFinancialStatus */
const financialStatuses: Readonly<Record<string, OrderInput['financial_status']>> = {
  pending: 'pending',
  authorized: 'pending',
  partially_paid: 'pending',
  paid: 'paid',
  partially_refunded: 'paid',
  refunded: 'refunded',
  voided: 'voided',
  expired: 'voided',
}

const statusTextOf = (order: Part) => order.at('financial_status').text()?.toLowerCase()

/** Converts the financial status of an order to the service's words. */
export function financialStatusOf(order: Part): OrderInput['financial_status'] {
  const written = statusTextOf(order)
  // An order whose payment has not begun has no status.
  const status = written === undefined ? 'pending' : Object.hasOwn(financialStatuses, written) && financialStatuses[written]
  if (!status) throw new Unmappable(order.at('financial_status').path, `"${truncate(written!, 32)}" is no known status`, upgrade)
  return status
}

/** Reads the payment status of an order, and the money that the platform has already refunded. */
export function paymentOf(order: Part): Omit<PaymentFacts, 'version'> {
  const currency = order.at('currency').currency()
  const refunds = refundsOf(order, currency)
  const left = order
    .at('line_items')
    .items()
    .map((line) => ({ id: line.at('id').needId(), bought: line.at('quantity').count(), gone: reductionOf(line, refunds, currency).quantity }))
    .filter(({ gone }) => gone > 0)
    .map(({ id, bought, gone }) => [id, bought - gone] as const)
  const withTax = !order.at('taxes_included').flag()
  const unassigned = order
    .at('refunds')
    .items()
    .map((refund) => unassignedOf(refund, currency, withTax))
    .filter(({ cents }) => cents > 0)
  return {
    status: statusTextOf(order) === 'partially_paid' ? 'partially_paid' : financialStatusOf(order),
    left: Object.fromEntries(left),
    // All payments of an order are in one currency.
    ...(unassigned[0] && { unassigned: { ...unassigned[0], cents: unassigned.reduce((sum, { cents }) => sum + cents, 0) } }),
  }
}

/** The part of a refund beyond the price of its lines, in the currency of its payments: it may belong to any line. */
function unassignedOf(refund: Part, currency: string, withTax: boolean): Money {
  const sent = returnedMoneyOf(refund, currency)
  const paidIn = sent[0]?.currency ?? currency
  const costOf = (line: Part, name: string) => {
    if (!line.at(`${name}_set`).isObject() && line.at(name).text() === undefined) return 0
    const sides = (['shop_money', 'presentment_money'] as const).map((side) => amountOf(line, name, side, currency))
    return sides.find((money) => money.currency === paidIn)?.cents ?? 0
  }
  const cost = refund
    .at('refund_line_items')
    .items()
    .reduce((sum, line) => sum + costOf(line, 'subtotal') + (withTax ? costOf(line, 'total_tax') : 0), 0)
  return { cents: sent.reduce((sum, { cents }) => sum + cents, 0) - cost, currency: paidIn }
}
