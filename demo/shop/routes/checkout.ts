import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { settleProtection } from '../checkout.ts'
import { deliveryFields, deliveryRules, readDelivery } from '../delivery.ts'
import { checkFields, fillFields, type Field } from '../fields.ts'
import type { FormBody } from '../forms.ts'
import type { Order } from '../order.ts'
import { guest } from '../customers.ts'
import type { Shop } from '../shop.ts'
import type { Visitor } from '../visitors.ts'

/** Registers the checkout. */
export function checkoutRoutes(app: FastifyInstance, shop: Shop) {
  app.get('/checkout', (request, reply) => {
    const { cart, customer } = request.visitor
    if (cart.lines.length === 0) return reply.redirect('/cart', 303)
    return shop.theme.page(request, reply, 'checkout', { fields: fillFields(deliveryFields, { ...(customer ?? guest) }), attempt: randomUUID() })
  })

  app.post<{ Body: FormBody }>('/checkout', async (request, reply) => {
    const { visitor, body } = request
    const attempt = typeof body.attempt === 'string' ? body.attempt : randomUUID()
    if (visitor.cart.lines.length === 0 && !visitor.placing.has(attempt)) return reply.redirect('/cart', 303)
    const fields = checkFields(fillFields(deliveryFields, body), deliveryRules)
    if (fields.some(({ problem }) => problem)) return shop.theme.page(request, reply.code(422), 'checkout', { fields, attempt })
    const placing = visitor.placing.get(attempt) ?? place(shop, visitor, fields)
    visitor.placing.set(attempt, placing)
    const { number, token } = await placing
    return reply.redirect(`/orders/${number}/thank-you?token=${token}`, 303)
  })
}

/** Charges the cart and places the order. The platform reports the order. */
async function place({ orders, platform, callProxy }: Shop, visitor: Visitor, fields: Field[]): Promise<Order> {
  const { cart, customer } = visitor
  const bought = cart.lines
  cart.clear()
  const { lines, dropped } = await settleProtection(bought, callProxy)
  const { person, address } = readDelivery(fields)
  const order = platform.place({ customer: { id: customer?.id ?? orders.newId(), ...person }, address, lines, protection_dropped: dropped })
  visitor.orders.push(order)
  if (customer) platform.loyalty.report(order)
  return order
}
