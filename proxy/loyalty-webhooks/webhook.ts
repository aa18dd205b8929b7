import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createBodyReader, smallBody } from '../http/bodies.ts'
import type { Config } from '../config/config.ts'
import { depthOf, deepest } from '../http/json.ts'
import { createAddressReader } from '../http/client-address.ts'
import { Refusal } from '../http/problems.ts'
import type { Delivery, Queue, Job } from '../jobs/job.ts'
import { webhookTokenHeader } from '../upstream/loyalty-events.schema.ts'
import { loyaltyWebhookPath } from './address.ts'
import { customerLane, isAboutMerchant, readEvent, type LoyaltyEvent } from './event.ts'
import { createTokenCheck } from './tokens.ts'

/** Bytes that a delivery with its token in the header may have; the longest known record has a few thousand. */
const longest = 256 * 1024
/** Bodies that are read at the same time, of known senders and of others. */
const atOnce = 64

/** Takes in what the loyalty service tells of by itself: known by its token, stored, and answered at once (A52 to A54). */
export async function registerLoyaltyWebhook(app: FastifyInstance, { config, queue }: { config: Config; queue: Pick<Queue, 'accept'> }) {
  const { loyalty, loyaltyWebhookTokens: tokens } = config
  if (!loyalty || tokens.length === 0) {
    app.post(loyaltyWebhookPath, () => Promise.reject(new Refusal('not-configured', 'Deliveries are not taken here (LOYALTY_WEBHOOK_TOKENS).')))
    return
  }
  const check = createTokenCheck(tokens)
  await app.register((scope, _, done) => {
    const addressOf = createAddressReader(config.trustProxy)
    // Strangers take no place from a known sender.
    const [readKnown, readOther] = [createBodyReader(atOnce, addressOf), createBodyReader(atOnce, addressOf)]
    const tokenInHeader = ({ headers }: FastifyRequest) => check(headers[webhookTokenHeader.toLowerCase()]?.toString())
    scope.addHook('onRequest', (request, reply, next) => {
      reply.header('Cache-Control', 'no-store').header('X-Request-Id', request.id)
      // A body is looked into for a token only where it is small: to read it takes time from everybody else.
      const isSmall = !(Number(request.headers['content-length']) > smallBody)
      next(isSmall || tokenInHeader(request) !== undefined ? undefined : unknown())
    })
    // Nothing is said of a body's form to somebody who has not shown a token.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
      const isKnown = tokenInHeader(request) !== undefined
      const body = await (isKnown ? readKnown(payload, longest) : readOther(payload, smallBody))
      return body.toString('utf8')
    })
    scope.post<{ Body: string }>(loyaltyWebhookPath, async (request) => {
      const event = read(request.body ?? '')
      const token = tokenInHeader(request) ?? check(event instanceof Error ? undefined : event.token)
      if (token === undefined) throw unknown()
      if (event instanceof Error)
        throw new Refusal('invalid-request', 'A delivery has to be one JSON object.', { errors: ['body is no JSON object'], cause: event })
      await queue.accept([toJob(event, token)], toDelivery(event, token))
      return {}
    })
    done()
  })
}

const unknown = () =>
  new Refusal('key-required', `Send one of LOYALTY_WEBHOOK_TOKENS in ${webhookTokenHeader}, or as "token" in a body of at most ${smallBody / 1024} kB.`)

function read(text: string): LoyaltyEvent | Error {
  if (depthOf(text) > deepest) return new SyntaxError('nests too deep')
  try {
    return readEvent(text)
  } catch (error) {
    return error as Error
  }
}

/**
 * What came before is known by its name and its id, or else by all that it says (A52). Each token is a reader of its own: while one takes the
 * place of another both are told of everything, and it can be seen that the new one works.
 */
const toDelivery = ({ topic, id, hash }: LoyaltyEvent, token: string): Delivery => ({ topic: `loyalty/${token}/${topic}`, id, hash })

const toJob = ({ topic, customer, id, hash, kept }: LoyaltyEvent, token: string): Job => ({
  kind: 'loyalty-event',
  lane: customer === null || isAboutMerchant(topic) ? 'merchant' : customerLane(customer),
  rank: 0,
  subject: `${topic || 'event'}/${id ?? hash.slice(0, 32)}`,
  order: null,
  body: `{"token":"${token}",${kept.slice(1)}`,
  collapse: 'ever',
  keepsBody: true,
})
