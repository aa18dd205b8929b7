import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Theme } from '../theme.ts'

/** What every state of a widget has for its page. */
interface State {
  name: string
  dir?: 'rtl'
  /** The page does without the script. */
  still?: boolean
}

interface PreviewPages<Shown extends State> {
  widget: 'protection' | 'loyalty' | 'tracking'
  template: string
  states: readonly Shown[]
  /** What else the page of a state shows. */
  fill: (state: Shown, request: FastifyRequest) => Promise<object>
}

/** A page for each state of a widget, in their order. */
export function previewPages<Shown extends State>(app: FastifyInstance, theme: Theme, { widget, template, states, fill }: PreviewPages<Shown>) {
  app.get<{ Params: { name: string }; Querystring: { section_id?: string } }>(`/preview/${widget}/:name`, async (request, reply) => {
    // The theme asks for parts of its page again; none here depends on a cart.
    if (request.query.section_id) return reply.code(404).send()
    const place = states.findIndex(({ name }) => name === request.params.name)
    const state = states[place]
    if (!state) return theme.page(request, reply.code(404), 'not-found')
    const filled = await fill(state, request)
    if (state.dir) request.visitor = { ...request.visitor, dir: state.dir }
    return theme.page(request, reply, template, {
      state,
      before: states[place - 1],
      after: states[place + 1],
      ...filled,
      ...(state.still && { embed_head: '' }),
    })
  })
}

/** Attributes of an element as templates go through them, without those that say nothing. */
export const toAttributes = (attributes: Record<string, string>) => Object.entries(attributes).flatMap(([key, value]) => (value ? [{ key, value }] : []))
