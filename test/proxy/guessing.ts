import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** The largest distance between the distribution functions of two samples (Kolmogorov and Smirnov): 0 for equal samples, 1 for separate ones. */
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

/** Milliseconds that this service takes: for an unknown number, and to compare the e-mail address of an order. */
const times = { unknown: 2, compared: 120 }

/** Starts a track service that reveals whether an order exists: if so, it takes longer and responds with another error. */
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
