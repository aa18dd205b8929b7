import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { webhookTokenHeader, type loyaltyEvents, type DeliveryDto, type LoyaltyEventName } from '../../../proxy/upstream/loyalty-events.schema.ts'
import type { World } from '../world.ts'

/** The interface's version (section 9). */
const version = '2.0.0'

/**
 * Tells every address that the merchant has registered of an event: each webhook, and each subscription of that topic (A48). A message and
 * its repeats carry one id, and so do all messages of one event.
 */
export function emit<Name extends LoyaltyEventName>(world: World, topic: Name, payload: z.input<(typeof loyaltyEvents)[Name]['payload']>) {
  const { state, clock, deliveries } = world
  const addresses = addressesOf(world, topic)
  if (addresses.length === 0) return
  const id = randomBytes(16).toString('hex')
  const triggeredAt = clock.now().toISOString()
  // What is told is what was so then, also when it is told late.
  const frozen = structuredClone(payload) as DeliveryDto['payload']
  for (const { url, token, isWanted } of addresses) {
    deliveries.send({
      about: topic,
      url,
      headers: token ? { [webhookTokenHeader]: token } : {},
      body: (retryCount): DeliveryDto => ({
        payload: frozen,
        metadata: { id, topic, retryCount, shopDomain: state.merchant.myshopifyDomain, version, triggeredAt, triggerredAt: triggeredAt },
        ...(token && { token }),
      }),
      isDone: (status) => status >= 200 && status < 300, // A54
      isWanted,
    })
  }
}

function addressesOf({ state }: World, topic: string) {
  const webhooks = [...state.webhooks.values()].filter(({ deletedAt }) => !deletedAt)
  const subscriptions = [...state.subscriptions.values()].filter((subscription) => subscription.topic === topic)
  return [
    ...webhooks.map((webhook) => ({ url: webhook.callbackUrl, token: webhook.token, isWanted: () => !webhook.deletedAt })),
    // A subscription has no token of its own; where a webhook has the same address, its token is known there (A53).
    ...subscriptions.map((subscription) => {
      const { id, callbackUrl: url } = subscription
      const token = webhooks.find(({ callbackUrl }) => callbackUrl === url)?.token
      const isWanted = () => state.subscriptions.get(id) === subscription && subscription.callbackUrl === url && subscription.topic === topic
      return { url, token, isWanted }
    }),
  ]
}
