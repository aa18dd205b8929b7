import type { FastifyInstance } from 'fastify'
import { products } from '../catalogue.ts'
import type { Theme } from '../theme.ts'

/** Registers the pages that only show content. */
export function pageRoutes(app: FastifyInstance, theme: Theme) {
  app.get('/', (request, reply) => theme.page(request, reply, 'index', { products }))

  app.get<{ Params: { handle: string } }>('/products/:handle', (request, reply) => {
    const product = products.find(({ handle }) => handle === request.params.handle)
    if (!product) return theme.page(request, reply.code(404), 'not-found')
    return theme.page(request, reply, 'product', { product, others: products.filter((other) => other !== product) })
  })

  app.get('/track', (request, reply) => theme.page(request, reply, 'track'))

  app.setNotFoundHandler((request, reply) => theme.page(request, reply.code(404), 'not-found'))
}
