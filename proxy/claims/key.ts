import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../http/problems.ts'

const digest = (value: string) => createHash('sha256').update(value).digest()

/** Lets in the protection service alone, which sends the merchant's own key (A91). All keys are compared, in constant time; two are good while one replaces the other. */
export function requireClaimsKey(app: FastifyInstance, keys: readonly string[]) {
  const digests = keys.map(digest)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Cache-Control', 'no-store').header('X-Request-Id', request.id)
    const given = digest(String(request.headers['x-api-key'] ?? ''))
    const fits = digests.filter((one) => timingSafeEqual(one, given)).length > 0
    done(fits ? undefined : new Refusal('key-required', 'X-API-Key is none of CLAIMS_API_KEYS'))
  })
}
