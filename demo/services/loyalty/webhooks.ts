import { randomBytes, randomUUID } from 'node:crypto'
import type { Handlers } from '../../../proxy/http/serve.ts'
import type { loyaltyService } from '../../../proxy/upstream/loyalty.ts'
import type { World } from '../world.ts'
import { Failure } from '../failure.ts'
import { day } from '../day.ts'
import { forward } from './forwarding.ts'
import type { LoyaltyState } from './state.ts'

/** How many deleted webhooks are remembered, and for how many days after the confirmed deletion, so that a repeat succeeds (A47). */
const remembered = { count: 1000, days: 1 }

type Verbs = 'createWebhook' | 'listWebhooks' | 'deleteWebhook' | 'createSubscription' | 'listSubscriptions' | 'updateSubscription' | 'deleteSubscription'

/** Makes the handlers of the addresses that merchants register: webhooks and subscriptions are independent stores (A48). */
export function webhookHandlers(world: World): Pick<Handlers<typeof loyaltyService>, Verbs> {
  const { state, clock } = world
  const { merchantId } = state.merchant
  const stamp = () => clock.now().toISOString()
  const subscriptionOf = (id: string) => {
    const subscription = state.subscriptions.get(id)
    if (!subscription) throw new Failure(404, 'Subscription not found')
    return subscription
  }

  return {
    createWebhook({ callbackUrl, name = null }) {
      const id = randomBytes(16).toString('hex')
      const token = randomBytes(16).toString('hex')
      const webhook = { id, merchantId, callbackUrl, name, createdByApp: 'storefront', createdAt: stamp(), updatedAt: stamp(), token }
      state.webhooks.set(id, webhook)
      return webhook
    },

    listWebhooks: () => [...state.webhooks.values()].filter(({ deletedAt }) => !deletedAt).map(({ token: _token, ...webhook }) => webhook),

    // The webhook is gone at once, and a repeat succeeds (A47). The backend confirms the deletion later (section 1).
    deleteWebhook({ id, callbackUrl }) {
      const webhook =
        id === undefined ? [...state.webhooks.values()].find((webhook) => !webhook.deletedAt && webhook.callbackUrl === callbackUrl) : state.webhooks.get(id)
      if (!webhook) throw new Failure(404, 'Webhook not found')
      if (webhook.deletedAt) return {}
      webhook.deletedAt = stamp()
      delete webhook.token
      forgetDeleted(state, clock.now())
      forward(world, { does: 'confirm-webhook', id: webhook.id })
      return {}
    },

    createSubscription({ topic, callbackUrl, name = null }) {
      const subscription = { id: randomUUID(), merchantId, topic, callbackUrl, name, createdAt: stamp(), updatedAt: stamp() }
      state.subscriptions.set(subscription.id, subscription)
      return subscription
    },

    listSubscriptions: () => [...state.subscriptions.values()],

    updateSubscription({ id, topic, callbackUrl, name }) {
      return Object.assign(subscriptionOf(id), { topic, ...(callbackUrl && { callbackUrl }), ...(name !== undefined && { name }), updatedAt: stamp() })
    },

    deleteSubscription({ id, topic }) {
      if (subscriptionOf(id).topic !== topic) throw new Failure(404, 'Subscription not found')
      state.subscriptions.delete(id)
      return {}
    },
  }
}

function forgetDeleted({ webhooks }: LoyaltyState, now: Date) {
  const since = new Date(now.getTime() - remembered.days * day).toISOString()
  const deleted = [...webhooks.values()].filter(({ deletedAt }) => deletedAt)
  const tooMany = deleted.length - remembered.count
  for (const [index, { id, confirmedAt }] of deleted.entries()) if (index < tooMany || (confirmedAt && confirmedAt < since)) webhooks.delete(id)
}
