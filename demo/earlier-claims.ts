import { createHash } from 'node:crypto'
import { keyOf, toClaim } from '../proxy/claims/claim.ts'
import { writeSettled } from '../proxy/claims/claim-request.ts'
import { factsOfOrder, type OrderFacts } from '../proxy/reports/report-facts.ts'
import type { Database } from '../proxy/store/database.ts'
import { putFacts } from '../proxy/store/facts.ts'

const day = 24 * 3_600_000

/** The goods of the claims, in turn. Each costs less than the amount up to which the demo resolves claims without a person. */
const goods = [
  { name: 'Stoneware mug', cents: 2400 },
  { name: 'Linen tote', cents: 2950 },
  { name: 'Stoneware mug', cents: 2400 },
] as const

/** Days between two claims, in turn. */
const gaps = [2, 4, 1, 5, 3]

/** An order with a claim that was resolved on an earlier day. */
interface EarlierClaim {
  order: string
  raisedAt: number
  settledAt: number
  name: string
  cents: number
}

/** Made-up claims of the last days, oldest first, and the same on every run. */
export function earlierClaims(days: number, now: number): EarlierClaim[] {
  const claims: EarlierClaim[] = []
  for (let ago = days, turn = 0; ago > 0; ago -= gaps[turn % gaps.length]!, turn += 1) {
    const raisedAt = now - ago * day
    claims.push({ order: String(87001 + turn), raisedAt, settledAt: raisedAt + 1_500, ...goods[turn % goods.length]! })
  }
  return claims
}

/** Stores claims with the facts of their orders. No request can do that: a request always counts today. */
export const storeEarlierClaims = ({ transact }: Pick<Database, 'transact'>, claims: readonly EarlierClaim[]) =>
  transact(async (tx) => {
    for (const { order, raisedAt, settledAt, name, cents } of claims) {
      const line = `${order}1`
      const money = { cents, currency: 'USD' }
      const id = `${order}0`
      const { claim, hash } = toClaim('refund', {
        shopOrderId: order,
        refundable: { id, type: 'Claim' },
        line_items: [{ shop_line_item_id: line, quantity_to_issue: 1, to_issue_amount: money }],
      })
      await putFacts(tx, factsOfOrder(order, factsOf({ order, line, name, cents })), settledAt)
      await tx
        .insertInto('claims')
        .values({
          key: keyOf('refund', id),
          order_id: order,
          hash,
          state: 'resolved',
          request: writeSettled({ claim }),
          reply_status: 200,
          reply: JSON.stringify({ shop_refund_id: createHash('sha256').update(id).digest('hex').slice(0, 12) }),
          amount: JSON.stringify(money),
          created_at: raisedAt,
          settled_at: settledAt,
          decided_by: null,
          work_id: null,
        })
        .execute()
    }
  })

function factsOf({ order, line, name, cents }: { order: string; line: string; name: string; cents: number }): OrderFacts {
  const paid = { total: { cents, currency: 'USD' }, refunded: { cents, currency: 'USD' } }
  return {
    version: null,
    number: `K-${order}`,
    protected: true,
    refunded: false,
    currency: 'USD',
    money: paid,
    lines: [{ id: line, name, quantity: 1, refunded_quantity: 1, ...paid }],
    shipped: { [line]: 1 },
    financial_status: 'refunded',
    customer: null,
    created: null,
    insured: null,
    paying: null,
    unprotected: null,
  }
}
