import { createHmac, randomUUID } from 'node:crypto'
import type { TrackingAnswer } from '../tracking-answer.ts'

/** The topics of the platform’s webhooks. */
export type Topic =
  | 'orders/create'
  | 'orders/updated'
  | 'orders/cancelled'
  | 'fulfillments/create'
  | 'fulfillments/update'
  | 'fulfillment_events/create'
  | 'refunds/create'

/** A webhook to the proxy about an order. */
export interface Webhook {
  /** The id of the delivery, the same at every attempt. */
  id: string
  topic: Topic
  /** The subject, for the back room. */
  about: string
  /** `waiting`: the proxy has not accepted it yet. `taken`: the proxy has accepted it, and passes it on. */
  state: 'waiting' | 'taken' | 'given-up'
  attempts: number
  /** Why the last attempt failed. */
  detail: string
  sent_at: Date
  /** Returns whether the tracking page shows the change; absent if the page never shows it. */
  shows: ((known: TrackingAnswer) => boolean) | undefined
}

/** The address of webhooks, and the shop and secret that identify them. */
export interface WebhookSettings {
  proxy: string
  /** The shop's name on the platform. */
  shop: string
  secret: string
  /** Milliseconds before each retry; no wait left means no retry. */
  waits?: readonly number[] | undefined
}

/** Milliseconds before each retry. The platform makes eight retries in four hours; that is too long for a demo. */
const usualWaits = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000]

/** Milliseconds that the platform waits for a response. */
const longest = 5_000

/**
 * Sends webhooks as Shopify does: each signed over its body, independently and in no promised order, with retries until
 * the response is a success (https://shopify.dev/docs/apps/build/webhooks). No shopper waits for a webhook.
 */
export class Webhooks {
  #timers = new Set<NodeJS.Timeout>()
  #stopped = false

  constructor(readonly settings: WebhookSettings) {}

  /** Sends a webhook, for the first time after `delay` milliseconds. */
  send(topic: Topic, about: string, payload: unknown, shows?: Webhook['shows'], delay = 0): Webhook {
    const webhook: Webhook = { id: randomUUID(), topic, about, state: 'waiting', attempts: 0, detail: '', sent_at: new Date(), shows }
    const body = JSON.stringify(payload)
    const send = () => void this.#try(webhook, body, this.#headers(webhook, body))
    if (delay) this.#wait(delay, send)
    else send()
    return webhook
  }

  /** Stops all retries. */
  stop() {
    this.#stopped = true
    this.#timers.forEach(clearTimeout)
  }

  #headers({ id, topic, sent_at }: Webhook, body: string) {
    const { shop, secret } = this.settings
    return {
      'Content-Type': 'application/json',
      'X-Shopify-Topic': topic,
      'X-Shopify-Hmac-Sha256': createHmac('sha256', secret).update(body).digest('base64'),
      'X-Shopify-Shop-Domain': shop,
      'X-Shopify-API-Version': '2026-07',
      'X-Shopify-Webhook-Id': id,
      'X-Shopify-Event-Id': randomUUID(),
      'X-Shopify-Triggered-At': sent_at.toISOString(),
    }
  }

  async #try(webhook: Webhook, body: string, headers: Record<string, string>) {
    const { proxy, waits = usualWaits } = this.settings
    webhook.attempts += 1
    try {
      const url = `${proxy}/v1/platforms/shopify/${webhook.topic.replace(/[/_]/g, '-')}`
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(longest) })
      await answer.arrayBuffer()
      webhook.detail = answer.ok ? '' : `The proxy answered ${answer.status}.`
    } catch {
      webhook.detail = 'The proxy cannot be reached.'
    }
    const wait = waits[webhook.attempts - 1]
    if (webhook.detail === '') webhook.state = 'taken'
    else if (wait === undefined) webhook.state = 'given-up'
    else if (!this.#stopped) this.#wait(wait, () => void this.#try(webhook, body, headers))
  }

  #wait(milliseconds: number, then: () => void) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      then()
    }, milliseconds).unref()
    this.#timers.add(timer)
  }
}
