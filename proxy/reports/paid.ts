import type { Money } from '../../src/contract/money.ts'
import { sameMoney } from '../../src/contract/money.ts'
import { toMoneyText } from '../upstream/money-text.ts'
import type { ChargedLine, ProtectionPaid, RefundLine } from './protection-payment.ts'

/** Which of the charged lines pays for protection, and which lines are paid in excess. */
interface Split {
  /** The id of the line that pays. */
  paying: string | null
  /** What must be refunded. */
  excess: RefundLine[]
  /** Why nothing pays for the protection. */
  fault?: string
}

const askedOf = ({ amount, presented, asked }: ChargedLine) => asked ?? presented ?? amount

/**
 * Finds the one line that pays exactly this price; a null price matches any amount. If lines carry tokens, only a line with the quote's own token
 * can pay for it. Protection is paid once, so all other lines are excess.
 */
export function splitPaid({ lines }: ProtectionPaid, price: Money | null, carriesToken: (line: ChargedLine) => boolean): Split {
  const charged = lines.filter(({ quantity }) => quantity > 0)
  const fitting = charged.filter((line) => price === null || sameMoney(askedOf(line), { ...price, cents: price.cents * line.quantity }))
  const paying = charged.some(({ token }) => token !== undefined) ? fitting.find(carriesToken) : fitting[0]
  if (paying) return { paying: paying.id, excess: exceptOne(charged, paying.id) }
  const asked = price ? `, the quote asks ${toMoneyText(price)}` : ''
  const sums = charged.map((line) => toMoneyText(askedOf(line)))
  return { paying: null, excess: charged.filter(isWorth), fault: `the order charges ${sums.join(' and ') || 'nothing'} for protection${asked}` }
}

/** All of these lines, minus one piece of the line that pays. */
export const exceptOne = (lines: readonly RefundLine[], paying: string): RefundLine[] =>
  lines.flatMap((line) => (line.id === paying ? beyondOne(line) : [line])).filter(isWorth)

/** One piece of the line that pays, with what a refund of it gives back; undefined if the line is missing. */
export function onePaying(lines: readonly RefundLine[], paying: string | null): RefundLine | undefined {
  const line = lines.find(({ id, quantity }) => id === paying && quantity > 0)
  if (!line) return undefined
  const { id, quantity, amount, presented, bound, sealed } = line
  const one = (money: Money) => ({ ...money, cents: Math.round(money.cents / quantity) })
  return { id, quantity: 1, amount: one(amount), ...(presented && { presented: one(presented) }), ...(bound && { bound }), ...(sealed && { sealed }) }
}

const isWorth = ({ quantity, amount }: RefundLine) => quantity > 0 && amount.cents > 0

function beyondOne({ id, quantity, amount, presented, bound, sealed }: RefundLine): RefundLine[] {
  if (quantity <= 1) return []
  const rest = (money: Money) => ({ ...money, cents: money.cents - Math.round(money.cents / quantity) })
  const share = { id, quantity: quantity - 1, amount: rest(amount), ...(presented && { presented: rest(presented) }) }
  return [{ ...share, ...(bound && { bound }), ...(sealed && { sealed }) }]
}
