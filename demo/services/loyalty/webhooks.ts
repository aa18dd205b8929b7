import { randomBytes, randomUUID } from 'node:crypto'
import type { Handlers } from '../../../proxy/serve.ts'
import type { loyaltyService } from '../../../proxy/upstream/loyalty.ts'
import type { World } from '../world.ts'
import { Failure } from '../failure.ts'

type Verbs = 'createWebhook' | 'listWebhooks' | 'deleteWebhook' | 'createSubscription' | 'listSubscriptions' | 'updateSubscription' | 'deleteSubscription'

/** Where the merchant wants to be told: two stores that know nothing of each other (A48). */
export function webhookHandlers({ state, clock }: World): Pick<Handlers<typeof loyaltyService>, Verbs> {
  const stamp = () => clock.now().toISOString()

  return {
    createWebhook({ callbackUrl, name }) {
      const webhook = {
        id: randomBytes(16).toString('hex'),
        merchantId: state.merchant.merchantId,
        callbackUrl,
        name,
        createdAt: stamp(),
        updatedAt: stamp(),
        token: randomBytes(16).toString('hex'),
      }
      state.webhooks.push(webhook)
      return webhook
    },

    listWebhooks: () => state.webhooks.filter(({ deletedAt }) => !deletedAt).map(({ token: _, ...webhook }) => webhook),

    deleteWebhook({ id }) {
      const webhook = state.webhooks.find((webhook) => webhook.id === id)
      if (!webhook) throw new Failure(404, 'Webhook not found')
      webhook.deletedAt ??= stamp() // a repeat succeeds (A47)
      return {}
    },

    createSubscription({ topic, callbackUrl, name }) {
      const subscription = { id: randomUUID(), merchantId: state.merchant.merchantId, topic, callbackUrl, name, createdAt: stamp(), updatedAt: stamp() }
      state.subscriptions.push(subscription)
      return subscription
    },

    listSubscriptions: () => state.subscriptions,

    updateSubscription({ id, topic, callbackUrl, name }) {
      const subscription = state.subscriptions.find((subscription) => subscription.id === id)
      if (!subscription) throw new Failure(404, 'Subscription not found')
      return Object.assign(subscription, { topic, ...(callbackUrl && { callbackUrl }), ...(name && { name }), updatedAt: stamp() })
    },

    deleteSubscription({ id }) {
      const index = state.subscriptions.findIndex((subscription) => subscription.id === id)
      if (index < 0) throw new Failure(404, 'Subscription not found')
      state.subscriptions.splice(index, 1)
      return {}
    },
  }
}
