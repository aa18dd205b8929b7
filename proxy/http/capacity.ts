import type { FastifyInstance } from 'fastify'
import type { AddressReader } from './client-address.ts'
import { toNetworks } from './network.ts'
import { Refusal, toProblem } from './problems.ts'

/** The kinds of requests: for a price, which shoppers wait for while they pay; held until there is news, with bounds of their own; and all others. */
export type RequestKind = 'price' | 'held' | 'other'

interface CapacityParts {
  /** The most requests that are answered at the same time. */
  most: number
  /** The kind of a route. */
  kindOf: (route: string | undefined) => RequestKind
  addressOf: AddressReader
  /** Pages of these origins may read the refusal. */
  allowedOrigins: readonly string[]
}

/** Seconds: longer than it takes to answer all requests that have a place. */
const retryAfter = 2

/**
 * Refuses requests at once when as many are being answered as this process can answer in time. Without that, all of them would wait for each other, and
 * for longer than shoppers wait, the work for every one would be wasted. The number of places bounds the wait, and a place that becomes free is taken by
 * the next request, so that nothing has to recover.
 *
 * - Prices come first: all other requests have half of the places.
 * - Networks share: one network has at most half of the places of a kind.
 *
 * The refusal is made before anything else, because past the capacity most answers are refusals.
 */
export function limitRequests(app: FastifyInstance, { most, kindOf, addressOf, allowedOrigins }: CapacityParts) {
  const places = { price: most, other: Math.ceil(most / 2) }
  const allowed = new Set(allowedOrigins)
  const problem = JSON.stringify(toProblem(new Refusal('overloaded', `Too many requests at once. Retry in ${retryAfter} seconds.`, { retryAfter })))
  const takenBy = new Map<string, number>()
  let taken = 0

  function change(network: string, by: 1 | -1) {
    taken += by
    const its = (takenBy.get(network) ?? 0) + by
    if (its === 0) takenBy.delete(network)
    else takenBy.set(network, its)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const kind = kindOf(request.routeOptions.url)
    if (kind === 'held') return done()
    const { network, site = network } = toNetworks(addressOf(request.raw))
    if (taken < places[kind] && (takenBy.get(site) ?? 0) < places[kind] / 2) {
      change(site, 1)
      reply.raw.once('close', () => change(site, -1))
      return done()
    }
    const { origin } = request.headers
    if (origin !== undefined && allowed.has(origin)) reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After' })
    reply.headers({ 'Retry-After': String(retryAfter), 'Cache-Control': 'no-store', Vary: 'Origin' })
    reply.code(503).type('application/problem+json').send(problem)
  })
}
