import type { OrderInput } from '../../proxy/upstream/protection.ts'
import { webhookTokenHeader } from '../../proxy/upstream/loyalty-events.schema.ts'
import { shipmentOf } from '../proxy/orders.ts'
import type { Chance } from './kill-chance.ts'
import { createClaim, orderWith, type ClaimStory, type Fate, type Protection } from './kill-protection.ts'

/** A request of a shop to the proxy. */
export interface Message {
  method: 'POST' | 'PATCH'
  path: string
  body: string
  /** Headers beside those of every request. */
  headers?: Record<string, string>
  /** Two messages with the same mark are the same report; `order 7 v2` is sent after `order 7 v1`. */
  mark: string
}

/** The requests about one order, and what the service has to hold in the end. */
export interface Story {
  order: string
  /** How often the order changes after it was created; its shipments have their own counts. */
  changes: number
  /** Whether a version that arrives after a later one is skipped, because versions are dated; otherwise each version reaches the service. */
  mayPassOver: boolean
  shipments: { id: string; changes: number; events: string[] }[]
  fate: Fate
  /** The line that the platform has to refund, and its price. */
  givenBack?: { line: string; cents: number }
  /** The claim that the service sends once a shipment of the order is reported. */
  claim?: ClaimStory
  /** The requests in the order in which they are sent; it may differ from the order of events, and some are sent twice. */
  messages: Message[]
}

/** The events of a parcel, in order. */
export const statuses = ['carrier_picked_up', 'in_transit', 'out_for_delivery', 'delivered'] as const

/** Creates a random history of one order, as the merchant's backend reports it. */
export function createStory(order: string, chance: Chance, protection: Protection): Story {
  const { fate } = protection
  const made = orderWith(order, protection)
  if (fate === 'order refused') return { order, changes: 0, mayPassOver: false, shipments: [], fate, messages: [creation(made)] }
  const changes = chance.whole(0, 3)
  const orderMessages = [creation(made), ...count(changes).map((version) => orderChange(made, version))]
  // A delivered order cannot be protected any more (A65).
  const shipments = count(fate === 'added' ? 0 : chance.whole(0, 2)).map((number) => {
    const id = `${order}-${number}`
    return { id, changes: chance.whole(0, 2), events: count(chance.whole(0, 4)).map((event) => `${id}/e${event}`) }
  })
  const parts = [orderMessages, ...protectionChange(order, fate)]
  for (const { id, changes: versions, events } of shipments) {
    const shipment = { ...shipmentOf(id, made), tracking_number: trackingNumber(id, 0) }
    parts.push([
      { method: 'POST', path: '/v1/merchant/shipments', body: JSON.stringify(shipment), mark: `shipment ${id} v0` },
      ...count(versions).map((version): Message => {
        const body = JSON.stringify({ ...shipment, tracking_number: trackingNumber(id, version) })
        return { method: 'PATCH', path: `/v1/merchant/shipments/${id}`, body, mark: `shipment ${id} v${version}` }
      }),
    ])
    const happened = events.map((event, index): Message => {
      const body = JSON.stringify({
        shop_shipment_event_id: event,
        status: statuses[index]!,
        created_at: new Date(Date.now() + index * 1000).toISOString(),
      })
      return { method: 'POST', path: `/v1/merchant/shipments/${id}/events`, body, mark: `event ${event}` }
    })
    parts.push(...(chance.happens(0.5) ? [happened] : happened.map((message) => [message])))
  }
  const messages = withRepeats(chance.happens(0.5) ? parts.flat() : mixed(parts, chance), chance)
  const isClaimed = fate === 'protected' && shipments.length > 0
  return { order, changes, mayPassOver: false, shipments, fate, ...(isClaimed && { claim: createClaim(order, chance) }), messages }
}

const count = (most: number) => Array.from({ length: most }, (_, index) => index + 1)

/** The price of a version of an order: it shows which version a report is about. */
export const priceOf = (version: number) => 5400 + version
/** The tracking number of a version of a shipment: it shows which version a report is about. */
export const trackingNumber = (shipment: string, version: number) => `1Z${shipment}V${version}`

function creation(order: OrderInput): Message {
  return {
    method: 'POST',
    path: '/v1/merchant/orders',
    body: JSON.stringify({ ...order, total_price: { cents: priceOf(0), currency: 'USD' } }),
    mark: `order ${order.shop_order_id} v0`,
  }
}

function orderChange(made: OrderInput, version: number): Message {
  const { shop_order_id, created_at: _, purchased_quote_token: _token, amount_insured: _amount, ...order } = made
  const body = JSON.stringify({ ...order, total_price: { cents: priceOf(version), currency: 'USD' } })
  return { method: 'PATCH', path: `/v1/merchant/orders/${shop_order_id}`, body, mark: `order ${shop_order_id} v${version}` }
}

/** The merchant's later refund or addition of the order's protection. */
function protectionChange(order: string, fate: Fate): Message[][] {
  const message = (what: string): Message[][] => [
    [{ method: 'PATCH', path: `/v1/merchant/orders/${order}/${what}_protection`, body: '{}', mark: `${what} protection of ${order}` }],
  ]
  return fate === 'taken off' ? message('refund') : fate === 'added' ? message('add') : []
}

/** A webhook of the loyalty service about a customer. */
export function loyaltyMessage(id: string): Message {
  const at = '2026-11-20T15:00:00.000Z'
  const payload = { merchantId: 'kiln-and-paper', customerId: id, createdAt: at, updatedAt: at }
  const metadata = { id, topic: 'customer.updated', retryCount: 0, shopDomain: 'kiln.example', version: '2.0.0', triggeredAt: at }
  const body = JSON.stringify({ payload, metadata })
  return { method: 'POST', path: '/v1/webhooks/loyalty', body, headers: { [webhookTokenHeader]: loyaltyToken }, mark: `customer.updated/${id}` }
}

/** The token of the loyalty service's webhooks. */
export const loyaltyToken = 'loyalty-deliveries-and-worthless'

/** Mixes the parts: an event may come before its shipment, a change before the creation. The changes of one thing stay in order. */
function mixed(parts: Message[][], chance: Chance): Message[] {
  const left = parts.map((part) => (chance.happens(0.5) ? [...part] : lastFirst(part)))
  const all: Message[] = []
  for (let open = left.filter((part) => part.length > 0); open.length > 0; open = open.filter((part) => part.length > 0)) all.push(chance.one(open).shift()!)
  return all
}

/** Moves the creation of a thing behind its changes. */
const lastFirst = ([made, ...changes]: Message[]) => [...changes, ...(made ? [made] : [])]

/** Repeats some requests: a creation or an event at any later time, a change directly after it. */
function withRepeats(messages: Message[], chance: Chance): Message[] {
  const all: Message[] = []
  for (const message of messages) {
    all.push(message)
    if (chance.happens(0.1)) all.push(message)
    const earlier = all.filter(({ method }) => method === 'POST')
    if (earlier.length > 0 && chance.happens(0.1)) all.push(chance.one(earlier))
  }
  return all
}
