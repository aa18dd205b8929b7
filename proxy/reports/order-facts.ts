import type { Money } from '../../src/contract/money.ts'
import type { LineItemDto, OrderInput, OrderUpdateInput } from '../upstream/protection.ts'
import { stateOf } from './order-state.ts'
import { onePaying } from './paid.ts'
import type { LineFacts, OrderFacts, OrderMoney, ReportVersion } from './report-facts.ts'
import type { OrderReport } from './report-bodies.ts'

/** What is known of an order besides its report. */
type Known = Pick<OrderFacts, 'version' | 'told' | 'protected' | 'refunded' | 'created' | 'insured' | 'paying' | 'charge' | 'unprotected'>

/** The facts of an order that was reported. */
export function toOrderFacts(report: OrderReport, known: Known, shipped: OrderFacts['shipped'] = {}): OrderFacts {
  const { order, money, paid } = report
  const lines = order.line_items.map(toLineFacts)
  const { total_price: total, total_price_presentment: presented } = order
  return {
    ...known,
    state: report.version === undefined ? undefined : stateOf(report),
    charge: paid ? onePaying(paid.lines, known.paying) : known.charge,
    number: order.shop_order_number,
    currency: total.currency,
    money: money ?? { total, ...(presented && { presented }), refunded: sumOf(lines, total) },
    lines,
    shipped,
    financial_status: order.financial_status,
    customer: toCustomer(order),
  }
}

/** The facts of an order after an update. Its totals may be in the customer's currency while its lines are in the order's currency (A104). */
export function updatedFacts(update: OrderUpdateInput, known: OrderFacts | undefined, reportVersion: ReportVersion): OrderFacts {
  const currency = known?.currency ?? update.line_items[0]?.total_price.currency ?? update.total_price.currency
  const before = new Map(known?.lines.map((line) => [line.id, line]))
  const lines = update.line_items.map((line) => {
    const earlier = before.get(line.shop_line_item_id)
    return line.total_price.currency === currency || !earlier ? toLineFacts(line) : inShopCurrency(line, earlier)
  })
  return {
    ...(known ?? { protected: null, refunded: false, shipped: {}, created: null, insured: null, paying: null, unprotected: null }),
    ...reportVersion,
    state: undefined,
    number: update.shop_order_number,
    currency,
    money: updatedMoney(update.total_price, known?.money, lines, currency),
    lines,
    financial_status: update.financial_status,
    customer: toCustomer(update),
  }
}

/** The money of an order after an update: the total is the highest one so far, and what it has decreased since counts as refunded. */
function updatedMoney(now: Money, known: OrderMoney | undefined, lines: readonly LineFacts[], currency: string): OrderMoney {
  // The order was not reported here, and the update has only the customer's total. The total in the shop's currency is unknown: it is at least the goods.
  if (!known && now.currency !== currency) return { total: totalOf(lines, currency), presented: now, refunded: sumOf(lines, { cents: 0, currency }) }
  if (!known) return { total: now, refunded: sumOf(lines, now) }
  const { total: before, presented } = known
  if (now.currency !== before.currency) {
    const left = presented?.currency === now.currency && presented.cents > 0 ? Math.floor((before.cents * now.cents) / presented.cents) : before.cents
    // An update does not say which of the refunds name a line.
    const { unnamed: _, ...paid } = known
    return { ...paid, refunded: more(sumOf(lines, before), { ...before, cents: Math.max(0, before.cents - left) }) }
  }
  const total = more(before, now)
  return { total, ...(presented && { presented }), refunded: more(sumOf(lines, total), { ...total, cents: total.cents - now.cents }) }
}

const more = (one: Money, other: Money) => (one.cents < other.cents ? other : one)

const sumOf = (lines: readonly LineFacts[], { currency }: Money): Money => ({ cents: lines.reduce((sum, { refunded }) => sum + refunded.cents, 0), currency })

const totalOf = (lines: readonly LineFacts[], currency: string): Money => ({ cents: lines.reduce((sum, { total }) => sum + total.cents, 0), currency })

/** The most characters of a product's name that are kept. */
const longestName = 120

function toLineFacts(line: LineItemDto): LineFacts {
  const { shop_line_item_id: id, name, quantity, total_price: total, total_price_presentment: presented } = line
  const { refunded_quantity = 0, refunded_price, refunded_price_presentment: refunded_presented } = line
  const refunded = refunded_price ?? share(total, refunded_quantity, quantity)
  return {
    id,
    name: name.slice(0, longestName),
    quantity,
    total,
    ...(presented && { presented }),
    refunded_quantity,
    refunded,
    ...(refunded_presented && { refunded_presented }),
  }
}

/** The facts of a line that is reported in the customer's currency: its price in the shop's currency stays as it was. */
function inShopCurrency(line: LineItemDto, { total }: LineFacts): LineFacts {
  const { shop_line_item_id: id, name, quantity, total_price: presented, refunded_quantity = 0, refunded_price } = line
  const returned = refunded_price && presented.cents > 0 ? Math.round((total.cents * refunded_price.cents) / presented.cents) : undefined
  const refunded = returned === undefined ? share(total, refunded_quantity, quantity) : { ...total, cents: returned }
  return {
    id,
    name: name.slice(0, longestName),
    quantity,
    total,
    presented,
    refunded_quantity,
    refunded,
    ...(refunded_price && { refunded_presented: refunded_price }),
  }
}

const share = ({ cents, currency }: Money, count: number, of: number): Money => ({ cents: of === 0 ? 0 : Math.round((cents * count) / of), currency })

/** The customer's id; null for guests, whose id platforms build from the order. */
const toCustomer = ({ customer }: Pick<OrderInput, 'customer'>) => (customer.shop_customer_id.startsWith('guest:') ? null : customer.shop_customer_id)

/** Whether the order was never protected, so that no update may insure its lines. */
export const neverProtected = (known: OrderFacts | undefined) => known?.protected === false && !known.refunded
