import type { Money } from '../../src/contract/money.ts'
import type { PaidFacts } from '../reports/report-facts.ts'
import { shareOf, type Part } from './payload.ts'
import { amountOf, firstAmountOf, lineTotalOf, type Side } from './shopify-money.ts'

/** What of a line was refunded or removed, in smallest units of both currencies. */
interface Reduction {
  quantity: number
  shop: number
  presented: number
}

/** The refunds so far, by line. */
export type Refunds = ReadonlyMap<string, Reduction>

const nothing: Reduction = { quantity: 0, shop: 0, presented: 0 }

/** Reads the refunds of an order. */
export function refundsOf(order: Part, currency: string): Refunds {
  const found = new Map<string, Reduction>()
  const shares = order
    .at('refunds')
    .items()
    .flatMap((refund) => refund.at('refund_line_items').items())
  for (const share of shares) {
    const id = share.at('line_item_id').text() ?? ''
    const { quantity, shop, presented } = found.get(id) ?? nothing
    found.set(id, {
      quantity: quantity + share.at('quantity').count(),
      shop: shop + amountOf(share, 'subtotal', 'shop_money', currency).cents,
      presented: presented + amountOf(share, 'subtotal', 'presentment_money', currency).cents,
    })
  }
  return found
}

/** What of a line was refunded, or removed in an edit of the order, which also lowers the order's price. */
export function reductionOf(line: Part, refunds: Refunds, currency: string): Reduction {
  const bought = line.at('quantity').count()
  const current = line.at('current_quantity').text() === undefined ? bought : line.at('current_quantity').count()
  const refunded = refunds.get(line.at('id').text() ?? '') ?? nothing
  const quantity = Math.min(bought, Math.max(refunded.quantity, bought - current))
  const gone = (side: Side, given: number) => {
    const { cents } = lineTotalOf(line, side, currency)
    return Math.min(cents, given + shareOf(cents, Math.max(0, quantity - refunded.quantity), bought))
  }
  return { quantity, shop: gone('shop_money', refunded.shop), presented: gone('presentment_money', refunded.presented) }
}

/**
 * The total of the whole order, and how much of it is gone: the largest of what its lines lost, the decrease of its price, and the
 * money that was refunded, which may name no line.
 */
export function moneyOf(order: Part, lines: readonly Part[], refunds: Refunds, currency: string): PaidFacts {
  const charged = amountOf(order, 'total_price', 'shop_money', currency)
  const seen = amountOf(order, 'total_price', 'presentment_money', currency)
  const sent = order
    .at('refunds')
    .items()
    .flatMap((refund) => returnedMoneyOf(refund, currency))
  const gone = lines.map((line) => reductionOf(line, refunds, currency))
  const side = (name: Side, whole: Money, other: Money, ofLines: number): [total: Money, refunded: Money] => {
    const now = firstAmountOf(order, ['current_total_price', 'total_price'], name, currency)
    const total = Math.max(whole.cents, now.cents)
    // A refund has one currency; its amount in the other currency is the same share of the order.
    const back = sent.map((money) => (money.currency === whole.currency ? money.cents : money.currency === other.currency ? inOther(money, whole, other) : 0))
    const refunded = Math.max(ofLines, total - now.cents, sum(back))
    return [
      { ...whole, cents: total },
      { ...whole, cents: Math.min(total, refunded) },
    ]
  }
  const [total, refunded] = side('shop_money', charged, seen, sum(gone.map(({ shop }) => shop)))
  const [presented, refunded_presented] = side('presentment_money', seen, charged, sum(gone.map((one) => one.presented)))
  return { total, presented, refunded, refunded_presented }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

const inOther = ({ cents }: Money, whole: Money, other: Money) => (other.cents === 0 ? 0 : Math.ceil((cents * whole.cents) / other.cents))

/** The money that a refund has returned, or is returning. */
export const returnedMoneyOf = (refund: Part, currency: string): Money[] =>
  refund
    .at('transactions')
    .items()
    .filter((one) => one.at('kind').text() === 'refund' && !['failure', 'error'].includes(one.at('status').text() ?? ''))
    .map((one) => one.at('amount').money(one.at('currency').text() === undefined ? currency : one.at('currency').currency()))
