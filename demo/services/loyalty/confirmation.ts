import type { FastifyInstance } from 'fastify'
import type { World } from '../world.ts'
import { Failure } from '../failure.ts'
import { confirmCancellation } from './cancellations.ts'

const page = (text: string, form = '') => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${text}</title><p>${text}</p>${form}</html>`

/**
 * Registers the page of the link in a cancellation mail. Programs that read mail follow links, so the page changes nothing; its button does.
 * The link needs no key.
 */
export async function confirmationRoutes(app: FastifyInstance, worlds: readonly World[]) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => {
    body.resume()
    done(null)
  })
  const worldOf = (token: string) => {
    const world = worlds.find(({ state }) => [...state.cancellations.values()].some(({ cancelToken }) => cancelToken === token))
    if (!world) throw new Failure(404, 'Cancellation not found')
    return world
  }

  app.get<{ Params: { token: string } }>('/cancellations/:token/confirmation', async ({ params }, reply) => {
    worldOf(params.token)
    return reply.type('text/html; charset=utf-8').send(page('Do you want to end your membership?', '<form method="post"><button>End it</button></form>'))
  })

  app.post<{ Params: { token: string } }>('/cancellations/:token/confirmation', async ({ params }, reply) => {
    confirmCancellation(worldOf(params.token), params.token)
    return reply.type('text/html; charset=utf-8').send(page('Your membership has ended.'))
  })
}
