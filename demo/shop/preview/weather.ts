import type { FastifyInstance } from 'fastify'
import type { PreviewState } from './states.ts'

/** Milliseconds that the slow answer to a first question takes; one more second is too late. */
const slowness = 2_500

/** Milliseconds within which no answer is an answer that never comes. */
const silence = 8_000

/**
 * The proxy under an address of the shop's own for each state, as shops may mount it, with weather on the way there: what a preview shows
 * then depends on nobody else, and disturbs nobody.
 */
export function weatherRoutes(app: FastifyInstance, states: PreviewState[], proxy: string, origin: string) {
  app.get<{ Params: { name: string }; Querystring: Record<string, string> }>('/preview/protection/:name/proxy/v1/protection/quotes', async (request, reply) => {
    const { weather = 'fair' } = states.find(({ name }) => name === request.params.name) ?? {}
    const [kind, , limit] = weather.split('-')
    const stricken = !limit || Number(request.query.cents) > Number(limit)
    if (stricken && kind === 'down')
      return reply.code(503).type('application/problem+json').send({ title: 'Unavailable', status: 503, code: 'upstream-unavailable' })
    if (stricken && kind === 'slow') await new Promise((resolve) => setTimeout(resolve, request.params.name === 'too-late' ? silence : slowness).unref())
    const answer = await fetch(`${proxy}/v1/protection/quotes?${new URLSearchParams(request.query)}`, { headers: { Origin: origin } })
    return reply
      .code(answer.status)
      .type(answer.headers.get('content-type') ?? 'application/json')
      .header('Cache-Control', 'no-store')
      .send(await answer.text())
  })
}
