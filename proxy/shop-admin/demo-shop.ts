import { parse, stringify } from 'lossless-json'
import { z } from 'zod'
import { createCalls, type Calls } from './calls.ts'
import type { Observe } from '../upstream/transport.ts'
import { readAnswer, toMadeOrder } from './shop-answers.ts'
import type { Shop } from './shop.ts'

const made = z.looseObject({ id: z.union([z.string(), z.int()]).transform(String) })
const pictured = z.looseObject({ pictures: z.record(z.string(), z.string()) })
const listed = z.looseObject({ orders: z.array(z.unknown()) })

/** Creates the demo's own shop, which accepts the merchant's key and repeats its first response for a repeated `key`. */
export function createDemoShop({ baseUrl, key }: { baseUrl: string; key: string }, observe?: Observe): Shop {
  const calls = createCalls(observe)
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Accept: 'application/json' }
  const post = (what: string, body: object) => calls.ask({ method: 'POST', url: `${baseUrl}/platform/${what}`, headers, body: JSON.stringify(body) })

  return {
    refund: async ({ key, order, note, lines }) => readAnswer(made, await post('refunds', { key, order_id: order, lines, note })),
    credit: async ({ key, order, note, amount }) => readAnswer(made, await post('credits', { key, order_id: order, amount, note })),
    async reorder({ key, order, note, lines, address }) {
      return toMadeOrder(await post('orders', { key, order_id: order, lines, shipping_address: address, note }))
    },
    orders: (from, to) => listOrders(calls, `${baseUrl}/platform/orders?from=${from.toISOString()}&to=${to.toISOString()}`, headers),
    async pictures(order) {
      const url = `${baseUrl}/platform/orders/${encodeURIComponent(order)}/pictures`
      return new Map(Object.entries(readAnswer(pictured, await calls.ask({ method: 'GET', url, headers })).pictures))
    },
    close: () => calls.close(),
  }
}

async function* listOrders(calls: Calls, url: string, headers: Record<string, string>) {
  const { orders } = listed.parse(parse(await calls.ask({ method: 'GET', url, headers })))
  for (const order of orders) yield { platform: 'shopify' as const, text: stringify(order)! }
}
