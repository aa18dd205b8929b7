import type { LineFacts, OrderFacts } from '../reports/report-kinds.ts'
import type { Resolution } from './claim.ts'

/** What a claim takes of an order, once it is resolved. */
export interface Taken {
  key: string
  /** Of the claim, without the way in which it is resolved; null where the service names none. */
  id: string | null
  resolution: Resolution
  lines: TakenLine[]
  /** What of the whole order was refunded in all after this refund, as with each of its lines. */
  refunded?: number
}

/** What a claim takes of a line. */
export interface TakenLine {
  id: string
  quantity: number
  /** In the order's smallest unit: given back, credited, or what the goods sent again are worth. */
  cents: number
  /** The same in the customer's currency. */
  presented: number
  /** What of the line was refunded in all after this refund, wherever it was seen: its report may come before or after this claim is looked at again. */
  refunded?: { quantity: number; cents: number }
}

/** What is still there of a line for claims. */
export interface Left {
  quantity: number
  cents: number
  presented: number
  /** What is known to have been refunded, by claims or otherwise. */
  refunded: { quantity: number; cents: number }
}

/** What of the whole order is left for claims, and what of it is known to have been refunded. */
export const leftOfOrder = ({ money }: OrderFacts, earlier: readonly Taken[]) =>
  remaining(
    money.total.cents,
    money.refunded.cents,
    earlier.map(({ lines, refunded }) => ({ amount: sum(lines.map(({ cents }) => cents)), refunded })),
  )

/** What one claim has taken of something, and for a refund, what of it was refunded in all after that. */
interface Part {
  amount: number
  refunded?: number | undefined
}

/** What is left of something, `seen` of which was refunded by what the order's reports say. */
function remaining(whole: number, seen: number, taken: readonly Part[]): { left: number; refunded: number; otherwise: number } {
  // A resolved refund shows in the order's reports sooner or later, too: whichever of the two knows more is right.
  const resolved = taken.filter((part) => part.refunded !== undefined)
  const refunded = Math.max(seen, ...resolved.map((part) => part.refunded!))
  const otherwise = Math.max(0, refunded - sum(resolved.map(({ amount }) => amount)))
  return { left: Math.max(0, whole - otherwise - sum(taken.map(({ amount }) => amount))), refunded, otherwise }
}

/** What of a line is left for claims. */
export function leftOf(line: LineFacts, { shipped }: OrderFacts, earlier: readonly Taken[]): Left {
  const taken = earlier.flatMap(({ lines }) => lines.filter(({ id }) => id === line.id))
  const pieces = remaining(
    line.quantity,
    line.refunded_quantity,
    taken.map(({ quantity, refunded }) => ({ amount: quantity, refunded: refunded?.quantity })),
  )
  const money = remaining(
    line.total.cents,
    line.refunded.cents,
    taken.map(({ cents, refunded }) => ({ amount: cents, refunded: refunded?.cents })),
  )
  const { presented = line.total } = line
  return {
    quantity: Math.max(0, Math.min((shipped[line.id] ?? 0) - sum(taken.map(({ quantity }) => quantity)), pieces.left)),
    cents: money.left,
    presented: Math.max(0, presented.cents - Math.ceil(money.otherwise * rateOf(line)) - sum(taken.map((one) => one.presented))),
    refunded: { quantity: pieces.refunded, cents: money.refunded },
  }
}

/** What a unit of the shop's currency came to in the customer's when the line was paid. */
export const rateOf = ({ total, presented = total }: LineFacts) => (total.cents === 0 ? 0 : presented.cents / total.cents)

/** All of them together. */
export const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
