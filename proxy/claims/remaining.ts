import type { LineFacts, OrderFacts } from '../reports/report-facts.ts'
import type { Resolution } from './claim.ts'

/** What a claim takes of an order when it is resolved. */
export interface Taken {
  key: string
  /** The claim's id without its resolution; null if the service sends none. */
  id: string | null
  resolution: Resolution
  lines: TakenLine[]
  /** The total refunded of the whole order after this refund, as in each of its lines. */
  refunded?: number
}

/** What a claim takes of a line. */
export interface TakenLine {
  id: string
  quantity: number
  /** In the smallest unit of the order's currency: the amount refunded or credited, or the value of the goods sent again. */
  cents: number
  /** The same amount in the customer's currency. */
  presented: number
  /** The total refunded of the line after this refund. The order's report of this refund may come before or after the next check of the claim. */
  refunded?: { quantity: number; cents: number }
}

/** What is left of a line for claims. */
export interface Remaining {
  quantity: number
  cents: number
  presented: number
  /** What is known to be refunded, by claims or otherwise. */
  refunded: { quantity: number; cents: number }
}

/** The amount of the whole order that is left for claims, and the known refunds. */
export const remainingOfOrder = ({ money }: OrderFacts, earlier: readonly Taken[]) =>
  remaining(
    money.total.cents,
    money.refunded.cents,
    earlier.map(({ lines, refunded }) => ({ amount: sum(lines.map(({ cents }) => cents)), refunded })),
  )

/** What one claim took of an amount; for a refund, also the total refunded after it. */
interface Part {
  amount: number
  refunded?: number | undefined
}

/** The amount that is left of `whole`. The order's reports say that `seen` is refunded. */
function remaining(whole: number, seen: number, taken: readonly Part[]): { left: number; refunded: number; otherwise: number } {
  // A resolved refund also shows in the order's reports, sooner or later. The larger of the two numbers is right.
  const resolved = taken.filter((part) => part.refunded !== undefined)
  const refunded = Math.max(seen, ...resolved.map((part) => part.refunded!))
  const otherwise = Math.max(0, refunded - sum(resolved.map(({ amount }) => amount)))
  return { left: Math.max(0, whole - otherwise - sum(taken.map(({ amount }) => amount))), refunded, otherwise }
}

/** What is left of a line for claims. */
export function remainingOfLine(line: LineFacts, { shipped }: OrderFacts, earlier: readonly Taken[]): Remaining {
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

/** The line's paid price in the customer's currency, per unit of the shop's currency; 0 for a line that cost nothing. */
export const rateOf = ({ total, presented = total }: LineFacts) => (total.cents === 0 ? 0 : presented.cents / total.cents)

/** Adds the numbers. */
export const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
