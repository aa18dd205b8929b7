import type { FastifyInstance } from 'fastify'
import type { Theme } from '../theme.ts'
import { PreviewCarts } from './carts.ts'
import { loyaltyPreviewRoutes } from './loyalty-routes.ts'
import { loyaltyStates } from './loyalty-states.ts'
import type { Surroundings } from './loyalty-weather.ts'
import { protectionStates } from './states.ts'
import { trackingPreviewRoutes } from './tracking-routes.ts'
import { trackingStates } from './tracking-states.ts'
import type { Surroundings as TrackingSurroundings } from './tracking-weather.ts'
import { weatherRoutes } from './weather.ts'

/** Pages that show the widgets in every state: `/preview` lists them, and each has an address of its own. */
export async function previewRoutes(app: FastifyInstance, theme: Theme, surroundings: Surroundings & TrackingSurroundings) {
  const { proxy, origin } = surroundings
  const carts = new PreviewCarts(proxy, origin)
  await carts.routes(app, theme)
  weatherRoutes(app, protectionStates, proxy, origin)
  loyaltyPreviewRoutes(app, theme, surroundings)
  const { askCarriers } = trackingPreviewRoutes(app, theme, surroundings)

  app.get('/preview', (request, reply) => {
    // Nobody who goes on from here has to wait for them.
    askCarriers().catch(() => {})
    return theme.page(request, reply, 'previews', { states: protectionStates, loyalty: loyaltyStates, tracking: trackingStates })
  })

  app.get<{ Params: { name: string }; Querystring: { section_id?: string } }>('/preview/protection/:name', async (request, reply) => {
    // The theme asks for parts of its page again; none here depends on a cart.
    if (request.query.section_id) return reply.code(404).send()
    const { name } = request.params
    const state = protectionStates.find((one) => one.name === name)
    if (!state) return theme.page(request, reply.code(404), 'not-found')
    await carts.prepare(request.visitor, state)
    if (state.dir) request.visitor = { ...request.visitor, dir: state.dir }
    const elements = (state.elements ?? [{}]).map((attributes) => Object.entries({ cart: 'shopify', ...attributes }).map(([key, value]) => ({ key, value })))
    const place = protectionStates.indexOf(state)
    const [before, after] = [protectionStates[place - 1], protectionStates[place + 1]]
    return theme.page(request, reply, 'preview', {
      state,
      elements,
      before,
      after,
      // A page that does without the script.
      ...(state.still && { embed_head: '' }),
    })
  })
}
