import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve, type Handlers } from '../../../proxy/http/serve.ts'
import { contradictions, inNaming, toInsuredNaming, toProtectedNaming } from '../../../proxy/upstream/naming.ts'
import { protectionService } from '../../../proxy/upstream/protection.ts'
import { protectionInputs } from '../../../proxy/upstream/protection.schema.ts'
import { worldOf, type World } from '../world.ts'
import { Failure, toFailure } from '../failure.ts'
import { refuseTheRest } from '../methods.ts'
import { addProtection, createOrder, refundProtection, updateOrder } from './orders.ts'
import { quote } from './quotes.ts'
import { createShipment, createShipmentEvent, updateShipment } from './shipments.ts'
import { inWords } from './words.ts'

const { refundInsurance, addInsurance } = inNaming(protectionService, 'protected')
/** The two operations whose path has two namings, here in the second naming (A72). */
const protectedNamingPaths = { refundInsurance, addInsurance }

/** Registers the protection service: key, headers, namings and errors around its operations. */
export function protectionRoutes(app: FastifyInstance, worlds: readonly World[]) {
  const speaksProtected = new WeakSet<FastifyRequest>()

  app.addHook('onRequest', async (request) => checkHeaders(request, worlds))
  app.addHook('preValidation', async (request) => {
    const differing = contradictions(request.body)
    if (differing.length > 0) throw new Failure(422, ...inWords(differing))
    const insured = toInsuredNaming(request.body)
    if (JSON.stringify(insured) !== JSON.stringify(request.body) || request.url.endsWith('_protection')) speaksProtected.add(request)
    request.body = insured
  })
  app.addHook('onSend', async (request, _reply, payload) =>
    speaksProtected.has(request) && typeof payload === 'string' ? JSON.stringify(toProtectedNaming(JSON.parse(payload))) : payload,
  )

  app.setErrorHandler((error, request, reply) => {
    const { status, lines } = toFailure(error)
    if (status >= 500) request.log.error(error)
    return reply.code(status).send({ error: speaksProtected.has(request) ? lines.map((line) => line.replace(/\binsured\b/, 'protected')) : lines }) // A60, A61
  })
  refuseTheRest(app, [protectionService, protectedNamingPaths])

  const handlers: Handlers<typeof protectionService, World> = {
    quote: ({ cart }, world) => quote(world, cart.amount_insured),
    createOrder: (order, world) => createOrder(world, order),
    updateOrder: (update, world) => updateOrder(world, update),
    refundInsurance: ({ shopOrderId }, world) => refundProtection(world, shopOrderId),
    addInsurance: ({ shopOrderId }, world) => addProtection(world, shopOrderId),
    createShipment: (shipment, world) => createShipment(world, shipment),
    updateShipment: (update, world) => updateShipment(world, update),
    createShipmentEvent: (event, world) => createShipmentEvent(world, event),
  }
  const context = ({ headers }: FastifyRequest) => worldOf(worlds, 'protectionKey', headers['x-api-key'])
  const refuse = (lines: string[]) => new Failure(422, ...inWords(lines))
  serve(app, protectionService, { inputs: protectionInputs, handlers, context, refuse })
  serve(app, protectedNamingPaths, { inputs: protectionInputs, handlers, context, refuse })
}

/** Checks the key first: a caller without a valid key learns nothing else (A62). Both media types are required, with or without a body (section 4). */
function checkHeaders({ headers, is404 }: FastifyRequest, worlds: readonly World[]) {
  worldOf(worlds, 'protectionKey', headers['x-api-key'])
  if (is404) return
  if (!mediaTypes(headers['content-type']).includes('application/json')) throw new Failure(415, 'Content-Type has to be application/json')
  if (!mediaTypes(headers.accept).includes('application/json')) throw new Failure(400, 'Accept has to be application/json')
}

/** Returns the media types that a header names and does not exclude with q=0. */
const mediaTypes = (header = '') =>
  header
    .split(',')
    .filter((range) => !/;\s*q=0(\.0*)?\s*$/i.test(range))
    .map((range) => range.split(';', 1)[0]?.trim().toLowerCase())
