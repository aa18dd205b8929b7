import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createBodyReader, smallBody } from '../http/body-reader.ts'
import type { Config } from '../config/config.ts'
import { nestingDepthOf, maxDepth } from '../http/json.ts'
import { createAddressReader } from '../http/client-address.ts'
import { Refusal } from '../http/problems.ts'
import type { Delivery, Queue } from '../jobs/queue.ts'
import { webhookTokenHeader } from '../upstream/loyalty-events.schema.ts'
import { loyaltyWebhookPath } from './address.ts'
import { readEvent, type LoyaltyEvent } from './loyalty-event.ts'
import { loyaltyEventJob } from './event-jobs.ts'
import { createTokenCheck } from './webhook-tokens.ts'

/** The most bytes of a delivery with its token in the header; the longest known record has some thousand. */
const maxBodyBytes = 256 * 1024
/** The most bodies that are read at the same time, for known senders and for others each. */
const atOnce = 64

/** Accepts the loyalty service's webhooks: checks the token, stores the event and responds at once (A52 to A54). */
export async function registerLoyaltyWebhook(app: FastifyInstance, { config, queue }: { config: Config; queue: Pick<Queue, 'enqueue'> }) {
  const { loyalty, loyaltyWebhookTokens: tokens } = config
  if (!loyalty || tokens.length === 0) {
    app.post(loyaltyWebhookPath, () => Promise.reject(new Refusal('not-configured', 'Deliveries are not accepted here (LOYALTY_WEBHOOK_TOKENS).')))
    return
  }
  const check = createTokenCheck(tokens)
  await app.register((scope, _, done) => {
    const addressOf = createAddressReader(config.trustProxy)
    // Unknown senders have their own limit, so that they cannot block known senders.
    const [readKnown, readOther] = [createBodyReader(atOnce, addressOf), createBodyReader(atOnce, addressOf)]
    const tokenInHeader = ({ headers }: FastifyRequest) => check(headers[webhookTokenHeader.toLowerCase()]?.toString())
    scope.addHook('onRequest', (request, reply, next) => {
      reply.header('Cache-Control', 'no-store').header('X-Request-Id', request.id)
      // A body is searched for a token only if it is small, because reading it costs time.
      const isSmall = !(Number(request.headers['content-length']) > smallBody)
      next(isSmall || tokenInHeader(request) !== undefined ? undefined : unknown())
    })
    // A caller without a valid token learns nothing about the body's form.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
      const isKnown = tokenInHeader(request) !== undefined
      const body = await (isKnown ? readKnown(payload, maxBodyBytes) : readOther(payload, smallBody))
      return body.toString('utf8')
    })
    scope.post<{ Body: string }>(loyaltyWebhookPath, async (request) => {
      const event = read(request.body ?? '')
      const token = tokenInHeader(request) ?? check(event instanceof Error ? undefined : event.token)
      if (token === undefined) throw unknown()
      if (event instanceof Error)
        throw new Refusal('invalid-request', 'A delivery must be a JSON object.', { errors: ['body is no JSON object'], cause: event })
      await queue.enqueue([loyaltyEventJob(event, token)], toDelivery(event, token))
      return {}
    })
    done()
  })
}

const unknown = () =>
  new Refusal('key-required', `Send one of LOYALTY_WEBHOOK_TOKENS in ${webhookTokenHeader}, or as "token" in a body of at most ${smallBody / 1024} kB.`)

function read(text: string): LoyaltyEvent | Error {
  if (nestingDepthOf(text) > maxDepth) return new SyntaxError('nests too deep')
  try {
    return readEvent(text)
  } catch (error) {
    return error as Error
  }
}

/**
 * A repeat is recognised by its topic and its id, or otherwise by its whole content (A52). Each token has its own deliveries: while one token replaces
 * another, events come with both, and this shows that the new token works.
 */
const toDelivery = ({ topic, id, hash }: LoyaltyEvent, token: string): Delivery => ({ topic: `loyalty/${token}/${topic}`, id, hash })
