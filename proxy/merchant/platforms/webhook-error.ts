import { randomUUID } from 'node:crypto'
import type { Outcome, Work } from '../../queue/work.ts'
import type { Part } from './payload.ts'
import type { Platform } from './platform.ts'

/** What a platform sent in place of an order. */
export interface WebhookError {
  /** As the platform names it: `woocommerce_rest_cannot_view`. */
  code: string
  /** What it means, and what to do about it. */
  says: string
}

interface WebhookErrorBody extends WebhookError {
  platform: Platform['name']
  topic: string
}

/** The kind of the works that hold such an error. */
export const webhookErrorKind = 'webhook-error'

/** How to end such an error, in the words of the doctor as well. */
export const ownerRemedy =
  'give the webhook to a user who may manage the shop (WooCommerce > Settings > Advanced > Webhooks: make it anew as that user), then report the orders that it missed with "storefront-proxy reconcile --send"'

/**
 * The error that WooCommerce writes where the user of a webhook may not read the order, or nobody can: it builds the body as that user, and
 * sends whatever comes of that (`WC_Webhook::build_payload`).
 */
export function wooErrorIn(payload: Part): WebhookError | undefined {
  const code = payload.at('code').text()
  const status = Number(payload.at('data').at('status').text())
  if (code === undefined || !/^woocommerce_rest_\w{1,100}$/.test(code) || ![401, 403, 404].includes(status)) return undefined
  const named = `WooCommerce sent an error in place of the order (${code})`
  return {
    code,
    says:
      status === 404
        ? `${named}: the order was deleted before WooCommerce wrote the webhook; drop this`
        : `${named}: the user of the webhook may not read orders; ${ownerRemedy}, and drop this`,
  }
}

/** Keeps such a delivery for a person. Each is about another order, though all have the same body, so that none of them is a repeat. */
export const webhookErrorWork = (platform: Platform['name'], topic: string, error: WebhookError): Work => {
  const id = randomUUID()
  return {
    kind: webhookErrorKind,
    lane: `webhook:${id}`,
    rank: 0,
    subject: `${platform}/error:${id}`,
    order: null,
    body: JSON.stringify({ platform, topic, ...error } satisfies WebhookErrorBody),
    collapse: 'ever',
  }
}

/** Holds what only a person can mend. */
export const holdWebhookError = ({ platform, topic, says }: WebhookErrorBody): Promise<Outcome> =>
  Promise.resolve({ state: 'held', note: `${platform} ${topic}: ${says}` })
