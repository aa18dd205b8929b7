import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { buildServices } from '../../demo/services/app.ts'
import { readSettings } from '../../demo/settings.ts'
import type { Chance } from './kill-chance.ts'

/** What a request did to the protection service. */
export interface Effect {
  method: string
  /** Behind the service's address: `/orders/18282`. */
  path: string
  body: Record<string, unknown>
  /** The status of the service, even if the caller did not receive it. */
  status: number
}

/** A redemption that the loyalty service accepted, even if the caller did not receive the answer. */
export interface TakenIn {
  customer: string
  amount: number
  /** When the service received it (milliseconds since 1970). */
  at: number
}

/** The stand-in services behind a server that makes requests fail. */
export interface FailingServices {
  /** The address that the proxies are given; requests to it fail at random. */
  address: string
  /** The address of the services themselves, without failures. */
  behind: string
  /** All requests that reached the protection service, in order. */
  effects: readonly Effect[]
  /** All accepted redemptions; the services themselves show only the newest. */
  redemptions: readonly TakenIn[]
  /** What the protection service refuses, in its own words: every creation of this order, or only one with a token. */
  refuses?: (order: string) => 'order' | 'token' | undefined
  /** How many requests came, and how many of them were made to fail before and after they took effect. */
  counts: { requests: number; before: number; after: number }
  /** Called for each request that comes. */
  heard?: () => void
  /** Called for each request that reached the protection service. */
  took?: (effect: Effect) => void
  /** From now on nothing fails. */
  mend(): void
  /** What the services hold. */
  state<Found>(of: string): Promise<Found>
  /** How many of each there are. */
  totals(): Promise<Record<string, number>>
  stop(): Promise<void>
}

const api = '/protection/api/v1'
const redeeming = /^\/loyalty\/v2\.0\/storefront\/members\/(\d+)\/credits\/redemption$/
/** A third of all requests fails, half of those after they have taken effect. */
const share = 1 / 6
const before = ['drop', 500, 503, 401] as const
const after = ['drop', 500, 502] as const

/** Starts stand-ins in this process, so that they outlive the proxies that call them. */
export async function startFailingServices(chance: Chance): Promise<FailingServices> {
  const demo = readSettings({})
  const services = await buildServices({ loyaltyKey: demo.LOYALTY_API_KEY!, protectionKey: demo.PROTECTION_API_KEY!, effectDelay: 50 })
  const behind = await services.listen({ port: 0, host: '127.0.0.1' })
  const dispatcher = new Agent({ connections: 64 })
  const effects: Effect[] = []
  const redemptions: TakenIn[] = []
  const counts = { requests: 0, before: 0, after: 0 }
  let failing = true

  const server = createServer((asked, answer) => void pass(asked, answer).catch(() => answer.destroy()))
  async function pass(asked: IncomingMessage, answer: ServerResponse) {
    counts.requests += 1
    kept.heard?.()
    const body = await buffer(asked)
    const fate = failing ? chance.next() : 1
    // A request may be under way when its sender is killed.
    if (failing && chance.happens(0.2)) await pause(chance.whole(1, 40))
    if (fate < share) {
      counts.before += 1
      return fail(answer, chance.one(before))
    }
    const { method = '', url: path = '' } = asked
    const { host: _host, connection: _connection, ...headers } = asked.headers
    const at = Date.now()
    const sent = () => (body.length > 0 ? (JSON.parse(body.toString()) as Effect['body']) : {})
    const refusal = method === 'POST' && path === `${api}/orders` ? refusalOf(sent()) : undefined
    const reply = refusal ?? (await ask({ method, path, headers, body }))
    const [, customer] = redeeming.exec(path) ?? []
    if (customer !== undefined && reply.status < 300) redemptions.push({ customer, amount: Number(sent().amount), at })
    if (path.startsWith(api)) {
      const effect = { method, path: decodeURIComponent(path.slice(api.length)), body: sent(), status: reply.status }
      effects.push(effect)
      kept.took?.(effect)
    }
    if (fate < 2 * share) {
      counts.after += 1
      return fail(answer, chance.one(after))
    }
    answer.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(reply.said)
  }

  async function ask({ method, path, headers, body }: { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer }) {
    const reply = await request(behind + path, { method: method as 'POST', headers, body: body.length > 0 ? body : null, dispatcher })
    return { status: reply.statusCode, said: await reply.body.text() }
  }

  function refusalOf({ shop_order_id, purchased_quote_token }: Effect['body']) {
    const refused = kept.refuses?.(String(shop_order_id))
    if (refused === 'order') return { status: 422, said: '{"error": ["Email is invalid"]}' }
    if (refused === 'token' && purchased_quote_token !== undefined) return { status: 422, said: '{"error": ["Purchased quote token is invalid"]}' }
    return undefined
  }

  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const kept: FailingServices = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behind,
    effects,
    redemptions,
    counts,
    mend: () => void (failing = false),
    async state<Found>(of: string) {
      const found = await request(`${behind}/_control/state?of=${of}`, { dispatcher })
      return (await found.body.json()) as Found
    },
    totals: async () => (await kept.state<{ totals: Record<string, number> }>('orders,shipments,events')).totals,
    async stop() {
      server.closeAllConnections()
      server.close()
      await dispatcher.close()
      await services.close()
    },
  }
  return kept
}

function fail(answer: ServerResponse, how: (typeof before | typeof after)[number]) {
  if (how === 'drop') answer.destroy()
  else answer.writeHead(how, { 'Content-Type': 'application/json', ...(how === 503 && { 'Retry-After': '1' }) }).end('{"error": ["Out of order"]}')
}
