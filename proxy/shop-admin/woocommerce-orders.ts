import { stringify } from 'lossless-json'
import { z } from 'zod'
import type { Observe } from '../upstream/transport.ts'
import { readAnswer } from './shop-answers.ts'
import { createCalls } from './calls.ts'
import type { OrderList } from './shop.ts'

/** Orders per page, WooCommerce's maximum. */
const pageSize = 100

const page = z.array(z.looseObject({ id: z.unknown() }))

/**
 * Lists orders by the REST API of a WooCommerce shop, in the shape of its webhooks
 * (https://woocommerce.github.io/woocommerce-rest-api-docs/#list-all-orders). The key needs read permission only.
 */
export function createWooCommerceOrders({ baseUrl, key }: { baseUrl: string; key: string }, observe?: Observe): OrderList {
  const calls = createCalls(observe)
  const headers = { Authorization: `Basic ${Buffer.from(key).toString('base64')}`, Accept: 'application/json' }

  return {
    async *orders(from, to) {
      const seen = new Set<string>()
      for (const [after, before] of [
        ['after', 'before'],
        ['modified_after', 'modified_before'],
      ] as const) {
        for (let number = 1; ; number += 1) {
          const query = new URLSearchParams({
            [after]: toGmt(from.getTime() - 1_000),
            [before]: toGmt(to.getTime() + 1_000),
            dates_are_gmt: 'true',
            status: 'any',
            orderby: 'id',
            order: 'asc',
            per_page: String(pageSize),
            page: String(number),
          })
          const found = readAnswer(page, await calls.ask({ method: 'GET', url: `${baseUrl}/wp-json/wc/v3/orders?${query.toString()}`, headers }))
          for (const order of found) {
            const id = String(order.id)
            if (!seen.has(id)) yield { platform: 'woocommerce', text: stringify(order)! }
            seen.add(id)
          }
          // A shop may return fewer orders per page than requested: only an empty page is past the end.
          if (found.length === 0) break
        }
      }
    },
    close: () => calls.close(),
  }
}

/** A time in WooCommerce's format: to the second, without a zone. WooCommerce excludes both ends, so callers widen the interval by a second on each side. */
const toGmt = (time: number) => new Date(time).toISOString().slice(0, 19)
