import { z } from 'zod'
import type { ProblemCode } from '../../src/contract/problem.ts'
import { loyaltyWebhookPath } from '../loyalty-webhooks/address.ts'
import { topicKey, type Platform } from '../platforms/platform.ts'
import { shopify } from '../platforms/shopify.ts'
import { woocommerce } from '../platforms/woocommerce.ts'
import { deliverySchema, webhookTokenHeader } from '../upstream/loyalty-events.schema.ts'
import { toRefusals } from './codes.ts'
import type { DocumentedOperation } from './operations.ts'
import type { JsonSchema } from './schemas.ts'

const platforms = [
  { platform: shopify, title: 'Shopify', secrets: 'SHOPIFY_APP_SECRETS' },
  { platform: woocommerce, title: 'WooCommerce', secrets: 'WOOCOMMERCE_SECRETS' },
] as const

/** The topics that an address may contain: each name and alias of each topic. */
const topicsOf = ({ topics }: Platform) => [...new Set(topics.flatMap(({ name, aliases = [] }) => [name, ...aliases]).map(topicKey))]

const inputOf = ({ platform, title }: (typeof platforms)[number]) =>
  z
    .looseObject({ topic: z.enum(topicsOf(platform) as [string, ...string[]]).describe('Topic, the same as in the topic header') })
    .describe(`The payload of ${title}; if it cannot be reported, it is stored and held for a person`)

/** An envelope, or flat (A52). */
const loyaltyDelivery = z.union([deliverySchema, z.looseObject({}).describe('Flat, with `topic` or `event`, `token` and `data`; any other object is stored')])

/** The input schema of each sender. */
export const deliveryInputs = { shopify: inputOf(platforms[0]), woocommerce: inputOf(platforms[1]), loyalty: loyaltyDelivery }

/** The answer after a delivery is stored: only its status has a meaning. */
const taken: JsonSchema = { type: 'object' }
const codes: ProblemCode[] = ['key-required', 'not-configured', 'body-too-large', 'internal', 'overloaded']

/** The security schemes of deliveries, by their names in the document. */
export const deliverySecurity: Record<string, JsonSchema> = {
  ...Object.fromEntries(
    platforms.map(({ platform, title, secrets }) => [
      platform.name,
      {
        type: 'apiKey',
        in: 'header',
        name: toHeaderName(platform.headers.signature[0]!),
        description: `HMAC-SHA256 of the body as it is, in base64, with one of \`${secrets}\`: ${title} signs each delivery`,
      },
    ]),
  ),
  loyaltyToken: {
    type: 'apiKey',
    in: 'header',
    name: webhookTokenHeader,
    description: 'One of `LOYALTY_WEBHOOK_TOKENS`; as `token` in the body it counts as well',
  },
}

/** Describes the webhooks of platforms and of the loyalty service: each is stored, then answered, then processed. */
export const documentDeliveries = (tag: string): DocumentedOperation[] => [
  ...platforms.map(({ platform: { name, headers }, title }): DocumentedOperation => ({
    operationId: `${name}Webhook`,
    endpoint: { method: 'POST', path: `/v1/platforms/${name}/:topic` },
    summary: `Take a webhook of ${title}`,
    description: `Answered once it is stored; repeats, by ${headers.delivery ? 'the id of the delivery or ' : ''}the same body, do nothing.`,
    tag,
    input: deliveryInputs[name],
    answer: taken,
    headers: [headers.topic, ...(headers.delivery ? [headers.delivery] : []), ...(headers.shop ? [headers.shop] : [])].map(([header]) => ({
      name: toHeaderName(header!),
      in: 'header',
      schema: { type: 'string' },
    })),
    security: [{ [name]: [] }],
    refusals: toRefusals([...codes, 'not-found']),
  })),
  {
    operationId: 'loyaltyWebhook',
    endpoint: { method: 'POST', path: loyaltyWebhookPath },
    summary: 'Take what the loyalty service tells of',
    description: 'Any event is taken, and known ones are a reason to read anew; nothing that they say is believed. Repeats do nothing.',
    tag,
    input: deliveryInputs.loyalty,
    answer: taken,
    security: [{ loyaltyToken: [] }],
    refusals: toRefusals([...codes, 'invalid-request']),
  },
]

/** Writes a header name in its usual form: `X-Shopify-Topic`. */
function toHeaderName(header: string): string {
  return header
    .replace(/(^|-)[a-z]/g, (first) => first.toUpperCase())
    .replace('Woocommerce', 'WooCommerce')
    .replace('Wc-', 'WC-')
}
