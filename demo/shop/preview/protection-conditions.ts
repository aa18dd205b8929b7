import type { FastifyInstance } from 'fastify'
import type { PreviewState } from './protection-states.ts'

/** Milliseconds of delay of a slow first response. One more second would be too late. */
const slowDelay = 2_500

/** Milliseconds after which a late response counts as none. */
const timeoutDelay = 8_000

/**
 * Registers, for each state, an address of the shop that stands for the proxy, as shops may mount it, with delays and failures. So a preview
 * does not depend on other clients and does not disturb them.
 */
export function protectionConditions(app: FastifyInstance, states: PreviewState[], proxy: string, origin: string) {
  app.get<{ Params: { name: string }; Querystring: Record<string, string> }>('/preview/protection/:name/proxy/v1/protection/quotes', async (request, reply) => {
    const { conditions = 'normal' } = states.find(({ name }) => name === request.params.name) ?? {}
    const [kind, , limit] = conditions.split('-')
    const isAffected = !limit || Number(request.query.cents) > Number(limit)
    if (isAffected && kind === 'down')
      return reply.code(503).type('application/problem+json').send({ title: 'Unavailable', status: 503, code: 'upstream-unavailable' })
    if (isAffected && kind === 'slow')
      await new Promise((resolve) => setTimeout(resolve, request.params.name === 'too-late' ? timeoutDelay : slowDelay).unref())
    const answer = await fetch(`${proxy}/v1/protection/quotes?${new URLSearchParams(request.query)}`, { headers: { Origin: origin } })
    return reply
      .code(answer.status)
      .type(answer.headers.get('content-type') ?? 'application/json')
      .header('Cache-Control', 'no-store')
      .send(await answer.text())
  })
}
