import type { FastifyInstance } from 'fastify'
import type { Theme } from '../theme.ts'
import { PreviewCarts } from './carts.ts'
import { loyaltyStates } from './loyalty-states.ts'
import { loyaltyConditions, type Upstream } from './loyalty-conditions.ts'
import { previewPages, toAttributes } from './pages.ts'
import { protectionStates } from './protection-states.ts'
import { trackingStates } from './tracking-states.ts'
import { trackingConditions, type Upstream as TrackingUpstream } from './tracking-conditions.ts'
import { protectionConditions } from './protection-conditions.ts'

/** Registers pages that show the widgets in every state: `/preview` lists them, and each state has its own address. */
export async function previewRoutes(app: FastifyInstance, theme: Theme, upstream: Upstream & TrackingUpstream) {
  const { proxy, origin, signAssertion } = upstream
  const carts = new PreviewCarts(proxy, origin)
  await carts.routes(app, theme)
  protectionConditions(app, protectionStates, proxy, origin)
  loyaltyConditions(app, upstream)
  const { keyOf, askCarriers } = trackingConditions(app, upstream)

  app.get('/preview', (request, reply) => {
    // The page does not wait for the carriers.
    askCarriers().catch(() => {})
    return theme.page(request, reply, 'previews', { states: protectionStates, loyalty: loyaltyStates, tracking: trackingStates })
  })

  previewPages(app, theme, {
    widget: 'protection',
    template: 'preview',
    states: protectionStates,
    async fill(state, { visitor }) {
      await carts.prepare(visitor, state)
      return { elements: (state.elements ?? [{}]).map((attributes) => toAttributes({ cart: 'shopify', ...attributes })) }
    },
  })

  previewPages(app, theme, {
    widget: 'loyalty',
    template: 'preview-loyalty',
    states: loyaltyStates,
    async fill({ name, who, conditions, attributes }) {
      const root = `/preview/loyalty/${name}`
      // A state whose session ends gets a single assertion, which is valid once, and no address for another.
      const proof: Record<string, string> =
        conditions === 'ended-later' && who ? { assertion: await signAssertion(who) } : { 'assertion-url': `${root}/assertion` }
      return { attributes: toAttributes({ proxy: `${root}/proxy`, 'sign-in-url': '/account?sign-in', ...(who ? proof : {}), ...attributes }) }
    },
  })

  previewPages(app, theme, {
    widget: 'tracking',
    template: 'preview-tracking',
    states: trackingStates,
    async fill(state) {
      const { name, attributes, isKeyed, slots = {} } = state
      const proof: Record<string, string> = isKeyed ? { 'order-number': '', email: '', 'order-key': await keyOf(state) } : {}
      return {
        attributes: toAttributes({ proxy: `/preview/tracking/${name}/proxy`, 'claim-url': '/help', 'contact-url': '/help', ...attributes, ...proof }),
        slots: toAttributes(slots),
      }
    },
  })
}
