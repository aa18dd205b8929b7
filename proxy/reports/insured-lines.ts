import type { OrderInput, OrderUpdateInput } from '../upstream/protection.ts'
import { isInsuranceRefused } from './refusals.ts'
import type { OrderFacts } from './report-facts.ts'

type WithLines = Pick<OrderInput, 'line_items'>

/** Whether the order is meant to be protected. */
export const isInsured = ({ amount_insured, line_items }: OrderInput) => amount_insured !== undefined || line_items.some(({ is_insured }) => is_insured)

/** The same report without insured lines. */
const withoutInsuredLines = <Report extends WithLines>(report: Report): Report => withInsured(report, () => false)

const withInsured = <Report extends WithLines>(report: Report, isInsuredLine: (line: Line) => boolean): Report => ({
  ...report,
  line_items: report.line_items.map((line) => ({ ...line, is_insured: isInsuredLine(line) })),
})

/**
 * The report with its lines insured as the known protection of its order determines: none without protection; with a quote, the lines that its
 * token covers; after the fact, all lines that ship, which the reporter may not know. Unchanged if the protection is not known.
 */
export function insuredAsKnown<Report extends WithLines>(report: Report, known: Pick<OrderFacts, 'protected' | 'insured'> | undefined): Report {
  if (known?.protected === false) return withoutInsuredLines(report)
  if (!known?.protected) return report
  return withInsured(report, (line) => known.insured?.includes(line.shop_line_item_id) ?? (line.is_insured || line.grams > 0))
}

/** The merchant's note after {@link sendInsured} has sent a report twice. */
export const unprotectedNote = 'the service does not hold the order as protected: its lines were reported as not insured'

/** Sends a report. Sends it again without insured lines if the service refuses these because it holds the order as unprotected. */
export async function sendInsured<Report extends WithLines>(report: Report, send: (report: Report) => Promise<unknown>): Promise<{ isUnprotected: boolean }> {
  try {
    await send(report)
    return { isUnprotected: false }
  } catch (error) {
    if (!isInsuranceRefused(error) || !report.line_items.some(({ is_insured }) => is_insured)) throw error
  }
  await send(withoutInsuredLines(report))
  return { isUnprotected: true }
}

/** The facts of an order that the service holds as unprotected. */
export const unprotectedFacts = <Facts extends Pick<OrderFacts, 'protected' | 'refunded'>>(known: Facts): Facts => ({
  ...known,
  protected: false,
  refunded: known.refunded || known.protected === true,
})

/** The same order without protection: insured lines need a token and an amount (section 2). */
export const withoutProtection = ({ purchased_quote_token: _, amount_insured: __, amount_insured_presentment: ___, ...order }: OrderInput): OrderInput =>
  withoutInsuredLines(order)

/** The update of an order. Its prices are in the customer's currency (section 2) if the order has all of them. */
export function toUpdate(order: OrderInput): OrderUpdateInput {
  const { shop_order_id, shop_order_number, financial_status, customer, shipping_address, line_items } = order
  const about = { shopOrderId: shop_order_id, shop_order_number, financial_status, customer, shipping_address }
  const own = {
    subtotal_price: order.subtotal_price,
    total_discounts_price: order.total_discounts_price,
    total_shipping_price: order.total_shipping_price,
    total_tax_price: order.total_tax_price,
    total_price: order.total_price,
  }
  const presented = {
    subtotal_price: order.subtotal_price_presentment,
    total_discounts_price: order.total_discounts_price_presentment,
    total_shipping_price: order.total_shipping_price_presentment,
    total_tax_price: order.total_tax_price_presentment,
    total_price: order.total_price_presentment,
  }
  const lines = line_items.map(toPresentedLine)
  const isComplete = Object.values(presented).every((price) => price !== undefined) && lines.every((line) => line !== undefined)
  return isComplete ? { ...about, ...(presented as typeof own), line_items: lines } : { ...about, ...own, line_items }
}

type Line = OrderInput['line_items'][number]

/** The line in the customer's currency; undefined if it lacks an amount in it. */
function toPresentedLine(line: Line): Line | undefined {
  const { unit_price, total_price, total_price_presentment: presented, refunded_price, refunded_price_presentment } = line
  if (!presented || (refunded_price && !refunded_price_presentment)) return undefined
  const { currency } = presented
  const unit = total_price.cents === 0 ? 0 : Math.round((unit_price.cents * presented.cents) / total_price.cents)
  return {
    ...line,
    unit_price: { cents: currency === unit_price.currency ? unit_price.cents : unit, currency },
    total_price: presented,
    ...(refunded_price_presentment && { refunded_price: refunded_price_presentment }),
  }
}
