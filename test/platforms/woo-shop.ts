import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toBody, type Payload } from './payloads.ts'
import { recordedWebhooks } from './recorded.ts'
import { fromWooCommerce } from './sending.ts'

const recorded = JSON.parse(recordedWebhooks.find(({ body }) => body.startsWith('{"id":22,'))!.body) as Payload

/** The key for the shop's REST API. */
export const wooKey = 'ck_0123456789abcdef0123:cs_0123456789abcdef0123'

/** WooCommerce disables a webhook after more failures in a row than these (`woocommerce_max_webhook_delivery_failures`). */
const mostFailures = 5

/**
 * Starts a shop that sends webhooks as WooCommerce does: each once, a failure is only counted, and more than five failures in a row disable the
 * webhook. Its REST API lists orders by pages.
 */
export async function startWooShop({ pageSize = 100, now = Date.now } = {}) {
  const orders = new Map<number, Payload>()
  let failures = 0
  let isActive = true
  /** How many requests for orders came, and whether the API is down. */
  const api = { asked: 0, isDown: false }

  const server = createServer((request, response) => {
    const { searchParams: query, pathname } = new URL(request.url!, 'http://shop')
    const answer = (status: number, body: unknown) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(toBody(body))
    api.asked += 1
    if (api.isDown) return answer(503, { code: 'maintenance', message: 'Briefly unavailable' })
    if (request.headers.authorization !== `Basic ${Buffer.from(wooKey).toString('base64')}`)
      return answer(401, { code: 'woocommerce_rest_cannot_view', message: 'Sorry, you cannot list resources.', data: { status: 401 } })
    if (pathname !== '/wp-json/wc/v3/orders' || query.get('dates_are_gmt') !== 'true') return answer(404, { code: 'rest_no_route' })
    const isWithin = (order: Payload, field: string, after: string | null, before: string | null) =>
      (after === null || String(order[field]) > after) && (before === null || String(order[field]) < before)
    const found = [...orders.values()]
      .filter((order) => isWithin(order, 'date_created_gmt', query.get('after'), query.get('before')))
      .filter((order) => isWithin(order, 'date_modified_gmt', query.get('modified_after'), query.get('modified_before')))
      .sort((one, other) => Number(one.id) - Number(other.id))
    const size = Math.min(pageSize, Number(query.get('per_page')))
    const from = (Number(query.get('page')) - 1) * size
    answer(200, found.slice(from, from + size))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    api,
    /** The shop's orders, by their ids. */
    orders: orders as ReadonlyMap<number, Payload>,
    get isActive() {
      return isActive
    },
    /** Stores an order without a webhook. */
    put: (order: Payload) => void orders.set(Number(order.id), order),
    /** Stores a new or changed order, and sends its webhook once, whether or not a proxy answers. */
    async save(proxy: string | undefined, id: number, changes: Payload = {}) {
      const time = new Date(now()).toISOString().slice(0, 19)
      const before = orders.get(id)
      const order = { ...recorded, id, number: String(id), date_created_gmt: time, ...before, date_modified_gmt: time, ...changes }
      orders.set(id, order)
      if (!isActive) return
      const status = await fromWooCommerce({ proxy: proxy ?? 'http://127.0.0.1:1' }, before ? 'order.updated' : 'order.created', order).then(
        (answer) => answer.status,
        () => 0,
      )
      failures = status >= 200 && status < 300 ? 0 : failures + 1
      if (failures > mostFailures) isActive = false
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
