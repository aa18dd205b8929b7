import { chargeOf, eventPayload, fulfillmentPayload, lineOf, moneySet, orderPayload, sign, toBody, type Payload } from '../platforms/payloads.ts'
import { secrets, shop } from '../platforms/sending.ts'
import type { Chance } from './kill-chance.ts'
import type { Protection } from './kill-protection.ts'
import { priceOf, statuses, trackingNumber, type Story, type Message } from './kill-story.ts'

/** The settings with which a proxy accepts these webhooks. */
export const webhookSettings = { SHOPIFY_SHOP: shop, SHOPIFY_APP_SECRETS: secrets.join(','), SHOPIFY_ADMIN_TOKEN: '' }

/** Creates the webhooks that Shopify sends about one order: in any order, and some of them twice. */
export function createWebhookStory(order: string, chance: Chance, { fate, quote }: Protection): Story {
  const id = BigInt(order)
  const isRefused = fate === 'order refused'
  const changes = isRefused ? 0 : chance.whole(0, 3)
  const created_at = new Date().toISOString()
  const charge = id * 10n + 2n
  const line_items = [lineOf(id * 10n + 1n), ...(quote ? [chargeOf(charge, quote)] : [])]
  const versions = Array.from({ length: changes + 1 }, (_, version) =>
    orderPayload(id, { created_at, line_items, updated_at: at(version), total_price_set: moneySet((priceOf(version) / 100).toFixed(2)) }),
  )
  const fulfillment = (version: number) => {
    const number = trackingNumber(`${order}1`, version)
    return fulfillmentPayload(id * 10n + 1n, versions[0]!, { updated_at: at(version), tracking_number: number, tracking_numbers: [number] })
  }
  const shipped = isRefused ? -1 : chance.whole(-1, 2)
  const events = shipped < 0 ? [] : statuses.slice(0, chance.whole(0, 4)).map((_, index) => `${order}${index}`)
  const once = [
    ...versions.map((payload, version) => webhook(version === 0 ? 'orders/create' : 'orders/updated', payload, `${order} v${version}`)),
    ...Array.from({ length: shipped + 1 }, (_, version) =>
      webhook(version === 0 ? 'fulfillments/create' : 'fulfillments/update', fulfillment(version), `${order}1 v${version}`),
    ),
    ...events.map((event, index) => webhook('fulfillment_events/create', eventPayload(BigInt(event), fulfillment(0), statuses[index]!), event)),
  ]
  const messages = [...once, ...once.filter(() => chance.happens(0.2))]
  return {
    order,
    changes,
    mayPassOver: true,
    shipments: shipped < 0 ? [] : [{ id: `${order}1`, changes: shipped, events }],
    fate,
    ...(fate === 'token refused' && quote && { givenBack: { line: String(charge), cents: quote.price.cents } }),
    messages: chance.happens(0.5) ? messages : chance.shuffled(messages),
  }
}

const at = (version: number) => new Date(Date.UTC(2026, 10, 20, 15, 0, version)).toISOString()

function webhook(topic: string, payload: Payload, mark: string): Message {
  const body = toBody(payload)
  return {
    method: 'POST',
    path: `/v1/platforms/shopify/${topic.replace(/[/_]/g, '-')}`,
    body,
    headers: {
      'X-Shopify-Topic': topic,
      'X-Shopify-Hmac-Sha256': sign(body, secrets[0]),
      'X-Shopify-Shop-Domain': shop,
      'X-Shopify-Webhook-Id': `${topic} ${mark}`,
    },
    mark: `${topic} ${mark}`,
  }
}
