import type { ReorderClaim } from '../../../proxy/upstream/claims.ts'
import type { LineItemDto } from '../../../proxy/upstream/protection.ts'
import { isShippable, presentmentLeft, priceLeft, quantityLeft, shareOf } from '../protection/lines.ts'
import type { Order, Shipment } from '../protection/state.ts'

/** What the service can request from a merchant about a claim. */
export const resolutions = ['refund', 'reorder', 'store_credit'] as const

/** One of these resolutions. */
export type Resolution = (typeof resolutions)[number]

/** The body that a merchant receives about a claim: valid, unless the caller forces another. */
export interface ClaimBody {
  shop_order_id: string
  refundable: { id: string; type: 'Claim' }
  line_items: readonly Readonly<Record<string, unknown>>[]
  shipping_address?: ReorderClaim['shipping_address']
}

/** The claimed part of a line: everything that can be claimed, unless a quantity or an amount is given. */
export interface ClaimedLine {
  shop_line_item_id: string
  quantity_to_issue?: number | undefined
  to_issue_amount?: { cents: number; currency: string } | undefined
}

/** An order with all its shipments. */
export interface Sent {
  order: Order
  shipments: readonly Shipment[]
}

/** Makes the body for the merchant. If no lines are given, everything that can be claimed is claimed. */
export function toClaimBody(sent: Sent, resolution: Resolution, claimId: string, lines: readonly ClaimedLine[] = claimableLines(sent)): ClaimBody {
  const { fields } = sent.order
  const line_items = lines.flatMap((requested) => {
    const line = lineOf(sent, requested)
    if (!line) return []
    const { quantity_to_issue = claimableQuantity(sent, line) } = requested
    const issued = { shop_line_item_id: line.shop_line_item_id, quantity_to_issue }
    return [resolution === 'reorder' ? issued : { ...issued, ...toAmounts(line, quantity_to_issue, requested) }]
  })
  return toBody(fields.shop_order_id, claimId, line_items, resolution === 'reorder' ? fields.shipping_address : undefined)
}

/** Makes the body around lines that are sent unchanged. */
export function toBody(
  shop_order_id: string,
  claimId: string,
  line_items: ClaimBody['line_items'],
  shipping_address: ReorderClaim['shipping_address'],
): ClaimBody {
  return { shop_order_id, refundable: { id: claimId, type: 'Claim' }, line_items, ...(shipping_address && { shipping_address }) }
}

/** Returns the claimed line of the order, if the order has it. */
export const lineOf = ({ order }: Sent, { shop_line_item_id }: ClaimedLine) =>
  order.fields.line_items.find((line) => line.shop_line_item_id === shop_line_item_id)

/** Returns how many pieces of a line were sent and not refunded (A100). */
export function claimableQuantity({ shipments }: Sent, line: LineItemDto): number {
  const sent = shipments.flatMap(({ fields }) => fields.line_items).filter(({ shop_line_item_id }) => shop_line_item_id === line.shop_line_item_id)
  return isShippable(line)
    ? Math.min(
        quantityLeft(line),
        sent.reduce((sum, { quantity }) => sum + quantity, 0),
      )
    : 0
}

/** Returns the lines of which something can be claimed. */
const claimableLines = (sent: Sent): ClaimedLine[] => sent.order.fields.line_items.filter((line) => claimableQuantity(sent, line) > 0)

/** Computes the amounts, as shares of the price of the whole line (A92). */
function toAmounts(line: LineItemDto, quantity: number, { to_issue_amount }: ClaimedLine) {
  if (to_issue_amount) return { to_issue_amount }
  const worth = (price: LineItemDto['total_price'], left: LineItemDto['total_price']) => ({
    ...price,
    cents: Math.min(shareOf(line, price, quantity).cents, left.cents),
  })
  const { total_price_presentment: seen } = line
  return { to_issue_amount: worth(line.total_price, priceLeft(line)), ...(seen && { to_issue_amount_presentment: worth(seen, presentmentLeft(line)!) }) }
}
