import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Theme } from '../theme.ts'

/** What the states of all widgets have in common. */
interface State {
  name: string
  dir?: 'rtl'
  /** Whether the page omits the script. */
  noScript?: boolean
}

interface PreviewPages<Shown extends State> {
  widget: 'protection' | 'loyalty' | 'tracking'
  template: string
  states: readonly Shown[]
  /** Returns further values for the page of a state. */
  fill: (state: Shown, request: FastifyRequest) => Promise<object>
}

/** Registers a page for each state of a widget. */
export function previewPages<Shown extends State>(app: FastifyInstance, theme: Theme, { widget, template, states, fill }: PreviewPages<Shown>) {
  app.get<{ Params: { name: string }; Querystring: { section_id?: string } }>(`/preview/${widget}/:name`, async (request, reply) => {
    // The theme requests parts of its page again; no part of this page depends on a cart.
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
      ...(state.noScript && { embed_head: '' }),
    })
  })
}

/** Converts attributes of an element to a list for templates, without empty ones. */
export const toAttributes = (attributes: Record<string, string>) => Object.entries(attributes).flatMap(([key, value]) => (value ? [{ key, value }] : []))
