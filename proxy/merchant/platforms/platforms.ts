import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { Refusal } from '../../problems.ts'
import type { Queue } from '../../queue/work.ts'
import { readPayload, type Part } from './payload.ts'
import { findTopic, topicKey, webhookWork, type Platform, type Topic } from './platform.ts'
import { shopify } from './shopify.ts'
import { isSigned } from './signature.ts'
import { webhookErrorWork } from './webhook-error.ts'
import { woocommerce } from './woocommerce.ts'

interface PlatformParts {
  config: Config
  queue: Pick<Queue, 'accept'>
}

/** What is known of a platform here: by which secrets its webhooks are known, and from which shop they come. */
interface Sender {
  platform: Platform
  secrets: readonly string[]
  shop?: string
}

/** Bytes that a webhook may have; an order of 500 lines has about one million. */
const largest = 2 * 1024 * 1024

/**
 * Takes the webhooks of shop platforms: known by their signature, stored, and answered before anything is made of them, since the
 * platform waits no longer than some seconds and gives up after some tries.
 */
export async function registerPlatforms(app: FastifyInstance, { config, queue }: PlatformParts) {
  const senders: Sender[] = [
    { platform: shopify, secrets: config.shopify?.secrets ?? [], ...(config.shopify && { shop: config.shopify.shop.toLowerCase() }) },
    { platform: woocommerce, secrets: config.woocommerce?.secrets ?? [] },
  ]
  await app.register((scope, _, done) => {
    // The signature is over the bytes, whatever their sender says that they are.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, parsed) => parsed(null, body))
    for (const sender of senders) {
      const url = `/v1/platforms/${sender.platform.name}/:topic`
      if (sender.secrets.length === 0) {
        scope.post(url, () => Promise.reject(new Refusal('not-configured', 'This platform is not set up here.')))
      } else {
        scope.post(url, { bodyLimit: largest }, (request) => take(request, sender, queue))
      }
    }
    done()
  })
}

async function take(request: FastifyRequest, { platform, secrets, shop }: Sender, queue: PlatformParts['queue']) {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const { headers } = request
  const topic = findTopic(platform, (request.params as { topic: string }).topic)
  if (!topic) throw new Refusal('not-found', 'No such topic is understood.')
  const named = headerOf(headers, platform.headers.topic)
  const signature = headerOf(headers, platform.headers.signature)
  if (signature === undefined && named === undefined && platform.isPing?.(body.toString('latin1'))) return {}
  if (signature === undefined || body.length === 0 || !isSigned(body, signature, secrets))
    throw new Refusal('key-required', 'The body is not signed with one of the secrets.')
  // Only the body is signed: what was meant for another address is not taken here, nor what does not say for which it was.
  if (named === undefined || findTopic(platform, named) !== topic) throw new Refusal('key-required', 'The webhook is not about the topic of its address.')
  const isOurs = (from: string | undefined) => from?.toLowerCase() === shop
  if (platform.headers.shop && !isOurs(headerOf(headers, platform.headers.shop))) throw new Refusal('key-required', 'The webhook does not come from this shop.')

  const hash = createHash('sha256').update(body).digest('base64url')
  const id = platform.headers.delivery && headerOf(headers, platform.headers.delivery)
  const text = body.toString('utf8')
  const payload = readPayload(text)
  if (topic.shopOf && !isOurs(payload && topic.shopOf(payload))) throw new Refusal('key-required', 'What it asks is not about this shop.')
  const error = payload && platform.errorIn?.(payload)
  if (error) {
    await queue.accept([webhookErrorWork(platform.name, topic.name, error)])
    return {}
  }
  await queue.accept([toWork(platform, topic, text, payload)], { topic: `${platform.name}/${topicKey(topic.name)}`, id, hash })
  return {}
}

/** What cannot be read is kept as well: its handler says what is wrong with it. */
function toWork(platform: Platform, topic: Topic, text: string, payload: Part | undefined) {
  const kept = payload && topic.reduce ? JSON.stringify(topic.reduce(payload)) : text
  return webhookWork(platform, topic, { order: payload && topic.orderOf(payload), id: payload?.at('id').id() }, kept)
}

/** The first of these headers that is there. */
function headerOf(headers: IncomingHttpHeaders, names: readonly string[]): string | undefined {
  const found = names.map((name) => headers[name]).find((value) => value !== undefined && value !== '')
  return Array.isArray(found) ? found[0] : found
}
