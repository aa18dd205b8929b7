import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { quoteProperty } from '../cart.ts'
import { currency, findVariant, protectionProduct, type Variant } from '../catalogue.ts'
import { customers } from '../customers.ts'
import { leftOf, quantityLeft, type Order, type OrderLine } from '../order.ts'
import { toOrderPayload } from '../platform/order-payload.ts'
import type { Shop } from '../shop.ts'

/** Thrown for a request that the platform never performs. */
class Refused extends Error {}

const money = z.object({ cents: z.int().min(0), currency: z.literal(currency, `is not ${currency}, the only currency of this shop`) })
const request = { key: z.string().min(1), order_id: z.string(), note: z.string().default('') }
const refundSchema = z.object({ ...request, lines: z.array(z.object({ id: z.string(), quantity: z.int().min(0), amount: money })).min(1) })
const addressSchema = z.object({
  address1: z.string(),
  address2: z.string().optional(),
  city: z.string(),
  province_code: z.string().default(''),
  postal_code: z.string(),
  country_code: z.string(),
  phone_number: z.string(),
})
const reorderSchema = z.object({
  ...request,
  lines: z.array(z.object({ id: z.string(), quantity: z.int().min(1) })).min(1),
  shipping_address: addressSchema.optional(),
})
const creditSchema = z.object({ ...request, amount: money })
const checkoutSchema = z.object({
  key: z.string().min(1),
  customer_id: z.string(),
  address: addressSchema,
  lines: z.array(z.object({ variant_id: z.int(), quantity: z.int().min(1) })).min(1),
  /** The agreed quote; absent: no protection is bought. */
  protection: z.object({ quote: z.string(), price: money }).optional(),
  is_shipped: z.boolean(),
})

/**
 * Registers the platform’s side of the shop, for programs that hold its key: refunds, new orders and credits, checkouts for a demo that begins with
 * orders, and the orders in the form of its webhooks. A repeated request with the same key is performed once, and gets the same response.
 */
export function platformRoutes(app: FastifyInstance, { orders, platform, origin }: Shop, keys: string) {
  const [key = ''] = keys.split(',')
  const done = new Map<string, { request: string; answer: unknown }>()

  const findOrder = (id: string): Order => orders.all.find((order) => order.id === id) ?? refuse(`There is no order ${id}.`)
  const findLine = ({ lines, number }: Order, id: string): OrderLine => lines.find((line) => line.id === id) ?? refuse(`Order ${number} has no line ${id}.`)

  const findGoods = (id: number): Variant => findVariant(id) ?? refuse(`There is no variant ${id}.`)

  /** Registers an action that is performed only at the first request with a key; repeats get the same response. */
  function once<Input extends { key: string }>(path: string, schema: z.ZodType<Input>, run: (input: Input) => unknown) {
    app.post(path, async ({ body }) => {
      const parsed = schema.safeParse(body)
      if (!parsed.success) return refuse(...parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`))
      const text = path + JSON.stringify(parsed.data)
      const before = done.get(parsed.data.key)
      if (before && before.request !== text) return refuse(`Key ${parsed.data.key} was used for something else.`)
      const answer = before?.answer ?? run(parsed.data)
      done.set(parsed.data.key, { request: text, answer })
      return answer
    })
  }

  app.addHook('onRequest', async ({ headers: { authorization = '' } }, reply) => {
    if (!isSame(authorization, `Bearer ${key}`)) return reply.code(401).send({ error: ['The key is missing or wrong.'] })
  })
  app.setErrorHandler((error: Error & { statusCode?: number; validation?: unknown }, _request, reply) =>
    error instanceof Refused
      ? reply.code(422).send({ error: error.message.split('\n') })
      : reply.code(error.statusCode ?? 500).send({ error: [error.statusCode ? error.message : 'Something went wrong.'] }),
  )

  once('/refunds', refundSchema, ({ order_id, lines, note }) => {
    const order = findOrder(order_id)
    const shares = lines.map(({ id, quantity, amount }) => ({ line: findLine(order, id), quantity, cents: amount.cents }))
    for (const { line, quantity, cents } of shares) {
      if (cents > leftOf(line)) refuse(`Of line ${line.id} ${leftOf(line)} ${currency} are left, not ${cents}.`)
      if (quantity > quantityLeft(line)) refuse(`Of line ${line.id} ${quantityLeft(line)} are left, not ${quantity}.`)
    }
    return { id: platform.refund(order, shares, note).id }
  })

  once('/orders', reorderSchema, ({ order_id, lines, note, shipping_address }) => {
    const order = findOrder(order_id)
    const shares = lines.map(({ id, quantity }) => ({ line: findLine(order, id), quantity }))
    for (const { line, quantity } of shares) if (quantity > line.quantity) refuse(`Of line ${line.id} ${line.quantity} were bought, not ${quantity}.`)
    return { order: toOrderPayload(platform.sendAgain(order, shares, note, shipping_address), origin) }
  })

  once('/credits', creditSchema, ({ order_id, amount, note }) => ({ id: platform.credit(findOrder(order_id), amount.cents, note).id }))

  once('/checkouts', checkoutSchema, ({ customer_id, address, lines, protection, is_shipped }) => {
    const customer = customers.find(({ id }) => id === customer_id) ?? refuse(`There is no customer ${customer_id}.`)
    const bought = lines.map(({ variant_id, quantity }) => ({ variant: findGoods(variant_id), quantity, properties: {} }))
    if (protection)
      bought.push({
        variant: findGoods(protectionProduct.first_variant_id + protection.price.cents),
        quantity: 1,
        properties: { [quoteProperty]: protection.quote },
      })
    const order = platform.place({ customer, address, lines: bought, protection_dropped: false })
    if (is_shipped) platform.ship(order)
    return { id: order.id, number: order.number, lines: order.lines.map(({ id }) => ({ id })) }
  })

  /** Returns the orders that were changed in that time. */
  app.get<{ Querystring: { from?: string; to?: string } }>('/orders', async ({ query: { from, to } }) => {
    const [after = -Infinity, before = Infinity] = [from, to].map((time) => (time === undefined ? undefined : Date.parse(time)))
    return {
      orders: orders.all.filter(({ updated_at }) => Number(updated_at) >= after && Number(updated_at) < before).map((order) => toOrderPayload(order, origin)),
    }
  })

  /** Returns pictures of the bought goods, by line; webhooks contain none. */
  app.get<{ Params: { id: string } }>('/orders/:id/pictures', async ({ params }) => ({
    pictures: Object.fromEntries(findOrder(params.id).lines.map(({ id, variant }) => [id, origin + variant.image])),
  }))
}

function refuse(...words: string[]): never {
  throw new Refused(words.join('\n'))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
