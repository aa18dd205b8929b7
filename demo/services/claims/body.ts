import type { CreditClaim, RefundClaim, ReorderClaim } from '../../../proxy/upstream/claims.ts'
import type { LineItemDto } from '../../../proxy/upstream/protection.ts'
import { Failure } from '../failure.ts'
import { isShippable } from '../protection/orders.ts'
import type { Order } from '../protection/state.ts'

/** What the service can ask a merchant to do about a claim. */
export const resolutions = ['refund', 'reorder', 'store_credit'] as const

export type Resolution = (typeof resolutions)[number]
export type ClaimBody = Omit<RefundClaim, 'shopOrderId'> | Omit<ReorderClaim, 'shopOrderId'> | Omit<CreditClaim, 'shopOrderId'>

/** What of a line is claimed: all that is left of it, unless a quantity or an amount is given. */
export interface ClaimedLine {
  shop_line_item_id: string
  quantity_to_issue?: number | undefined
  to_issue_amount?: { cents: number; currency: string } | undefined
}

/** What a merchant is sent (S15 to S17); without lines, all that shipped and was not yet refunded. */
export function toClaimBody({ fields }: Order, resolution: Resolution, claimId: string, lines?: readonly ClaimedLine[]): ClaimBody {
  const claimed = lines ?? fields.line_items.filter((line) => isShippable(line) && leftOf(line) > 0)
  if (claimed.length === 0) throw new Failure(400, 'Line items has nothing to claim: nothing ships, or all is refunded')
  const line_items = claimed.map((asked: ClaimedLine, index) => {
    const line = fields.line_items.find(({ shop_line_item_id }) => shop_line_item_id === asked.shop_line_item_id)
    if (!line) throw new Failure(400, `Line items ${index + 1} shop line item id is not in the order`)
    return resolution === 'reorder' ? toQuantity(line, asked) : { ...toQuantity(line, asked), ...toAmounts(line, asked) }
  })
  const head = { shop_order_id: fields.shop_order_id, refundable: { id: claimId, type: 'Claim' } }
  if (resolution === 'reorder') return { ...head, line_items, shipping_address: fields.shipping_address } satisfies Omit<ReorderClaim, 'shopOrderId'>
  return { ...head, line_items } satisfies Omit<CreditClaim, 'shopOrderId'>
}

const leftOf = ({ quantity, refunded_quantity = 0 }: LineItemDto) => quantity - refunded_quantity

const toQuantity = (line: LineItemDto, { quantity_to_issue = leftOf(line) }: ClaimedLine) => ({
  shop_line_item_id: line.shop_line_item_id,
  quantity_to_issue,
})

/** Amounts are those of the whole line (A92). */
function toAmounts(line: LineItemDto, asked: ClaimedLine) {
  const { quantity_to_issue } = toQuantity(line, asked)
  const share = ({ cents, currency }: LineItemDto['total_price']) => ({ cents: Math.round((cents * quantity_to_issue) / line.quantity), currency })
  return {
    to_issue_amount: asked.to_issue_amount ?? share(line.total_price),
    ...(line.total_price_presentment && !asked.to_issue_amount && { to_issue_amount_presentment: share(line.total_price_presentment) }),
  }
}
