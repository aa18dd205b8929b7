import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** How far two samples are apart: the largest distance between their distribution functions (Kolmogorov and Smirnov), 0 for alike and 1 for apart. */
export function distance(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [one, other].map((sample) => [...sample].sort((x, y) => x - y)) as [number[], number[]]
  let [i, j, most] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i]!, b[j]!)
    while (a[i]! <= value) i += 1
    while (b[j]! <= value) j += 1
    most = Math.max(most, Math.abs(i / a.length - j / b.length))
  }
  return most
}

/**
 * The distance that two samples of the same distribution reach once in a million times
 * (https://en.wikipedia.org/wiki/Kolmogorov%E2%80%93Smirnov_test#Two-sample_Kolmogorov%E2%80%93Smirnov_test).
 */
export const chanceDistance = (one: number, other: number) => Math.sqrt((-Math.log(1e-6 / 2) / 2) * (1 / one + 1 / other))

/** Milliseconds that this service takes: for a number that it does not know, and to find that an order has another e-mail address. */
const times = { unknown: 2, compared: 120 }

/** A track service that gives itself away: it takes longer, and says something else, where there is such an order. */
export async function startTalkativeService(emails: ReadonlyMap<string, string>) {
  const server = createServer((request, response) => {
    const asked = new URL(request.url!, 'http://service').searchParams
    const number = asked.get('order_number') ?? ''
    const email = emails.get(number)
    const isOwner = email !== undefined && asked.get('email') === email
    const body = isOwner
      ? { shop_order_id: number, order_number: number, shipments: [], packages: [] }
      : { error: [email === undefined ? 'Order not found' : `Order ${number} belongs to another customer`] }
    setTimeout(
      () => {
        response.writeHead(isOwner ? 200 : email === undefined ? 404 : 422, { 'Content-Type': 'application/json', 'X-Known': String(email !== undefined) })
        response.end(JSON.stringify(body))
      },
      email === undefined ? times.unknown : times.compared,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
