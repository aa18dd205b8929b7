import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignAssertion } from '../assertions.ts'
import type { LoyaltyState, Membership } from './loyalty-state.ts'
import { loyaltyStates } from './loyalty-states.ts'

/** The proxy and the shop of the preview. */
export interface Upstream {
  proxy: string
  origin: string
  signAssertion: SignAssertion
}

interface StateRequest {
  Params: { name: string; '*': string }
}

/** Milliseconds of delay of a slow response. */
const slowDelay = 2_500

/** Headers of a request that are forwarded to the proxy. */
const forwardedHeaders = ['authorization', 'content-type', 'x-storefront-client']

/**
 * Registers, for each state, an address of the shop that stands for the proxy. Reads go to the real proxy as the state’s own customer.
 * Changes are answered here, as the proxy would, so that a preview changes nothing.
 */
export function loyaltyConditions(app: FastifyInstance, { proxy, origin, signAssertion }: Upstream) {
  const call = async (path: string, init: RequestInit, overrides: Membership | undefined, reply: FastifyReply) => {
    const answer = await fetch(`${proxy}/${path}`, init)
    reply.code(answer.status).type(answer.headers.get('content-type') ?? 'application/json')
    return reply.send(answer.ok ? withOverrides((await answer.json()) as Membership, overrides) : await answer.text())
  }

  const openSession = async ({ who = '', overrides, firstOverrides = overrides }: LoyaltyState, reply: FastifyReply) => {
    const headers = { Origin: origin, 'Content-Type': 'application/json', 'X-Storefront-Client': '1' }
    return call('v1/session', { method: 'POST', headers, body: JSON.stringify({ assertion: await signAssertion(who) }) }, firstOverrides, reply)
  }

  const respond = async (request: FastifyRequest<StateRequest>, reply: FastifyReply) => {
    const { name, '*': path } = request.params
    const state = loyaltyStates.find((one) => one.name === name)
    reply.header('Cache-Control', 'no-store')
    if (!state || (!state.who && path !== 'v1/program')) return refuse(reply, 404, 'not-found')
    const { conditions, refuses, overrides } = state
    const isSessionStart = path === 'v1/session'
    if (conditions === 'down' || (conditions === 'down-later' && !isSessionStart)) return refuse(reply, 503, 'upstream-unavailable')
    if (conditions === 'ended-later' && !isSessionStart) return refuse(reply, 401, 'session-expired')
    if (conditions === 'slow') await new Promise((resolve) => setTimeout(resolve, slowDelay).unref())
    if (isSessionStart) return openSession(state, reply)
    if (request.method !== 'GET' && refuses) return refuse(reply, 422, 'upstream-refused')
    if (path === 'v1/me/credits/redemptions') return reply.code(202).send(toRedemption(request.body))
    if (request.method !== 'GET') return path === 'v1/me' ? openSession(state, reply) : reply.code(202).send({})
    if (path.startsWith('v1/me/credits/redemptions/')) return refuse(reply, 503, 'upstream-unavailable')
    const headers = forwardedHeaders.flatMap((header) => (request.headers[header] ? [[header, String(request.headers[header])] as [string, string]] : []))
    const query = new URLSearchParams(request.query as Record<string, string>)
    return call(`${path}?${query}`, { headers: [['Origin', origin], ...headers] }, path === 'v1/me' ? overrides : undefined, reply)
  }

  app.route<StateRequest>({ method: ['GET', 'POST', 'PATCH'], url: '/preview/loyalty/:name/proxy/*', handler: respond })

  app.get<{ Params: { name: string } }>('/preview/loyalty/:name/assertion', async ({ params }, reply) => {
    const { who } = loyaltyStates.find(({ name }) => name === params.name) ?? {}
    reply.header('Cache-Control', 'no-store')
    return who ? { assertion: await signAssertion(who) } : reply.code(401).send({ error: 'Nobody is signed in' })
  })
}

/** Replaces parts of a session’s or a membership’s response. */
function withOverrides(answer: Membership, overrides?: Membership): Membership {
  if (!overrides) return answer
  if ('membership' in answer) return { ...answer, membership: withOverrides(answer.membership as Membership, overrides) }
  const { member, program } = overrides
  return {
    ...answer,
    ...overrides,
    ...(member && { member: { ...answer.member, ...member } }),
    ...(program && { program: { ...answer.program, ...program } }),
  }
}

const toRedemption = (body: unknown) => ({ id: randomUUID(), state: 'pending', ...(body as object), requested_at: new Date().toISOString() })

const refuse = (reply: FastifyReply, status: number, code: string) =>
  reply
    .code(status)
    .type('application/problem+json')
    .send({ title: 'Refused', status, code, errors: ['This demo state refuses every change.'] })
