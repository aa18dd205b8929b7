import { createHmac, randomUUID } from 'node:crypto'
import type { Known } from '../tracker.ts'

/** What the platform tells of. */
export type Topic =
  'orders/create' | 'orders/updated' | 'orders/cancelled' | 'fulfillments/create' | 'fulfillments/update' | 'fulfillment_events/create' | 'refunds/create'

/** Something that the proxy is told of an order. */
export interface Webhook {
  /** Of the delivery; the same at every try. */
  id: string
  topic: Topic
  /** For the back room: what this is about. */
  about: string
  /** `waiting`: the proxy has not taken it yet. `taken`: it has, and passes it on. */
  state: 'waiting' | 'taken' | 'given-up'
  attempts: number
  /** Why the last try failed. */
  detail: string
  sent_at: Date
  /** Whether the tracking page shows it by now; absent where it never does. */
  shows: ((known: Known) => boolean) | undefined
}

/** Where webhooks go, and by what they are known. */
export interface WebhookSettings {
  proxy: string
  /** The shop's name on the platform. */
  shop: string
  secret: string
  /** Milliseconds before each further try; none, when all are used up. */
  waits?: readonly number[] | undefined
}

/** The platform gives up after eight more tries, which take it four hours; nobody watches a demo for so long. */
const patience = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000]

/** Milliseconds that the platform waits for an answer. */
const longest = 5_000

/**
 * Sends webhooks as Shopify does: each signed over its body, by itself and in no promised order, and again after a while where
 * nothing but success was answered (https://shopify.dev/docs/apps/build/webhooks). Nobody who shops waits for it.
 */
export class Webhooks {
  #timers = new Set<NodeJS.Timeout>()
  #stopped = false

  constructor(readonly settings: WebhookSettings) {}

  send(topic: Topic, about: string, payload: unknown, shows?: Webhook['shows']): Webhook {
    const webhook: Webhook = { id: randomUUID(), topic, about, state: 'waiting', attempts: 0, detail: '', sent_at: new Date(), shows }
    const body = JSON.stringify(payload)
    void this.#try(webhook, body, this.#headers(webhook, body))
    return webhook
  }

  /** Ends all tries. */
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
    const { proxy, waits = patience } = this.settings
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
