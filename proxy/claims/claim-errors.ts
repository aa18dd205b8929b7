import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '../../src/contract/problem.ts'
import { Refusal, toRefusal } from '../http/problems.ts'

/** The path of the service's calls. */
export const claimsPath = '/v1/claims'

/** Responds to a failure in the service's own form, `{error: [..]}` (A98). */
export function answerClaimFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error)
  const { code, retryAfter } = refusal
  if (code === 'internal' || (code === 'overloaded' && refusal.cause !== undefined))
    request.log.error({ err: refusal.cause ?? refusal, code }, 'request failed')
  if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter))
  const body = JSON.stringify({ error: refusal.errors ?? [refusal.message] })
  return reply.code(problems[code][0]).header('Cache-Control', 'no-store').type('application/json; charset=utf-8').send(body)
}

/** Responds to every failure below these routes in that form, also to unknown paths. */
export function answerWithClaimErrors(app: FastifyInstance) {
  app.setErrorHandler(answerClaimFailure)
  app.setNotFoundHandler((request, reply) => answerClaimFailure(new Refusal('not-found', 'There is nothing at this address.'), request, reply))
}
