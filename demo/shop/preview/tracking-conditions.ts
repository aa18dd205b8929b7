import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallProxy } from '../merchant.ts'
import { withoutCarrierData, type Change, type Tracked } from './tracked.ts'
import type { TrackingState } from './tracking-state.ts'
import { trackingStates } from './tracking-states.ts'

interface StateRequest {
  Params: { name: string }
  Body: Record<string, unknown>
}

const unchanged: Change = (order) => order

/** The proxy and the shop of these previews. */
export interface Upstream {
  proxy: string
  origin: string
  callProxy: CallProxy
}

/** Milliseconds of delay of a slow first response. */
const slowDelay = 2_500

/** Milliseconds that carriers take once the order is there. */
const carrierDelay = 200

/** Milliseconds after which a late response counts as none. */
const timeoutDelay = 20_000

/**
 * Registers, for each state, an address of the shop that stands for the proxy. Reads go to the real proxy, and the response is changed if the state
 * needs that. Changes are answered here, as the proxy would, so that a preview changes nothing. Real carriers respond late to an order’s first
 * lookup and at once to later ones; here carriers take equally long each time.
 */
export function trackingConditions(app: FastifyInstance, { proxy, origin, callProxy }: Upstream) {
  const headers = { Origin: origin, 'Content-Type': 'application/json', 'X-Storefront-Client': '1' }
  const call = (path: string, body: object) => fetch(`${proxy}/v1/orders/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })

  /** Resolves to the order after its carriers have responded, or to the refusal. */
  const lookUpSettled = async (proof: object): Promise<Response | Tracked> => {
    const answer = await call('track', proof)
    if (!answer.ok) return answer
    const order = (await answer.json()) as Tracked
    const { all_settled, ticket } = order
    if (all_settled) return order
    await call('track/enrichment', { ticket, wait: 20 })
    return lookUpSettled({ ticket })
  }

  app.post<StateRequest>('/preview/tracking/:name/proxy/v1/orders/track', async ({ params, body }, reply) => {
    const state = stateOf(params.name)
    const isAgain = 'ticket' in body
    reply.header('Cache-Control', 'no-store')
    if (!state) return refuse(reply, 404, 'not-found')
    const { conditions, change, first = unchanged } = state
    if (conditions === 'down' || (conditions === 'down-later' && isAgain)) return refuse(reply, 503, 'upstream-unavailable')
    if (conditions === 'limited') return refuse(reply, 429, 'rate-limited', 480)
    if (conditions === 'off') return refuse(reply, 404, 'not-configured')
    if (conditions === 'slow' && !isAgain) await sleep(slowDelay, undefined, { ref: false })
    // A miss by an unknown key is the only miss that is not counted. Other misses would block all visitors after some attempts.
    const order = await lookUpSettled(conditions === 'unknown' ? { key: 'nobody-knows' } : body)
    if (order instanceof Response)
      return reply
        .code(order.status)
        .type(order.headers.get('content-type') ?? 'application/json')
        .send(await order.text())
    const changed = change ? change(order) : order
    const isSettled = conditions === 'down-later' || (isAgain && conditions !== 'pending')
    return isSettled ? changed : withoutCarrierData(first(changed))
  })

  app.post<StateRequest>('/preview/tracking/:name/proxy/v1/orders/track/enrichment', async ({ params, body }, reply) => {
    const isPending = stateOf(params.name)?.conditions === 'pending'
    await sleep(isPending ? timeoutDelay : carrierDelay, undefined, { ref: false })
    if (isPending) return { shipments: [], all_settled: false }
    const answer = await call('track/enrichment', body)
    return reply
      .code(answer.status)
      .type(answer.headers.get('content-type') ?? 'application/json')
      .send(await answer.text())
  })

  const changeProtection = async ({ params }: FastifyRequest<StateRequest>, reply: FastifyReply) => {
    const { refusal } = stateOf(params.name) ?? {}
    if (refusal === 'not-eligible') return refuse(reply, 422, refusal)
    if (refusal === 'overloaded') return refuse(reply, 503, refusal, 5)
    if (refusal) return refuse(reply, 500, refusal)
    return reply.code(202).send({ protected: false })
  }
  app.post<StateRequest>('/preview/tracking/:name/proxy/v1/orders/protection', changeProtection)
  app.post<StateRequest>('/preview/tracking/:name/proxy/v1/orders/protection/removal', changeProtection)

  /** Registers a picture that does not load. */
  app.get('/preview/tracking/:name/never', async (_request, reply) => {
    await sleep(timeoutDelay, undefined, { ref: false })
    return reply.code(404).send()
  })

  const keys = new Map<string, Promise<string>>()
  return {
    /** Resolves to the key of the state’s order. */
    keyOf(state: TrackingState) {
      const { order_number, email } = lookupOf(state)
      if (!keys.has(order_number)) {
        // The stand-in service forms the ids of its initial orders this way.
        const made = callProxy<{ key: string }>('POST', `orders/${order_number.replace('K-', '58000')}/links`, { order_number, email }).then(({ key }) => key)
        made.catch(() => keys.delete(order_number))
        keys.set(order_number, made)
      }
      return keys.get(order_number)!
    },
    /** Looks up all orders, so that their carriers respond before any state is shown. */
    async askCarriers() {
      const lookups = new Map(trackingStates.map(lookupOf).map((lookup) => [lookup.order_number, lookup]))
      for (const lookup of lookups.values()) if (lookup.email) await call('track', lookup)
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
