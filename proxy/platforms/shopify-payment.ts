import type { Money } from '../../src/contract/money.ts'
import type { OrderInput } from '../upstream/protection.ts'
import type { PaymentFacts } from '../reports/refund-facts.ts'
import type { PaidFacts } from '../reports/report-facts.ts'
import { Part, truncate, Unmappable } from './payload.ts'
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

/**
 * What the refunds of an order gave back beyond the price of their lines and its shipping, in the shop's currency. Claims need it: it may be the
 * price of the very line that is claimed.
 */
export function unnamedOf(order: Part, { total, presented = total }: PaidFacts): Money {
  const { currency } = total
  const withTax = !order.at('taxes_included').flag()
  const cents = order
    .at('refunds')
    .items()
    .map((refund) => {
      const unassigned = unassignedOf(refund, currency, withTax)
      const beyondShipping = Math.max(0, unassigned.cents - shippingOf(refund, currency, unassigned.currency, withTax))
      return unassigned.currency === currency || presented.cents === 0 ? beyondShipping : Math.floor((beyondShipping * total.cents) / presented.cents)
    })
    .reduce((sum, one) => sum + one, 0)
  return { cents, currency }
}

/** The part of a refund beyond the price of its lines, in the currency of its payments: it may belong to any line. */
function unassignedOf(refund: Part, currency: string, withTax: boolean): Money {
  const sent = returnedMoneyOf(refund, currency)
  const paidIn = sent[0]?.currency ?? currency
  const cost = refund
    .at('refund_line_items')
    .items()
    .reduce((sum, line) => sum + costOf(line, 'subtotal', currency, paidIn) + (withTax ? costOf(line, 'total_tax', currency, paidIn) : 0), 0)
  return { cents: sent.reduce((sum, { cents }) => sum + cents, 0) - cost, currency: paidIn }
}

/** The shipping that a refund gave back (https://shopify.dev/docs/api/admin-rest/latest/resources/refund, `order_adjustments`). */
const shippingOf = (refund: Part, currency: string, paidIn: string, withTax: boolean) =>
  refund
    .at('order_adjustments')
    .items()
    .filter((one) => one.at('kind').text() === 'shipping_refund')
    .reduce((sum, one) => sum + costOf(one, 'amount', currency, paidIn) + (withTax ? costOf(one, 'tax_amount', currency, paidIn) : 0), 0)

/** An amount in the currency of a refund's payments; 0 if there is none. Shopify writes adjustments as negative amounts. */
function costOf(part: Part, name: string, currency: string, paidIn: string): number {
  const set = part.at(`${name}_set`)
  if (!set.isObject()) return part.at(name).text() === undefined || currency !== paidIn ? 0 : positive(part.at(name), currency).cents
  const sides = (['shop_money', 'presentment_money'] as const).map((side) => set.at(side)).filter((side) => side.isObject())
  const side = sides.find((one) => one.at('currency_code').currency() === paidIn)
  return side ? positive(side.at('amount'), paidIn).cents : 0
}

const positive = (amount: Part, currency: string) => new Part(amount.text()?.replace(/^-/, ''), amount.path).money(currency)
