import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../http/problems.ts'

const digest = (value: string) => createHash('sha256').update(value).digest()

/** Accepts only requests with one of the keys. Compares all keys in constant time, so that the time shows neither which key matches nor how much of it. */
export function requireMerchantKey(app: FastifyInstance, keys: readonly string[]) {
  const digests = keys.map(digest)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Cache-Control', 'no-store').header('X-Request-Id', request.id)
    const given = digest(/^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
    const fits = digests.filter((one) => timingSafeEqual(one, given)).length > 0
    done(fits ? undefined : new Refusal('key-required', 'Send one of MERCHANT_API_KEYS as a bearer token.'))
  })
}
