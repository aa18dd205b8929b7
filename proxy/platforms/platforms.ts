import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createBodyReader } from '../http/body-reader.ts'
import type { Config } from '../config/config.ts'
import { createAddressReader } from '../http/client-address.ts'
import { Refusal } from '../http/problems.ts'
import type { Queue } from '../jobs/queue.ts'
import { readPayload } from './payload.ts'
import { findTopic, topicKey, webhookJob, type Platform } from './platform.ts'
import { shopify } from './shopify.ts'
import { isSignature, isSigned } from './signature.ts'
import { webhookErrorJob } from './webhook-error.ts'
import { woocommerce } from './woocommerce.ts'

interface PlatformParts {
  config: Config
  queue: Pick<Queue, 'enqueue'>
}

/** A platform with the secrets of its webhooks, and the shop that they come from. */
interface Sender {
  platform: Platform
  secrets: readonly string[]
  shop?: string
}

/** The most bytes of a webhook: an order of 500 lines has about one million. An unsigned body is only a ping. */
const largest = { signed: 2 * 1024 * 1024, unsigned: 1024 }
/** The most bodies that are held at the same time before their signature is checked. */
const atOnce = 32

/**
 * Accepts the webhooks of shop platforms: checks the signature, stores the webhook, and responds before it is processed, because the
 * platform waits only some seconds and gives up after some attempts.
 */
export async function registerPlatforms(app: FastifyInstance, { config, queue }: PlatformParts) {
  const senders: Sender[] = [
    { platform: shopify, secrets: config.shopify?.secrets ?? [], ...(config.shopify && { shop: config.shopify.shop.toLowerCase() }) },
    { platform: woocommerce, secrets: config.woocommerce?.secrets ?? [] },
  ]
  await app.register((scope, _, done) => {
    const bodies = createBodyReader(atOnce, createAddressReader(config.trustProxy))
    const isSigning = (headers: IncomingHttpHeaders) => senders.some(({ platform }) => headerOf(headers, platform.headers.signature) !== undefined)
    // The signature covers the raw bytes, whatever content type the sender names.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      bodies(payload, isSigning(request.headers) ? largest.signed : largest.unsigned),
    )
    for (const sender of senders) {
      const url = `/v1/platforms/${sender.platform.name}/:topic`
      if (sender.secrets.length === 0) {
        scope.post(url, () =>
          Promise.reject(new Refusal('not-configured', 'This platform is not set up here (SHOPIFY_SHOP and SHOPIFY_APP_SECRETS, or WOOCOMMERCE_SECRETS).')),
        )
      } else {
        const onRequest = (request: FastifyRequest, _reply: unknown, next: (error?: Error) => void) => next(faultOfHeaders(request, sender))
        scope.post(url, { onRequest }, (request) => take(request, sender, queue))
      }
    }
    done()
  })
}

/** The fault that the headers alone show, before the body of an unknown sender is read. */
function faultOfHeaders({ headers, params }: FastifyRequest, { platform, shop }: Sender): Refusal | undefined {
  const topic = topicOf(params, platform)
  if (!topic) return new Refusal('not-found', 'This topic has no route here. Delete the webhook at the platform.')
  const named = headerOf(headers, platform.headers.topic)
  const signature = headerOf(headers, platform.headers.signature)
  const isPing = platform.isPing !== undefined && signature === undefined && named === undefined
  if (isPing) return Number(headers['content-length'] ?? 0) > largest.unsigned ? unsigned() : undefined
  if (!isSignature(signature)) return unsigned()
  // Only the body is signed, so the topic in the header must be present and match the address.
  if (named === undefined || findTopic(platform, named) !== topic)
    return new Refusal('key-required', 'The topic header differs from the address. Register each topic at its own address.')
  if (platform.headers.shop && !isSame(headerOf(headers, platform.headers.shop), shop))
    return new Refusal('key-required', 'The webhook is of another shop than SHOPIFY_SHOP.')
  return undefined
}

const topicOf = (params: unknown, platform: Platform) => findTopic(platform, (params as { topic: string }).topic)
const isSame = (from: string | undefined, shop: string | undefined) => from?.toLowerCase() === shop
const unsigned = () => new Refusal('key-required', 'The signature is missing, or fits none of SHOPIFY_APP_SECRETS or WOOCOMMERCE_SECRETS.')

async function take(request: FastifyRequest, { platform, secrets, shop }: Sender, queue: PlatformParts['queue']) {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const { headers, params } = request
  const topic = topicOf(params, platform)!
  const signature = headerOf(headers, platform.headers.signature)
  if (signature === undefined && platform.isPing?.(body.toString('latin1'))) return {}
  if (signature === undefined || body.length === 0 || !isSigned(body, signature, secrets)) throw unsigned()
  // A signed ping tests the secret.
  if (platform.isPing?.(body.toString('latin1'))) return {}

  const hash = createHash('sha256').update(body).digest('base64url')
  const id = platform.headers.delivery && headerOf(headers, platform.headers.delivery)
  const text = body.toString('utf8')
  const payload = readPayload(text)
  if (topic.shopOf && !isSame(payload && topic.shopOf(payload), shop)) throw new Refusal('key-required', 'The request is not about this shop.')
  const fault = payload && topic.faultIn?.(payload)
  if (fault) throw new Refusal('invalid-request', `The body is not of the topic ${topic.name}: ${fault}.`, { errors: [fault] })
  const error = payload && platform.errorIn?.(payload)
  if (error) {
    await queue.enqueue([webhookErrorJob(platform.name, topic.name, error)])
    return {}
  }
  await queue.enqueue([webhookJob(platform, topic, payload?.isObject() ? payload : text)], { topic: `${platform.name}/${topicKey(topic.name)}`, id, hash })
  return {}
}

/** The first of these headers that is present. */
function headerOf(headers: IncomingHttpHeaders, names: readonly string[]): string | undefined {
  const found = names.map((name) => headers[name]).find((value) => value !== undefined && value !== '')
  return Array.isArray(found) ? found[0] : found
}
