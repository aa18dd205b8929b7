import type { FastifyInstance } from 'fastify'
import type { FigureCounter } from './figure-counter.ts'
import type { FigureName } from './figure.ts'

/** The routes whose answers are counted, by their paths. */
const counted: Readonly<Record<string, FigureName>> = {
  '/v1/protection/quotes': 'offered',
  '/v1/orders/track': 'lookups',
  '/v1/extension/orders/track': 'lookups',
}

/** Marks requests of a preview, which no shopper has sent. */
export const previewHeader = 'x-storefront-preview'

/** Counts prices given and orders found, after each answer. */
export function countAnswers(app: FastifyInstance, counter: Pick<FigureCounter, 'count'>) {
  app.addHook('onResponse', (request, reply, done) => {
    const name = reply.statusCode === 200 ? counted[request.routeOptions.url ?? ''] : undefined
    // A ticket repeats a look-up that was counted.
    const repeats = name === 'lookups' && (request.body as { ticket?: unknown } | undefined)?.ticket !== undefined
    if (name && !repeats && request.headers[previewHeader] === undefined) counter.count({ name, lang: request.headers['accept-language'] })
    done()
  })
}
