import type { Money } from '../../src/contract/money.ts'
import type { OrderInput } from '../upstream/protection.ts'
import type { PaymentFacts } from '../reports/refund-facts.ts'
import { Part } from './payload.ts'

const remedy = 'nothing can be reported without it; look at what the shop sends, then drop this'

/** https://woocommerce.com/document/managing-orders/order-statuses/ */
const financialStatuses: Readonly<Record<string, OrderInput['financial_status']>> = {
  pending: 'pending',
  'on-hold': 'pending',
  'checkout-draft': 'pending',
  completed: 'paid',
  refunded: 'refunded',
  cancelled: 'voided',
  failed: 'voided',
  trash: 'voided',
}

/**
 * Converts the financial status of an order to the service's words. An order that is paid on delivery is "processing" without a day of payment, so
 * it is not paid before that day (class-wc-gateway-cod.php, WC_Order::maybe_set_date_paid). Plugins add statuses of their own ("partially shipped"):
 * such an order is paid from that day on, too.
 */
export function financialStatusOf(order: Part): OrderInput['financial_status'] {
  const written = order.at('status').needText(remedy).replace(/^wc-/, '')
  const days = [order.at('date_paid_gmt'), order.at('date_paid')]
  const isPaid = days.some((day) => day.text() !== undefined)
  if (written === 'processing') {
    // Webhooks that an earlier version stored have no day of payment at all.
    const isKnown = days.some(({ value }) => value !== undefined)
    return isPaid || !isKnown ? 'paid' : 'pending'
  }
  if (Object.hasOwn(financialStatuses, written)) return financialStatuses[written]!
  return isPaid ? 'paid' : 'pending'
}

/** The refunded amount of an order: the platform sends only the sums of refunds, as negative amounts. */
export function refundedOf(order: Part): Money {
  const currency = order.at('currency').currency()
  const refunds = order
    .at('refunds')
    .items()
    .map((refund) => new Part(refund.at('total').text()?.replace(/^-/, ''), refund.at('total').path).money(currency))
  return { cents: refunds.reduce((all, { cents }) => all + cents, 0), currency }
}

/** Reads the payment status of an order, and the money that the platform has already refunded. */
export function paymentOf(order: Part): Omit<PaymentFacts, 'version'> {
  const refunded = refundedOf(order)
  return { status: financialStatusOf(order), left: {}, ...(refunded.cents > 0 && { unassigned: refunded }) }
}
