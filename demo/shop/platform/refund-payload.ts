import type { Order, Refund } from '../order.ts'
import { toAmount, toGid, toMoneySet, toTime } from './money.ts'
import { toLineItem } from './line-item-payload.ts'

/** Converts a refund to Shopify’s form (https://shopify.dev/docs/api/admin-rest/latest/resources/refund). */
export function toRefundPayload({ id, created_at, note, lines, delivery }: Refund, order: Order) {
  const cents = lines.reduce((sum, share) => sum + share.cents, delivery)
  return {
    id: Number(id),
    admin_graphql_api_id: toGid('Refund', id),
    order_id: Number(order.id),
    created_at: toTime(created_at),
    processed_at: toTime(created_at),
    note,
    restock: false,
    refund_line_items: lines.map((share) => ({
      id: Number(share.id),
      line_item_id: Number(share.line.id),
      quantity: share.quantity,
      restock_type: 'no_restock',
      subtotal: toAmount(share.cents),
      subtotal_set: toMoneySet(share.cents),
      total_tax: toAmount(0),
      total_tax_set: toMoneySet(0),
      line_item: toLineItem(share.line, order),
    })),
    order_adjustments:
      delivery > 0
        ? [
            {
              kind: 'shipping_refund',
              reason: 'Shipping refund',
              order_id: Number(order.id),
              refund_id: Number(id),
              amount: toAmount(-delivery),
              amount_set: toMoneySet(-delivery),
            },
          ]
        : [],
    transactions:
      cents > 0
        ? [{ kind: 'refund', status: 'success', gateway: 'demo', order_id: Number(order.id), amount: toAmount(cents), created_at: toTime(created_at) }]
        : [],
  }
}
