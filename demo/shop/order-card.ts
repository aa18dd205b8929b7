import { resolutions, type Claim, type ShopClaims } from './claims.ts'
import { isProtectionLine, leftOf, lineTotal, protectionOf, quantityLeft, toShip, type Order } from './order.ts'
import type { Webhook } from './platform/webhooks.ts'

/** Milliseconds after which the back room stops waiting for a reported change to become visible. */
const maxWait = 120_000

/** Makes the view of an order for the back room: the possible actions, and the state of its webhooks and claims. */
export function toOrderCard(order: Order, claims: Claim[], { decided, typed }: ShopClaims) {
  const { lines, shipments, webhooks } = order
  const protection = protectionOf(order)
  const isPending = webhooks.some((webhook) => isUnderWay(webhook, order))
  const isSent = shipments.length > 0
  return {
    order,
    lines: lines.map((line) => ({
      id: line.id,
      title: line.variant.title,
      quantity: line.quantity,
      total: lineTotal(line),
      refunded: line.refunded.cents,
      left: leftOf(line),
    })),
    can_ship: toShip(order).length > 0,
    can_cancel: !order.cancelled_at && !isSent,
    claimable:
      isSent && (protection === 'protected' || protection === 'added')
        ? lines.filter((line) => line.variant.requires_shipping && quantityLeft(line) > 0).map(({ id, variant }) => ({ id, title: variant.title }))
        : [],
    protection: protection === 'unprotected' && isPending ? 'waiting' : protection,
    protection_note: order.refunds.findLast((refund) => refund.lines.some(({ line }) => isProtectionLine(line)))?.note,
    protection_price: lines.filter(isProtectionLine).reduce((sum, line) => sum + lineTotal(line), 0),
    why_command: typed('queue list'),
    reports: webhooks
      .filter(({ topic, state }) => topic !== 'orders/updated' || state !== 'taken')
      .map((webhook) => ({ ...webhook, status: statusOf(webhook, order) })),
    claims: claims.map((claim) => ({
      ...claim,
      asks: resolutions[claim.resolution],
      goods: goodsOf(claim, order),
      cents: claim.body.line_items.reduce((sum, { to_issue_amount }) => sum + (to_issue_amount?.cents ?? 0), 0),
      status: claimStatus(claim, decided),
      reason: claim.faults.join('; ') || decided.get(claim.id)?.refusal,
      command: typed(`claims approve ${claim.resolution}/${claim.id}`),
    })),
    settling: isPending || claims.some(({ outcome }) => outcome === 'pending'),
  }
}

/** Returns the state of a webhook. */
function statusOf({ state, shows }: Webhook, { known }: Order): 'waiting' | 'given-up' | 'taken' | 'known' | 'accepted' {
  if (state !== 'taken') return state
  if (!shows) return 'accepted'
  return known && shows(known) ? 'known' : 'taken'
}

/** Returns whether the result of a webhook is still expected. */
export const isUnderWay = (webhook: Webhook, order: Order) =>
  webhook.state === 'waiting' || (statusOf(webhook, order) === 'taken' && Date.now() - Number(webhook.sent_at) < maxWait)

/** Describes the claimed goods in the words of the order. */
const goodsOf = ({ body }: Claim, { lines }: Order) =>
  body.line_items
    .map(({ shop_line_item_id: id, quantity_to_issue: quantity = 1 }) => {
      const title = lines.find((line) => line.id === id)?.variant.title ?? `line ${id}`
      return quantity > 1 ? `${title} × ${quantity}` : title
    })
    .join(', ')

/** Returns the state of a claim. The proxy responds with 503 until a person has decided. */
function claimStatus(
  { id, outcome, attempts }: Claim,
  decided: ShopClaims['decided'],
): 'requested' | 'undecided' | 'approved' | 'denied' | 'resolved' | 'refused' {
  if (outcome === 'resolved' || outcome === 'refused') return outcome
  const decision = decided.get(id)
  if (decision) return decision.refusal === undefined ? 'approved' : 'denied'
  return attempts.at(-1)?.status === 503 ? 'undecided' : 'requested'
}
