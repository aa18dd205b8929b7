import type { Money } from '../../src/contract/money.ts'
import type { LineFacts, OrderFacts } from '../reports/report-facts.ts'
import type { LineShare } from '../shop-admin/shop.ts'
import { shown, type Claim, type ClaimLine } from './claim.ts'
import { remainingOfLine, remainingOfOrder, rateOf, sum, type Remaining, type Taken, type TakenLine } from './remaining.ts'

/** What a claim takes within its bounds, or why it cannot be resolved. */
export interface CheckedClaim {
  faults: string[]
  taken: Taken
  shares: LineShare[]
  /** The amount to refund or credit; for a reorder, the value of the goods. */
  amount: Money
  /** The amount to compare with limits: the larger of `amount` and the customer's amount converted. Null if a line cost nothing. */
  counted: Money | null
}

/**
 * Checks a claim against what was paid, sent, refunded and claimed before (A100). Its money must not exceed what is left of the paid price, per line and
 * for the whole order. Its pieces must not exceed the sent pieces. `earlier` holds every other claim of the order that is resolved or may still be.
 */
export function checkBounds(claim: Claim, order: OrderFacts, earlier: readonly Taken[]): CheckedClaim {
  const faults: string[] = []
  if (order.financial_status !== 'paid') faults.push(`shop_order_id names an order that is ${order.financial_status}: there is nothing to refund`)
  const { currency } = order
  const known = claim.lines.flatMap((asked) => {
    const line = order.lines.find(({ id }) => id === asked.id)
    if (!line) faults.push(`line_items name shop_line_item_id ${shown(asked.id)}, which is not in the order as it was reported`)
    return line ? [{ asked, line, left: remainingOfLine(line, order, earlier) }] : []
  })
  if (claim.lines.length === 0) {
    known.push(...linesOfTotal(order, earlier))
    if (known.length === 0) faults.push('shop_order_id is that of an order with nothing to claim: nothing of it was sent, or all is refunded or claimed')
  }
  let rest = claim.total?.cents ?? 0
  const shares = known.map(({ asked, line, left }): LineShare => {
    const place = `line_items with shop_line_item_id ${shown(line.id)}`
    const quantity = asked.quantity ?? left.quantity
    if (left.quantity < 1) faults.push(`${place} have nothing to claim: nothing of it was sent, or all is refunded or claimed`)
    else if (quantity > left.quantity) faults.push(`${place} have a quantity_to_issue of more than the ${left.quantity} that can be claimed`)
    const worth = { cents: Math.floor((line.total.cents * quantity) / Math.max(1, line.quantity)), currency }
    const part = Math.min(rest, left.cents)
    rest -= part
    const amount = claim.resolution === 'reorder' ? worth : claim.total ? { cents: part, currency } : (asked.amount ?? worth)
    if (amount.currency !== currency) faults.push(`${place} have a to_issue_amount in ${amount.currency}, and the order is in ${currency}`)
    else if (claim.resolution !== 'reorder' && amount.cents > left.cents)
      faults.push(`${place} have a to_issue_amount of more than the ${left.cents} cents that are left of what was paid`)
    // Rounding may have taken a unit of each piece.
    else if (amount.cents > left.cents + line.quantity)
      faults.push(`${place} have goods worth more than the ${left.cents} cents that are left of what was paid`)
    faults.push(...checkPresented(asked, quantity, line, left).map((fault) => `${place} ${fault}`))
    const presented = asked.presented ?? (line.presented && { ...line.presented, cents: Math.min(left.presented, Math.round(amount.cents * rateOf(line))) })
    return { id: line.id, quantity, amount, ...(presented && claim.resolution === 'refund' && { presented }) }
  })
  if (claim.total && claim.total.currency !== currency) faults.push(`to_issue_amount is in ${claim.total.currency}, and the order is in ${currency}`)
  else if (rest > 0 && known.length > 0) faults.push('to_issue_amount is more than what is left of what was paid for these lines')
  const amount = { cents: sum(shares.map((share) => share.amount.cents)), currency }
  if (faults.length === 0 && amount.cents === 0 && claim.resolution !== 'reorder') faults.push('to_issue_amount is zero')
  const lines = shares.map((share, index) => toTaken(claim, share, known[index]!))
  const whole = remainingOfOrder(order, earlier)
  if (faults.length === 0 && amount.cents > whole.left)
    faults.push(`line_items come to more than the ${whole.left} cents that are left of what was paid for the order`)
  const { key, id, resolution } = claim
  return {
    faults,
    taken: { key, id, resolution, lines, ...(resolution === 'refund' && { refunded: whole.refunded + amount.cents }) },
    shares,
    amount,
    counted: known.some(({ line }) => line.total.cents === 0) ? null : { cents: countedOf({ lines }, order), currency },
  }
}

/** Spreads a total without lines over the remaining money of every line that was sent at least in part (A96); it takes no pieces. */
const linesOfTotal = (order: OrderFacts, earlier: readonly Taken[]) =>
  order.lines.flatMap((line) => {
    const left = remainingOfLine(line, order, earlier)
    return left.quantity > 0 && left.cents > 0 ? [{ asked: { id: line.id, quantity: 0, amount: null, presented: null }, line, left }] : []
  })

function toTaken({ resolution }: Claim, share: LineShare, { line, left }: { line: LineFacts; left: Remaining }): TakenLine {
  const { quantity, amount, presented } = share
  const taken = { id: share.id, quantity, cents: amount.cents, presented: presented?.cents ?? Math.ceil(amount.cents * rateOf(line)) }
  const refunded = { quantity: left.refunded.quantity + quantity, cents: left.refunded.cents + amount.cents }
  return resolution === 'refund' ? { ...taken, refunded } : taken
}

/** Returns the amount of a claim that is compared with limits, in cents. Of each line, the shop's amount or the customer's converted amount counts, whichever is larger. */
export const countedOf = ({ lines }: Pick<Taken, 'lines'>, order: Pick<OrderFacts, 'lines'>): number =>
  sum(
    lines.map(({ id, cents, presented }) => {
      const line = order.lines.find((one) => one.id === id)
      return line ? Math.max(cents, Math.floor(presented / (rateOf(line) || 1))) : cents
    }),
  )

/** Checks the amount shown to the customer: it must match the shop's amount at the line's paid rate, except for the rounding of each piece. */
function checkPresented({ amount, presented }: ClaimLine, quantity: number, line: LineFacts, left: Remaining): string[] {
  if (!presented) return []
  const { total, presented: seen = total } = line
  if (presented.currency !== seen.currency) return [`have a to_issue_amount_presentment in ${presented.currency}, and the order was shown in ${seen.currency}`]
  const rate = rateOf(line)
  const rounding = seen.currency === total.currency ? 0 : quantity * (1 + rate)
  if (amount && Math.abs(presented.cents - amount.cents * rate) > rounding)
    return ['have a to_issue_amount_presentment that is not the to_issue_amount, by what the line was paid in both']
  return presented.cents > left.presented ? ['have a to_issue_amount_presentment of more than what is left of what was paid'] : []
}
