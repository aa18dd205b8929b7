import type { FastifyInstance } from 'fastify'
import type { Theme } from '../theme.ts'
import { trackingStates } from './tracking-states.ts'
import { trackingWeather, type Surroundings } from './tracking-weather.ts'

/** Pages that show where orders are, each in a state of its own. */
export function trackingPreviewRoutes(app: FastifyInstance, theme: Theme, surroundings: Surroundings) {
  const { keyOf, askCarriers } = trackingWeather(app, surroundings)

  app.get<{ Params: { name: string }; Querystring: { section_id?: string } }>('/preview/tracking/:name', async (request, reply) => {
    // The theme asks for parts of its page again; none here depends on a cart.
    if (request.query.section_id) return reply.code(404).send()
    const { name } = request.params
    const state = trackingStates.find((one) => one.name === name)
    if (!state) return theme.page(request, reply.code(404), 'not-found')
    const { attributes, isKeyed, dir, still } = state
    if (dir) request.visitor = { ...request.visitor, dir }
    const proof: Record<string, string> = isKeyed ? { 'order-number': '', email: '', 'order-key': await keyOf(state) } : {}
    const all: Record<string, string> = { proxy: `/preview/tracking/${name}/proxy`, 'claim-url': '/help', ...attributes, ...proof }
    const place = trackingStates.indexOf(state)
    return theme.page(request, reply, 'preview-tracking', {
      state,
      attributes: Object.entries(all).flatMap(([key, value]) => (value ? [{ key, value }] : [])),
      before: trackingStates[place - 1],
      after: trackingStates[place + 1],
      // A page that does without the script.
      ...(still && { embed_head: '' }),
    })
  })

  return { askCarriers }
}
