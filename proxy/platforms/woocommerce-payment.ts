import type { Money } from '../../src/contract/money.ts'
import type { OrderInput } from '../upstream/protection.ts'
import type { PaymentFacts } from '../reports/refund-facts.ts'
import { truncate, Part, Unmappable } from './payload.ts'

const upgrade = 'update the proxy to a version that knows it, then retry this'

/** https://woocommerce.com/document/managing-orders/order-statuses/ */
const financialStatuses: Readonly<Record<string, OrderInput['financial_status']>> = {
  pending: 'pending',
  'on-hold': 'pending',
  'checkout-draft': 'pending',
  processing: 'paid',
  completed: 'paid',
  refunded: 'refunded',
  cancelled: 'voided',
  failed: 'voided',
  trash: 'voided',
}

/** Converts the financial status of an order to the service's words. */
export function financialStatusOf(order: Part): OrderInput['financial_status'] {
  const field = order.at('status')
  const written = field.needText(upgrade).replace(/^wc-/, '')
  const status = Object.hasOwn(financialStatuses, written) && financialStatuses[written]
  if (!status) throw new Unmappable(field.path, `"${truncate(written, 32)}" is no known status`, upgrade)
  return status
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
