import { readFileSync } from 'node:fs'

/** A webhook as WooCommerce 11.0.1 sent it; the secret that signed it is not stored. */
export interface Recorded {
  topic: string
  /** WooCommerce's id of the delivery, made of its webhook and the second. */
  delivery: string
  body: string
}

/** All recorded webhooks, in the order in which they were sent. */
export const recordedWebhooks: readonly Recorded[] = readFileSync(new URL('woocommerce-webhooks.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { headers: Record<string, string>; body: string })
  .map(({ headers, body }) => ({ topic: headers['X-WC-Webhook-Topic']!, delivery: headers['X-WC-Webhook-Delivery-ID']!, body }))

/** The webhook that WooCommerce sends if it belongs to a user who may not read orders. */
export const unreadable = recordedWebhooks.find(({ body }) => body.includes('woocommerce_rest_cannot_view'))!
