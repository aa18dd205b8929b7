import { randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'
import { readSettings } from '../../../demo/settings.ts'
import { createClient, type Send } from '../../../src/contract/client.ts'
import { tracking } from '../../../src/contract/tracking.ts'
import { pollEnrichment } from '../../../src/tracking/poll-enrichment.ts'

const dispatcher = new Agent({ connections: 4_096, headersTimeout: 30_000, keepAliveTimeout: 60_000 })
const headers = { Origin: readSettings({}).ALLOWED_ORIGINS!.split(',')[0]!, 'X-Storefront-Client': '1' }
const send: Send = async (url, { method, ...init }) => {
  const { statusCode, body } = await request(url, { method: method as 'POST', ...init, dispatcher })
  return { status: statusCode, text: () => body.text() }
}
const clientOf = (address: string) => createClient(tracking, { baseUrl: address, send, headers })

/** Random seconds until the carriers have responded. */
export const settleTimes: Record<string, () => number> = {
  'after 1 to 15 s, each as likely': () => 1 + Math.random() * 14,
  'after 4 s in the mean, exponentially': () => Math.min(45, -4 * Math.log(1 - Math.random())),
}

/** The result of one view: status requests that were answered, those that were cut, and milliseconds from settling until the page was notified. */
export interface Result {
  requests: number
  cut: number
  late: number
}

/** Milliseconds over which the starts of views are spread, because shoppers do not come all at once. */
const spread = 5_000

/** The address that views call, and the service that knows when each order settled. */
export interface Target {
  address: string
  service: string
}

async function watch(
  { address, service }: Target,
  settles: number,
  wait: (question: (wait?: number) => Promise<{ all_settled: boolean }>) => Promise<void>,
): Promise<Result> {
  const api = clientOf(address)
  const way = { requests: 0, cut: 0, late: 0 }
  const order = { order_number: randomUUID(), email: `${Math.round(settles)}@example.com` }
  await new Promise((resolve) => setTimeout(resolve, Math.random() * spread))
  const { ticket } = await api.trackOrder(order)
  await wait(async (wait) => {
    try {
      const answer = await api.trackEnrichment({ ticket, ...(wait !== undefined && { wait }) })
      way.requests += 1
      return answer
    } catch (error) {
      way.cut += 1
      throw error
    }
  })
  const known = Date.now()
  const { body } = await request(`${service}/settled?order_number=${order.order_number}`, { dispatcher })
  way.late = known - Number(await body.text())
  return way
}

/** A view that calls as the widget does. */
export const pollUntilSettled = (target: Target, settles: number) =>
  watch(target, settles, (question) => pollEnrichment(question as never, new AbortController().signal))

/** A view that calls after a pause, which is constant or grows. */
export const pollFixed = (target: Target, settles: number, pause: number, growth = 1) =>
  watch(target, settles, async (question) => {
    for (let next = pause; ; next *= growth) {
      await new Promise((resolve) => setTimeout(resolve, next))
      if ((await question(0)).all_settled) return
    }
  })

/** Looks up one order so often that settles after so many milliseconds, half of the times by number and half by a ticket; resolves to the tickets. */
export async function lookUp(address: string, howOften: number, settles: number): Promise<string[]> {
  const order = { order_number: randomUUID(), email: `${settles}@example.com` }
  const first = (await clientOf(address).trackOrder(order)).ticket
  const others = Array.from({ length: howOften - 1 }, async (_, index) => (await clientOf(address).trackOrder(index % 2 ? { ticket: first } : order)).ticket)
  return [first, ...(await Promise.all(others))]
}

/** Requests the status of a ticket and lets the proxy hold the response for at most so many seconds. */
export const hold = (address: string, ticket: string, wait: number) => clientOf(address).trackEnrichment({ ticket, wait })
