import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitArrivals, siteOf } from './arriving-bodies.ts'
import type { AddressReader } from './client-address.ts'
import { Refusal, toProblem } from './problems.ts'

/**
 * The kinds of requests: for a price, which shoppers wait for while they pay; held until there is news, with bounds of their own; from a server (the
 * shop's, a platform's, a service's); and all others.
 */
export type RequestKind = 'price' | 'held' | 'server' | 'other'

interface CapacityParts {
  /** The most requests of browsers that are answered at the same time; servers have half as many places of their own. */
  most: number
  /** The kind of a route. */
  kindOf: (route: string | undefined) => RequestKind
  addressOf: AddressReader
  /** Pages of these origins may read the refusal. */
  allowedOrigins: readonly string[]
}

/** Seconds: longer than it takes to answer all requests that have a place. */
const retryAfter = 2
/** The most bodies that arrive at the same time: from browsers, and from servers. */
const arrivingAtOnce = 512

/**
 * Refuses requests at once when as many are being answered as this process can answer in time. Without that, all of them would wait for each other, and
 * for longer than shoppers wait, the work for every one would be wasted. The number of places bounds the wait, and a place that becomes free is taken by
 * the next request, so that nothing has to recover.
 *
 * - Prices come first: all other requests of browsers have half of the places.
 * - Servers have places of their own: shoppers cannot take them, and a webhook that is refused too often is lost.
 * - Networks share: one network has at most half of the places of a kind.
 *
 * The refusal is made before anything else, because past the capacity most answers are refusals. A request takes its place only when its headers were
 * accepted and its body is there: otherwise a sender of half a body would hold a place for as long as a request may take to arrive.
 */
export function limitRequests(app: FastifyInstance, { most, kindOf, addressOf, allowedOrigins }: CapacityParts) {
  const half = Math.ceil(most / 2)
  const [browsers, servers] = [createPlaces(), createPlaces()]
  const bounds = { price: { places: browsers, most }, other: { places: browsers, most: half }, server: { places: servers, most: half } }
  const [fromBrowser, fromServer] = [limitArrivals(arrivingAtOnce, addressOf), limitArrivals(arrivingAtOnce, addressOf)]
  const arriving = new WeakMap<IncomingMessage, () => void>()
  const allowed = new Set(allowedOrigins)
  const problem = JSON.stringify(toProblem(new Refusal('overloaded', `Too many requests at once. Retry in ${retryAfter} seconds.`, { retryAfter })))
  const kindOfRequest = ({ routeOptions }: FastifyRequest) => kindOf(routeOptions.url)

  function refuse({ headers: { origin } }: FastifyRequest, reply: FastifyReply) {
    if (origin !== undefined && allowed.has(origin)) reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After' })
    reply.headers({ 'Retry-After': String(retryAfter), 'Cache-Control': 'no-store', Vary: 'Origin' })
    reply.code(503).type('application/problem+json').send(problem)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const kind = kindOfRequest(request)
    if (kind === 'held') return done()
    const { places, most } = bounds[kind]
    if (places.isFree(siteOf(addressOf(request.raw)), most)) done()
    else refuse(request, reply)
  })

  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request
    if (hasBody(raw)) {
      const begin = kindOfRequest(request) === 'server' ? fromServer : fromBrowser
      // The reader of the body gets the error, and answers with it. If the request were destroyed, its connection would end without an answer.
      const end = begin(raw, (error) => raw.listenerCount('error') > 0 && raw.emit('error', error))
      arriving.set(raw, end)
      reply.raw.once('close', end)
    }
    done(null, payload)
  })

  app.addHook('preValidation', (request, reply, done) => {
    arriving.get(request.raw)?.()
    const kind = kindOfRequest(request)
    if (kind === 'held') return done()
    const { places, most } = bounds[kind]
    const site = siteOf(addressOf(request.raw))
    if (!places.isFree(site, most)) return refuse(request, reply)
    places.take(site, reply)
    done()
  })
}

/** Creates places, which requests hold until their answer is sent or their connection ends. */
function createPlaces() {
  const takenBy = new Map<string, number>()
  let taken = 0
  function change(site: string, by: 1 | -1) {
    taken += by
    const its = (takenBy.get(site) ?? 0) + by
    if (its === 0) takenBy.delete(site)
    else takenBy.set(site, its)
  }
  return {
    /** Whether this network may take one of `most` places. */
    isFree: (site: string, most: number) => taken < most && (takenBy.get(site) ?? 0) < most / 2,
    take(site: string, { raw }: FastifyReply) {
      if (raw.destroyed) return
      change(site, 1)
      raw.once('close', () => change(site, -1))
    },
  }
}

/** Whether a body is announced that has not arrived yet. */
const hasBody = ({ complete, headers }: IncomingMessage) => !complete && (Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined)
