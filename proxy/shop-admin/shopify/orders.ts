import { parse, stringify } from 'lossless-json'
import { fromGid, toGid, type Admin } from './admin.ts'

const readPictures = `query ($id: ID!, $after: String) {
  order(id: $id) {
    lineItems(first: 250, after: $after) { nodes { id image { url } } pageInfo { hasNextPage endCursor } }
  }
}`

interface Page {
  nodes: { id: string; image: { url: string } | null }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** The pictures of an order's goods by line; goods without a picture are left out. */
export async function readImages(admin: Admin, order: string): Promise<ReadonlyMap<string, string>> {
  const id = toGid('Order', order)
  const found = new Map<string, string>()
  const pageAfter = async (after: string | null) => (await admin.ask<{ order: { lineItems: Page } | null }>(readPictures, { id, after })).order?.lineItems
  for (let page = await pageAfter(null); page; page = page.pageInfo.hasNextPage ? await pageAfter(page.pageInfo.endCursor) : undefined) {
    for (const line of page.nodes) if (line.image) found.set(fromGid(line.id), line.image.url)
  }
  return found
}

/** Orders per page, the platform's maximum. */
const pageSize = 250

/** All orders created or changed in this interval, in the shape of their webhooks. An order that has changed again since is in a later interval. */
export async function* listOrders(admin: Admin, from: Date, to: Date) {
  const seen = new Set<string>()
  for (const what of ['created', 'updated']) {
    let since = '0'
    for (;;) {
      const query = new URLSearchParams({
        status: 'any',
        limit: String(pageSize),
        since_id: since,
        [`${what}_at_min`]: from.toISOString(),
        [`${what}_at_max`]: to.toISOString(),
      })
      // Ids are larger than JavaScript's exact numbers, so the parser keeps each number's digits.
      const { orders } = parse(await admin.read(`orders.json?${query.toString()}`)) as { orders: { id: unknown }[] }
      for (const order of orders) {
        const id = String(order.id)
        if (!seen.has(id)) yield { platform: 'shopify' as const, text: stringify(order)! }
        seen.add(id)
        since = id
      }
      if (orders.length < pageSize) break
    }
  }
}
