import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { webhookTokenHeader, type loyaltyEvents, type DeliveryDto, type LoyaltyEventName } from '../../../proxy/upstream/loyalty-events.schema.ts'
import type { Delivery, Destination } from '../deliveries.ts'
import type { World } from '../world.ts'
import type { LoyaltyState, Notice } from './state.ts'

/** The version of the interface (section 9). */
const version = '2.0.0'

/**
 * Notifies every address that the merchant has registered of an event: each webhook, and each subscription to that topic (A48). All messages
 * of one event, and their repeats, carry the same id.
 */
export function emit<Name extends LoyaltyEventName>(world: World, topic: Name, payload: z.input<(typeof loyaltyEvents)[Name]['payload']>) {
  const { state, clock } = world
  const webhooks = [...state.webhooks.values()].filter(({ deletedAt }) => !deletedAt).map(({ id }) => ({ of: 'webhooks', id }) as const)
  const subscriptions = [...state.subscriptions.values()].filter((subscription) => subscription.topic === topic)
  const readers = [...webhooks, ...subscriptions.map(({ id }) => ({ of: 'subscriptions', id }) as const)]
  if (readers.length === 0) return
  const event = {
    id: randomBytes(16).toString('hex'),
    topic,
    triggeredAt: clock.now().toISOString(),
    // The copy keeps the state at the time of the event, also for a late delivery.
    payload: structuredClone(payload) as DeliveryDto['payload'],
  }
  for (const reader of readers) notify(world, { ...reader, event })
}

/** Continues the deliveries that had not arrived when the last run ended. */
export function resumeEvents(world: World) {
  for (const { delivery, ...notice } of world.state.outbox.values()) notify(world, notice, delivery)
}

function notify(world: World, notice: Omit<Notice, 'delivery'>, earlier?: Delivery) {
  const { state, deliveries } = world
  const { id, topic, triggeredAt, payload } = notice.event
  const readdress = () => addressOf(state, notice)
  const delivery = deliveries.send(
    {
      about: topic,
      ...(readdress() ?? { url: earlier?.url ?? '' }),
      readdress,
      body(retryCount): DeliveryDto {
        const metadata = { id, topic, retryCount, shopDomain: state.merchant.myshopifyDomain, version, triggeredAt, triggerredAt: triggeredAt }
        const token = addressOf(state, notice)?.headers?.[webhookTokenHeader]
        return { payload, metadata, ...(token && { token }) }
      },
      isDone: (status) => status >= 200 && status < 300, // A54
      settled: (delivery) => state.outbox.delete(delivery.id),
    },
    earlier,
  )
  if (delivery.outcome === 'pending') state.outbox.set(delivery.id, { ...notice, delivery })
}

/** Returns the present address and token of a message; nothing if the webhook or subscription is gone or has another topic. */
function addressOf({ webhooks, subscriptions }: LoyaltyState, { of, id, event }: Omit<Notice, 'delivery'>): Destination | undefined {
  const webhook = of === 'webhooks' ? webhooks.get(id) : undefined
  if (webhook) return webhook.deletedAt ? undefined : toDestination(webhook.callbackUrl, webhook.token)
  const subscription = of === 'subscriptions' ? subscriptions.get(id) : undefined
  if (subscription?.topic !== event.topic) return undefined
  // A subscription has no token of its own. If a webhook has the same address, its token is used (A53).
  const neighbour = [...webhooks.values()].find(({ callbackUrl, deletedAt }) => callbackUrl === subscription.callbackUrl && !deletedAt)
  return toDestination(subscription.callbackUrl, neighbour?.token)
}

const toDestination = (url: string, token: string | undefined): Destination => ({ url, headers: token === undefined ? {} : { [webhookTokenHeader]: token } })
