import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Failure } from '../failure.ts'
import { worldNamed, type World } from '../world.ts'
import { toAmount } from './amounts.ts'
import { percentOf } from './benefits.ts'
import { emit } from './events.ts'
import { bookCredits } from './members.ts'
import { lift } from './tiers.ts'

interface Named {
  Querystring: { merchant?: string }
}

const orderSchema = z.strictObject({
  customerId: z.string().min(1).max(64),
  orderId: z.union([z.int().min(0), z.string().min(1).max(64)]),
  /** A decimal amount in the shop's currency. */
  orderTotal: z.number().min(0).max(1_000_000_000),
})

/**
 * Records an order that the shop’s platform reports: the order counts as spend. A member earns what their tier gives for it, and may rise.
 * A repeated report changes nothing.
 */
function takeOrder(world: World, { customerId, orderId, orderTotal }: z.infer<typeof orderSchema>) {
  const { state, clock } = world
  const purchases = state.purchases.get(customerId) ?? []
  if (purchases.some((purchase) => String(purchase.orderId) === String(orderId))) return
  const total = toAmount(orderTotal, state.merchant.currency)
  const at = clock.now().toISOString()
  purchases.push({ orderId, total, at })
  state.purchases.set(customerId, purchases)

  const member = state.members.get(customerId)
  if (!member || member.status === 'CANCELLED') return
  const totalSpend = toAmount(member.totalSpend + total, member.currencyCode)
  Object.assign(member, { orderCount: member.orderCount + 1, totalSpend, revenue: totalSpend, lastPurchaseAt: at, updatedAt: at })
  member.orderIds.push(orderId)
  const { merchantId, currencyCode, createdAt } = member
  emit(world, 'customer.ordered', { merchantId, customerId, orderId, orderTotal: total, currencyCode, createdAt, updatedAt: at })
  const earned = toAmount((total * percentOf(state, member.tierId)) / 100, currencyCode)
  if (earned > 0) bookCredits(world, member, earned, 'EARNED_FROM_PURCHASE', { orderId, orderTotal: total })
  lift(world, member)
}

/** Records that the merchant has installed the service in their shop again. */
function reinstall(world: World) {
  const { state, clock } = world
  Object.assign(state.merchant, { status: 'ACTIVE', updatedAt: clock.now().toISOString() })
  emit(world, 'merchant.reinstall', { ...state.merchant, customerCount: state.members.size })
}

/** Registers the routes for reports of the shop’s platform: orders, and a reinstallation. The default is the first merchant. */
export function platformRoutes(app: FastifyInstance, worlds: readonly World[]) {
  app.post<Named>('/orders', async ({ body, query }, reply) => {
    const order = orderSchema.safeParse(body)
    if (!order.success) throw new Failure(400, ...order.error.issues.map(({ path, message }) => `${path.join('.') || 'order'} ${message}`))
    takeOrder(worldNamed(worlds, query.merchant), order.data)
    return reply.code(204).send()
  })

  app.post<Named>('/reinstall', async ({ query }, reply) => {
    reinstall(worldNamed(worlds, query.merchant))
    return reply.code(204).send()
  })
}
