import { randomUUID } from 'node:crypto'
import type { Outcome } from '../jobs/handler.ts'
import type { Job } from '../jobs/job.ts'
import { truncate, type Part } from './payload.ts'
import type { Platform, WebhookError } from './platform.ts'

interface WebhookErrorBody extends WebhookError {
  platform: Platform['name']
  topic: string
}

/** The kind of the jobs that hold such errors. */
export const webhookErrorKind = 'webhook-error'

const again = 'report the orders that it missed with "storefront-proxy reconcile --send"'
const owner = `give the webhook to a user who may manage the shop (WooCommerce > Settings > Advanced > Webhooks: create it again as that user), then ${again}`

/** The doctor's advice if such errors are held. */
export const errorRemedy = `Read each with "storefront-proxy queue list --kind ${webhookErrorKind} --state held". Where the user may not read orders, ${owner}`

/** The most characters of an error's code that are shown. */
const longestCode = 100

/**
 * The error that WordPress writes in place of an order. WooCommerce builds the body as the webhook's user and sends whatever results
 * (`WC_Webhook::build_payload`): the user may not read the order, nobody can, or WordPress fails.
 */
export function wooErrorIn(payload: Part): WebhookError | undefined {
  const written = payload.at('code').text()
  if (written === undefined || payload.at('message').text() === undefined || payload.at('id').text() !== undefined) return undefined
  const code = truncate(written, longestCode)
  const named = `WooCommerce sent an error in place of the order (${code})`
  const status = Number(payload.at('data').at('status').text())
  if (status === 401 || status === 403) return { code, says: `${named}: the user of the webhook may not read orders; ${owner}, and drop this` }
  if (status === 404 && /^woocommerce_rest_\w+_invalid_id$/.test(code))
    return { code, says: `${named}: the order was deleted before WooCommerce wrote the webhook; drop this` }
  return { code, says: `${named}: find the cause in WooCommerce > Status > Logs and end it, then ${again}, and drop this` }
}

/** The job that holds such a delivery for a person. Each delivery is about another order, though the bodies are equal, so none is a repeat. */
export const webhookErrorJob = (platform: Platform['name'], topic: string, error: WebhookError): Job => {
  const id = randomUUID()
  return {
    kind: webhookErrorKind,
    orderingKey: `webhook:${id}`,
    priority: 0,
    subject: `${platform}/error:${id}`,
    businessKey: null,
    body: JSON.stringify({ platform, topic, ...error } satisfies WebhookErrorBody),
    collapse: 'ever',
  }
}

/** Holds an error that only a person can fix. */
export const holdWebhookError = ({ platform, topic, says }: WebhookErrorBody): Promise<Outcome> =>
  Promise.resolve<Outcome>({ state: 'held', note: `${platform} ${topic}: ${says}` })
