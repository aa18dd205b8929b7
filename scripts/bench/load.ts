import { Agent, request } from 'undici'
import { readSettings } from '../../demo/settings.ts'
import { orderOf } from '../../test/proxy/orders.ts'

const dispatcher = new Agent({ connections: 256, keepAliveTimeout: 60_000 })
const demo = readSettings({})
const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${demo.MERCHANT_API_KEYS!}` }
const [beforeId, betweenIds, ...afterIds] = JSON.stringify(orderOf('ORDER-ID')).split('ORDER-ID') as [string, string, ...string[]]
let orders = 0

/** Returns the next order, as the merchant’s backend reports it. */
function nextOrder(): string {
  const id = String(1_000_000 + ++orders)
  return beforeId + id + betweenIds + id + afterIds.join(id)
}

/** Reports this many new orders over this many connections, distributed over the addresses; resolves to the accepted reports per second. */
export async function report(addresses: readonly string[], howMany: number, connections: number): Promise<number> {
  let left = howMany
  const began = performance.now()
  async function connection(address: string) {
    while (left-- > 0) {
      const { statusCode, body } = await request(`${address}/v1/merchant/orders`, { method: 'POST', headers, body: nextOrder(), dispatcher })
      const text = await body.text()
      if (statusCode !== 202) throw new Error(`A report was answered ${statusCode}: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => connection(addresses[index % addresses.length]!)))
  return howMany / ((performance.now() - began) / 1000)
}

/**
 * Reports new orders while `wanted` returns true and no report is refused. Calls `onAccepted` with the id of each accepted report.
 * Resolves to the status of a refusal. A connection stops at the first report without a response.
 */
export async function reportWhile(address: string, connections: number, wanted: () => boolean, onAccepted: (id: string) => void): Promise<number | undefined> {
  let refused: number | undefined
  async function connection() {
    while (wanted() && refused === undefined) {
      const answer = await request(`${address}/v1/merchant/orders`, { method: 'POST', headers, body: nextOrder(), dispatcher }).catch(() => undefined)
      if (!answer) return
      const { id } = (await answer.body.json()) as { id?: string }
      if (answer.statusCode === 202 && id !== undefined) onAccepted(id)
      else refused = answer.statusCode
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return refused
}

/** Resolves to those of the ids whose reports the proxy knows. */
export async function findReports(address: string, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  const left = [...ids]
  async function connection() {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const { statusCode, body } = await request(`${address}/v1/merchant/reports/${id}`, { headers, dispatcher })
      await body.dump()
      if (statusCode === 200) known.add(id)
    }
  }
  await Promise.all(Array.from({ length: 16 }, connection))
  return known
}

/** Requests a quote every so many milliseconds, without waiting for responses; resolves to the time of each, `Infinity` for a response other than 200. */
export async function requestQuotes(address: string, howMany: number, every: number): Promise<number[]> {
  const began = performance.now()
  return Promise.all(
    Array.from({ length: howMany }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, began + index * every - performance.now()))
      const requestedAt = performance.now()
      // Each cart has another amount, so that no cached quote is used.
      const { statusCode, body } = await request(`${address}/v1/protection/quotes?cents=${5_000 + index}&currency=USD`, {
        headers: { Origin: demo.ALLOWED_ORIGINS! },
        dispatcher,
      })
      await body.text()
      return statusCode === 200 ? performance.now() - requestedAt : Infinity
    }),
  )
}

/** Resolves to the number of reports that have reached the service. */
export async function delivered(service: string): Promise<number> {
  const { body } = await request(`${service}/reports`, { dispatcher })
  return Number(await body.text())
}

/** Resolves once the service has received that many reports. */
export async function untilDelivered(service: string, howMany: number) {
  while ((await delivered(service)) < howMany) await new Promise((resolve) => setTimeout(resolve, 5))
}
