import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { resolutions, type Resolution } from '../claims.ts'
import { leftOf, quantityLeft, toShip, type Order } from '../order.ts'
import { parcelSteps } from '../platform/platform.ts'
import type { Shop } from '../shop.ts'
import { isUnderWay, toOrderCard } from '../order-card.ts'

/** What the back room leads to besides the shop. */
interface Places {
  services: URL
  /** The console of the proxy, signed in. */
  console: string
}

/** Registers the back room, where parcels are packed and claims are decided, and where the demo’s services can be unplugged. */
export function backRoomRoutes(app: FastifyInstance, { theme, orders, messages, mails, platform, tracker, claims }: Shop, { services, console }: Places) {
  app.get('/back-room', async (request, reply) => {
    const [unplugged, raised] = await Promise.all([
      areUnplugged(services),
      claims.all(),
      ...orders.all.filter((order) => mayChange(order) || order.webhooks.some((webhook) => isUnderWay(webhook, order))).map((order) => tracker.look(order)),
    ])
    const { problem } = request.visitor
    delete request.visitor.problem
    const cards = orders.all.toReversed().map((order) =>
      toOrderCard(
        order,
        raised.filter(({ shop_order_id }) => shop_order_id === order.id),
        claims,
      ),
    )
    return theme.pageOrSection(request, reply, 'back-room', {
      cards,
      messages: messages.all,
      mails: mails.all,
      settling: cards.some((card) => card.settling),
      unplugged,
      console,
      problem,
      resolutions: Object.entries(resolutions).map(([value, words]) => ({ value, words })),
    })
  })

  /** Registers an action on the order of the address, which then redirects to the list of orders. */
  function act<Params extends { number: string }, Body = unknown>(
    path: string,
    does: (order: Order, request: FastifyRequest<{ Params: Params; Body: Body }>) => string | undefined | void | Promise<string | undefined>,
  ) {
    app.post<{ Params: { number: string } }>(`/back-room/orders/:number${path}`, async (request, reply: FastifyReply) => {
      const order = orders.find(request.params.number)
      const problem = order ? await does(order, request as FastifyRequest<{ Params: Params; Body: Body }>) : 'There is no such order.'
      if (problem) request.visitor.problem = problem
      // Keyboard users return to the same order.
      return reply.redirect(order && !problem ? `/back-room#order-${order.id}` : '/back-room', 303)
    })
  }

  act('/shipments', (order) => {
    if (toShip(order).length > 0) platform.ship(order)
  })

  act<{ number: string; id: string }, { step?: string }>('/shipments/:id', (order, { params, body }) => {
    const shipment = order.shipments.find(({ id }) => id === params.id)
    if (shipment && body.step && Object.hasOwn(parcelSteps, body.step)) platform.report(order, shipment, body.step as keyof typeof parcelSteps)
  })

  act<{ number: string; id: string }>('/lines/:id/refund', (order, { params }) => {
    const line = order.lines.find(({ id }) => id === params.id)
    if (line && leftOf(line) > 0) platform.refund(order, [{ line, quantity: quantityLeft(line), cents: leftOf(line) }], 'Refunded in the back room')
  })

  act('/cancellation', (order) => {
    if (!order.cancelled_at && order.shipments.length === 0) platform.cancel(order)
  })

  act<{ number: string }, { resolution?: string; line?: string }>('/claims', (order, { body: { resolution = '', line } }) =>
    Object.hasOwn(resolutions, resolution) ? claims.raise(order.id, resolution as Resolution, { line }) : 'Choose what the claim asks for.',
  )

  act<{ number: string; id: string }, { decision?: string; reason?: string }>('/claims/:id', async (order, { params: { id }, body: { decision, reason } }) => {
    const claim = (await claims.all()).find((one) => one.id === id && one.shop_order_id === order.id)
    if (!claim) return 'There is no such claim.'
    const askAgain = () => claims.raise(order.id, claim.resolution, { claim: id })
    if (decision === 'again') return askAgain()
    if (decision !== 'approve' && decision !== 'refuse') return 'Approve the claim, or refuse it.'
    if (decision === 'refuse' && !reason?.trim()) return 'Enter the reason; the service receives it.'
    const problem = await claims.decide(claim, decision === 'refuse' ? reason?.trim() : undefined)
    // A service that has stopped calling learns the decision only if the claim is raised again.
    return problem ?? (claim.outcome === 'failed' ? askAgain() : undefined)
  })

  app.post<{ Body: { plug?: string } }>('/back-room/services', async ({ body }, reply) => {
    const out = body.plug === 'out'
    await fetch(new URL('/_control/faults', services), {
      method: out ? 'POST' : 'DELETE',
      ...(out && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ match: {}, drop: true }) }),
      signal: AbortSignal.timeout(3000),
    }).catch(() => {})
    return reply.redirect('/back-room', 303)
  })
}

/** Returns whether the customer can still change the order’s protection. No webhook reports such a change. */
const mayChange = ({ known, cancelled_at, shipments }: Order) => known !== undefined && !cancelled_at && shipments.every(({ events }) => events.length === 0)

/** Resolves to whether the stand-in services answer no request: because of a fault, or because they are stopped. */
async function areUnplugged(services: URL): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/_control/state?of=faults', services), { signal: AbortSignal.timeout(1000) })
    const { faults } = (await answer.json()) as { faults: { drop?: unknown }[] }
    return faults.some(({ drop }) => drop)
  } catch {
    return true
  }
}
