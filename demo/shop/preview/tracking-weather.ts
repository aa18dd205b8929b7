import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AskProxy } from '../merchant.ts'
import { unsettled, type Change, type Tracked } from './tracked.ts'
import type { TrackingState } from './tracking-state.ts'
import { trackingStates } from './tracking-states.ts'

interface Asked {
  Params: { name: string }
  Body: Record<string, unknown>
}

const same: Change = (order) => order

/** What the proxy and the shop are to these previews. */
export interface Surroundings {
  proxy: string
  origin: string
  askProxy: AskProxy
}

/** Milliseconds that the slow answer to a first question takes. */
const slowness = 2_500

/** Milliseconds that carriers take, once the order is there. */
const settling = 200

/** Milliseconds within which no answer is an answer that never comes. */
const silence = 20_000

/**
 * The proxy under an address of the shop's own for each state. What is asked goes to the real one, and the answer is changed where the state
 * needs that; what is sent is answered here, as the proxy would, so that a preview changes nothing for anybody. Carriers, who answer an order's
 * first look late and its next ones at once, take equally long in each.
 */
export function trackingWeather(app: FastifyInstance, { proxy, origin, askProxy }: Surroundings) {
  const headers = { Origin: origin, 'Content-Type': 'application/json', 'X-Storefront-Client': '1' }
  const ask = (path: string, body: object) => fetch(`${proxy}/v1/orders/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })

  /** The order as it is once its carriers have answered; or the refusal. */
  const askSettled = async (proof: object): Promise<Response | Tracked> => {
    const answer = await ask('track', proof)
    if (!answer.ok) return answer
    const order = (await answer.json()) as Tracked
    const { all_settled, ticket } = order
    if (all_settled) return order
    await ask('track/enrichment', { ticket, wait: 20 })
    return askSettled({ ticket })
  }

  app.post<Asked>('/preview/tracking/:name/proxy/v1/orders/track', async ({ params, body }, reply) => {
    const state = stateOf(params.name)
    const isAgain = 'ticket' in body
    reply.header('Cache-Control', 'no-store')
    if (!state) return refuse(reply, 404, 'not-found')
    const { weather, tells, first = same } = state
    if (weather === 'down' || (weather === 'down-later' && isAgain)) return refuse(reply, 503, 'upstream-unavailable')
    if (weather === 'limited') return refuse(reply, 429, 'rate-limited', 480)
    if (weather === 'off') return refuse(reply, 404, 'not-configured')
    if (weather === 'slow' && !isAgain) await sleep(slowness, undefined, { ref: false })
    // A key that nobody knows is the one miss that is not counted, and would else keep everybody from asking.
    const order = await askSettled(weather === 'unknown' ? { key: 'nobody-knows' } : body)
    if (order instanceof Response)
      return reply
        .code(order.status)
        .type(order.headers.get('content-type') ?? 'application/json')
        .send(await order.text())
    const told = tells ? tells(order) : order
    const isSettled = weather === 'down-later' || (isAgain && weather !== 'pending')
    return isSettled ? told : unsettled(first(told))
  })

  app.post<Asked>('/preview/tracking/:name/proxy/v1/orders/track/enrichment', async ({ params, body }, reply) => {
    const isPending = stateOf(params.name)?.weather === 'pending'
    await sleep(isPending ? silence : settling, undefined, { ref: false })
    if (isPending) return { shipments: [], all_settled: false }
    const answer = await ask('track/enrichment', body)
    return reply
      .code(answer.status)
      .type(answer.headers.get('content-type') ?? 'application/json')
      .send(await answer.text())
  })

  const change = async ({ params }: FastifyRequest<Asked>, reply: FastifyReply) => {
    const { refusal } = stateOf(params.name) ?? {}
    if (refusal === 'not-eligible') return refuse(reply, 422, refusal)
    if (refusal === 'overloaded') return refuse(reply, 503, refusal, 5)
    if (refusal) return refuse(reply, 500, refusal)
    return reply.code(202).send({ protected: false })
  }
  app.post<Asked>('/preview/tracking/:name/proxy/v1/orders/protection', change)
  app.post<Asked>('/preview/tracking/:name/proxy/v1/orders/protection/removal', change)

  /** A picture that hangs. */
  app.get('/preview/tracking/:name/never', async (_request, reply) => {
    await sleep(silence, undefined, { ref: false })
    return reply.code(404).send()
  })

  const keys = new Map<string, Promise<string>>()
  return {
    /** The key of the state's order. */
    keyOf(state: TrackingState) {
      const { order_number, email } = lookupOf(state)
      if (!keys.has(order_number)) {
        // As the stand-in service numbers the orders that it knows from the start.
        const made = askProxy<{ key: string }>('POST', `orders/${order_number.replace('K-', '58000')}/links`, { order_number, email }).then(({ key }) => key)
        made.catch(() => keys.delete(order_number))
        keys.set(order_number, made)
      }
      return keys.get(order_number)!
    },
    /** Has the carriers of all orders asked, so that none of the states waits for them. */
    async askCarriers() {
      const lookups = new Map(trackingStates.map(lookupOf).map((lookup) => [lookup.order_number, lookup]))
      for (const lookup of lookups.values()) if (lookup.email) await ask('track', lookup)
    },
  }
}

const stateOf = (wanted: string) => trackingStates.find(({ name }) => name === wanted)

const lookupOf = ({ attributes: { 'order-number': order_number = '', email = '' } = {} }: TrackingState) => ({ order_number, email })

const refuse = (reply: FastifyReply, status: number, code: string, retry_after?: number) =>
  reply
    .code(status)
    .type('application/problem+json')
    .send({ title: 'Refused', status, code, ...(retry_after && { retry_after }) })
