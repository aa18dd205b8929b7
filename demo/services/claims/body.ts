import type { ReorderClaim } from '../../../proxy/upstream/claims.ts'
import type { LineItemDto } from '../../../proxy/upstream/protection.ts'
import { isShippable, presentmentLeft, priceLeft, quantityLeft, shareOf } from '../protection/lines.ts'
import type { Order, Shipment } from '../protection/state.ts'

/** What the service can ask a merchant to do about a claim. */
export const resolutions = ['refund', 'reorder', 'store_credit'] as const

/** What a merchant is asked to do about a claim. */
export type Resolution = (typeof resolutions)[number]

/** What a merchant is sent of a claim: as the merchant takes it, unless somebody wanted it otherwise. */
export interface ClaimBody {
  shop_order_id: string
  refundable: { id: string; type: 'Claim' }
  line_items: readonly Readonly<Record<string, unknown>>[]
  shipping_address?: ReorderClaim['shipping_address']
}

/** What of a line is claimed: all that can be, unless a quantity or an amount is given. */
export interface ClaimedLine {
  shop_line_item_id: string
  quantity_to_issue?: number | undefined
  to_issue_amount?: { cents: number; currency: string } | undefined
}

/** An order with all that has been sent of it. */
export interface Sent {
  order: Order
  shipments: readonly Shipment[]
}

/** What a merchant is sent (S15 to S17); of a line of which nothing is said, all that can be claimed. */
export function toClaimBody(sent: Sent, resolution: Resolution, claimId: string, lines: readonly ClaimedLine[] = claimableLines(sent)): ClaimBody {
  const { fields } = sent.order
  const line_items = lines.flatMap((asked) => {
    const line = lineOf(sent, asked)
    if (!line) return []
    const { quantity_to_issue = claimableQuantity(sent, line) } = asked
    const issued = { shop_line_item_id: line.shop_line_item_id, quantity_to_issue }
    return [resolution === 'reorder' ? issued : { ...issued, ...toAmounts(line, quantity_to_issue, asked) }]
  })
  return toBody(fields.shop_order_id, claimId, line_items, resolution === 'reorder' ? fields.shipping_address : undefined)
}

/** The same around lines that are sent as they stand. */
export function toBody(
  shop_order_id: string,
  claimId: string,
  line_items: ClaimBody['line_items'],
  shipping_address: ReorderClaim['shipping_address'],
): ClaimBody {
  return { shop_order_id, refundable: { id: claimId, type: 'Claim' }, line_items, ...(shipping_address && { shipping_address }) }
}

/** The order's line that is claimed, if it has it. */
export const lineOf = ({ order }: Sent, { shop_line_item_id }: ClaimedLine) =>
  order.fields.line_items.find((line) => line.shop_line_item_id === shop_line_item_id)

/** How many of a line have been sent and were not refunded (A100). */
export function claimableQuantity({ shipments }: Sent, line: LineItemDto): number {
  const sent = shipments.flatMap(({ fields }) => fields.line_items).filter(({ shop_line_item_id }) => shop_line_item_id === line.shop_line_item_id)
  return isShippable(line)
    ? Math.min(
        quantityLeft(line),
        sent.reduce((sum, { quantity }) => sum + quantity, 0),
      )
    : 0
}

/** The lines of which something can be claimed. */
const claimableLines = (sent: Sent): ClaimedLine[] => sent.order.fields.line_items.filter((line) => claimableQuantity(sent, line) > 0)

/** Amounts are those of the whole line (A92). */
function toAmounts(line: LineItemDto, quantity: number, { to_issue_amount }: ClaimedLine) {
  if (to_issue_amount) return { to_issue_amount }
  const worth = (price: LineItemDto['total_price'], left: LineItemDto['total_price']) => ({
    ...price,
    cents: Math.min(shareOf(line, price, quantity).cents, left.cents),
  })
  const { total_price_presentment: seen } = line
  return { to_issue_amount: worth(line.total_price, priceLeft(line)), ...(seen && { to_issue_amount_presentment: worth(seen, presentmentLeft(line)!) }) }
}
