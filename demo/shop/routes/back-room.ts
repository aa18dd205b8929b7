import type { FastifyInstance } from 'fastify'
import { toShipmentReport } from '../order-report.ts'
import type { Order, Shipment } from '../orders.ts'
import type { Shop } from '../shop.ts'

/** What the people in the back room can tell of a parcel: the button, the status, the words that go with it. */
const steps = {
  scan: ['in_transit', 'Scanned at the sorting centre'],
  out: ['out_for_delivery', 'On the van'],
  deliver: ['delivered', 'Left at the front door'],
  delay: ['delayed', 'Held up by weather'],
  fail: ['failure', 'Returned to the depot, label damaged'],
} as const

/** Where parcels are packed, and where the demo's services can be unplugged. */
export function backRoomRoutes(app: FastifyInstance, { theme, origin, orders, messages, reporter }: Shop, services: URL) {
  app.get('/back-room', async (request, reply) => {
    const [unplugged] = await Promise.all([areUnplugged(services), ...orders.all.map(({ reports }) => reporter.look(reports))])
    const settling = orders.all.some(({ reports }) => reports.some(({ state }) => state === 'waiting' || state === 'taken'))
    return theme.pageOrSection(request, reply, 'back-room', { orders: orders.all.toReversed(), messages: messages.all, settling, unplugged })
  })

  app.post<{ Params: { number: string } }>('/back-room/orders/:number/shipments', async ({ params }, reply) => {
    const order = orders.find(params.number)
    if (order?.lines.some(({ variant }) => variant.requires_shipping) && order.shipments.length === 0) {
      const shipment = orders.ship(order)
      reporter.report(order.reports, `Shipment by ${shipment.carrier}`, 'shipments', toShipmentReport(shipment, order, origin))
    }
    return reply.redirect('/back-room', 303)
  })

  app.post<{ Params: { number: string; id: string }; Body: { step?: string } }>('/back-room/orders/:number/shipments/:id', async ({ params, body }, reply) => {
    const order = orders.find(params.number)
    const shipment = order?.shipments.find(({ id }) => id === params.id)
    if (order && shipment && body.step && Object.hasOwn(steps, body.step)) tell(order, shipment, body.step as keyof typeof steps)
    return reply.redirect('/back-room', 303)
  })

  const tell = (order: Order, shipment: Shipment, step: keyof typeof steps) => {
    const [status, message] = steps[step]
    shipment.events.push(message)
    reporter.report(order.reports, message, `shipments/${shipment.id}/events`, {
      shop_shipment_event_id: orders.newId(),
      status,
      message,
      created_at: new Date().toISOString(),
    })
  }

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

/** Whether the stand-in services leave every question unanswered, by order or because they are gone. */
async function areUnplugged(services: URL): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/_control/state?of=faults', services), { signal: AbortSignal.timeout(1000) })
    const { faults } = (await answer.json()) as { faults: { drop?: unknown }[] }
    return faults.some(({ drop }) => drop)
  } catch {
    return true
  }
}
