import type { Queue } from '../jobs/queue.ts'
import { findRemoval, takesProtectionOff } from '../reports/protection-payment.ts'
import { givenBackFact, protectionOffFact, type GivenBackFacts } from '../reports/refund-facts.ts'
import type { OrderFacts } from '../reports/report-facts.ts'
import { toMoneyText } from '../upstream/money-text.ts'
import { reportDoubts } from './order-reports.ts'
import { remainingOfLine, sum, type Taken } from './remaining.ts'

/**
 * The reasons why a person has to decide about a claim, although it is within the bounds of its order. The service decides which orders are
 * protected, but may not know yet what the proxy knows. `earlier` holds what other claims of the order take.
 */
export async function doubtsOf(queue: Pick<Queue, 'fact' | 'list'>, order: string, facts: OrderFacts, earlier: readonly Taken[]): Promise<string[]> {
  const unnamed = unnamedRefund(facts, earlier, await queue.fact<GivenBackFacts>(givenBackFact(order)))
  return [
    ...(await reportDoubts(queue, order, facts)),
    ...(await protectionDoubts(queue, order, facts)),
    ...(unnamed > 0 ? [`the order shows ${toMoneyText({ cents: unnamed, currency: facts.currency })} given back, and not for which line`] : []),
  ]
}

/** Why nobody may be paying for the protection of the order. */
async function protectionDoubts(queue: Pick<Queue, 'fact' | 'list'>, order: string, facts: OrderFacts): Promise<string[]> {
  if (facts.refunded || (await queue.fact(protectionOffFact(order)))) return ['the protection of the order was refunded']
  if (facts.protected !== true && facts.unprotected !== null) return [`the order was reported without protection: ${facts.unprotected}`]
  const [refunds, [addition]] = await Promise.all([
    queue.list({ businessKey: order, kind: 'platform-refund' }),
    queue.list({ businessKey: order, kind: 'add-protection', limit: 1 }),
  ])
  return takesProtectionOff(findRemoval(refunds), addition) ? ['the protection of the order is being refunded'] : []
}

/**
 * The refunded money that may belong to any line, the claimed one included. Refunds by the proxy itself are known: those of claims, and those of
 * charges for protection.
 */
function unnamedRefund(facts: OrderFacts, earlier: readonly Taken[], givenBack: GivenBackFacts = {}): number {
  const { money, lines } = facts
  const unnamed = money.unnamed?.cents ?? money.refunded.cents - sum(lines.map(({ refunded }) => refunded.cents))
  const known = lines.map((line) => {
    const byClaims = remainingOfLine(line, facts, earlier).refunded.cents
    const ofProtection = sum(
      Object.values(givenBack)
        .flat()
        .filter(({ id }) => id === line.id)
        .map(({ cents }) => cents),
    )
    // A refund that names the line is not part of the unnamed money.
    return Math.max(0, byClaims - line.refunded.cents) + Math.max(0, ofProtection - line.refunded.cents)
  })
  // Amounts that were converted from the customer's currency differ by the rounding of each line.
  const rounding = money.presented && money.presented.currency !== money.total.currency ? lines.length + 1 : 0
  const rest = unnamed - sum(known)
  return rest > rounding ? rest : 0
}
