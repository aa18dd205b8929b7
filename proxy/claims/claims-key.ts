import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../http/problems.ts'

const digest = (value: string) => createHash('sha256').update(value).digest()

/** Accepts only the merchant's own key, which the protection service sends (A91). Compares all keys in constant time; two are valid during a rotation. */
export function requireClaimsKey(app: FastifyInstance, keys: readonly string[]) {
  const digests = keys.map(digest)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Cache-Control', 'no-store').header('X-Request-Id', request.id)
    const given = digest(String(request.headers['x-api-key'] ?? ''))
    const fits = digests.filter((one) => timingSafeEqual(one, given)).length > 0
    done(fits ? undefined : new Refusal('key-required', 'X-API-Key is not one of CLAIMS_API_KEYS'))
  })
}
