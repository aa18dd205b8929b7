import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitArrivals, siteOf } from './arriving-bodies.ts'
import type { AddressReader } from './client-address.ts'
import { hasUnreadBody } from './lingering-close.ts'
import { Refusal, toProblem } from './problems.ts'

/**
 * The kinds of requests: for a price, which shoppers wait for while they pay; held until there is news, with bounds of their own; from a server (the
 * shop's, a platform's, a service's); and all others.
 */
export type RequestKind = 'price' | 'held' | 'server' | 'other'

interface CapacityParts {
  /** The most requests of browsers that are answered at the same time; servers have half as many places of their own. */
  most: number
  /** The kind of the requests of a route or path. */
  kindOf: (path: string) => RequestKind
  addressOf: AddressReader
  /** Pages of these origins may read the refusal. */
  allowedOrigins: readonly string[]
  /** Counts an answer. */
  observe: (method: string, route: string, status: number, seconds: number) => void
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Aborted when the server is going to close: from then on each connection ends with its answer. */
  leaving: AbortSignal
}

/** Refuses requests past the capacity. */
export interface RequestLimit {
  /** Answers a request if it has to be refused; `false` if it was not answered. */
  refuse(request: IncomingMessage, response: ServerResponse): boolean
  /** Makes the requests of this app take places. Has to be called before its routes are added. */
  watch(app: FastifyInstance): void
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
 * Past the capacity most answers are refusals, so a refusal costs as little as it can: it is written before Fastify sees the request, and a line of the log
 * counts those of a second. A request takes its place only when its headers were accepted and its body is there: otherwise a sender of half a body would
 * hold a place for as long as a request may take to arrive.
 */
export function createRequestLimit({ most, kindOf, addressOf, allowedOrigins, observe, log, leaving }: CapacityParts): RequestLimit {
  const half = Math.ceil(most / 2)
  const [browsers, servers] = [createPlaces(), createPlaces()]
  const bounds = { price: { places: browsers, most }, other: { places: browsers, most: half }, server: { places: servers, most: half } }
  const [fromBrowser, fromServer] = [limitArrivals(arrivingAtOnce, addressOf), limitArrivals(arrivingAtOnce, addressOf)]
  const arriving = new WeakMap<IncomingMessage, () => void>()
  const allowed = new Set(allowedOrigins)
  const problem = JSON.stringify(toProblem(new Refusal('overloaded', `Too many requests at once. Retry in ${retryAfter} seconds.`, { retryAfter })))
  const headers = {
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(problem)),
    'Retry-After': String(retryAfter),
    'Cache-Control': 'no-store',
    Vary: 'Origin',
  }
  const paths = new Set<string>()
  const count = countLines((refused) => log.warn({ refused }, 'requests were refused, because all places were taken'))
  /** A path has several spellings, so the route decides. */
  const kindOfRequest = ({ routeOptions, raw }: FastifyRequest) => kindOf(routeOptions.url ?? pathOf(raw.url))

  /** The places for requests of a kind, and whether one is free for the network of this one; undefined if they need none. */
  function placesFor(kind: RequestKind, request: IncomingMessage) {
    if (kind === 'held') return undefined
    const { places, most } = bounds[kind]
    const site = siteOf(addressOf(request))
    return { isFree: places.isFree(site, most), take: (response: ServerResponse) => places.take(site, response) }
  }

  function headersFor({ headers: { origin } }: IncomingMessage) {
    return {
      ...headers,
      ...(origin !== undefined && allowed.has(origin) && { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After' }),
      ...(leaving.aborted && { Connection: 'close' }),
    }
  }

  const refuseReply = (reply: FastifyReply) => reply.code(503).headers(headersFor(reply.request.raw)).send(problem)

  function watch(app: FastifyInstance) {
    app.addHook('onRoute', ({ url }) => void paths.add(url))

    app.addHook('onRequest', (request, reply, done) => {
      if (placesFor(kindOfRequest(request), request.raw)?.isFree !== false) done()
      else refuseReply(reply)
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
      const places = placesFor(kindOfRequest(request), request.raw)
      if (places?.isFree === false) return refuseReply(reply)
      places?.take(reply.raw)
      done()
    })
  }

  return {
    refuse(request, response) {
      const path = pathOf(request.url)
      // Fastify's hooks end the connection of a body that may be large.
      if (placesFor(kindOf(path), request)?.isFree !== false || hasUnreadBody(request)) return false
      response.writeHead(503, headersFor(request)).end(problem)
      observe(request.method ?? '', paths.has(path) ? path : 'none', 503, 0)
      count()
      return true
    },
    watch,
  }
}

/** The path of a request's target. */
const pathOf = (target = '') => target.split('?', 1)[0]!

/** Counts events, and reports their number a second after the first of them. */
function countLines(report: (count: number) => void) {
  let count = 0
  return () => {
    count += 1
    if (count > 1) return
    const timer = setTimeout(() => {
      report(count)
      count = 0
    }, 1_000)
    timer.unref()
  }
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
    take(site: string, response: ServerResponse) {
      if (response.destroyed) return
      change(site, 1)
      response.once('close', () => change(site, -1))
    },
  }
}

/** Whether a body is announced that has not arrived yet. */
const hasBody = ({ complete, headers }: IncomingMessage) => !complete && (Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined)
