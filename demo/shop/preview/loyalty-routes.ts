import type { FastifyInstance } from 'fastify'
import type { Theme } from '../theme.ts'
import { loyaltyStates } from './loyalty-states.ts'
import { loyaltyWeather, type Surroundings } from './loyalty-weather.ts'

/** Pages that show the loyalty panel, each in a state of its own. */
export function loyaltyPreviewRoutes(app: FastifyInstance, theme: Theme, surroundings: Surroundings) {
  loyaltyWeather(app, surroundings)

  app.get<{ Params: { name: string }; Querystring: { section_id?: string } }>('/preview/loyalty/:name', async (request, reply) => {
    // The theme asks for parts of its page again; none here depends on a cart.
    if (request.query.section_id) return reply.code(404).send()
    const { name } = request.params
    const state = loyaltyStates.find((one) => one.name === name)
    if (!state) return theme.page(request, reply.code(404), 'not-found')
    const { who, weather, dir, attributes, still } = state
    if (dir) request.visitor = { ...request.visitor, dir }
    const root = `/preview/loyalty/${name}`
    // A proof that is good once is all there is where the session is to end.
    const proof: Record<string, string> =
      weather === 'ended-later' && who ? { assertion: await surroundings.signAssertion(who) } : { 'assertion-url': `${root}/assertion` }
    const all: Record<string, string> = { proxy: `${root}/proxy`, 'sign-in-url': '/account?sign-in', ...(who ? proof : {}), ...attributes }
    const place = loyaltyStates.indexOf(state)
    return theme.page(request, reply, 'preview-loyalty', {
      state,
      attributes: Object.entries(all).flatMap(([key, value]) => (value ? [{ key, value }] : [])),
      before: loyaltyStates[place - 1],
      after: loyaltyStates[place + 1],
      // A page that does without the script.
      ...(still && { embed_head: '' }),
    })
  })
}
