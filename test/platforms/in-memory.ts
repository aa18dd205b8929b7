import { readSettings } from '../../demo/settings.ts'
import { readConfig } from '../../proxy/config.ts'
import { createSealer } from '../../proxy/identity/seal.ts'
import { createHandlers } from '../../proxy/merchant/handlers.ts'
import type { LineShare, Shop } from '../../proxy/merchant/shop/shop.ts'
import type { Doing, Outcome, Work } from '../../proxy/queue/work.ts'
import type { QuoteClaims } from '../../proxy/routes/protection.ts'
import type { Transport } from '../../proxy/transport.ts'
import { createServices } from '../../proxy/upstream/services.ts'

/** A refund that the shop was asked for. */
export interface AskedRefund {
  key: string
  order: string
  lines: LineShare[]
}

/**
 * The proxy's own handlers of works, done at once and in memory, between a service that refuses the tokens it is told to and a shop that
 * writes down every refund.
 */
export function startInMemory() {
  const settings = readSettings({})
  const config = readConfig(settings)
  const sealer = createSealer(config.sessionKeys, config.publicUrl)
  const foreign = createSealer([{ kid: config.sessionKeys[0]!.kid, bytes: new Uint8Array(32).fill(7) }], config.publicUrl)
  const refunds: AskedRefund[] = []
  const held: { work: Work; note: string }[] = []
  const facts = new Map<string, string>()
  const accepted = new Set<string>()
  let refusesTokens = false
  let works = 0

  const orders = new Set<string>()
  const answer = (method: string, url: string, body: string): [status: number, body: object] => {
    const id = method === 'POST' ? (JSON.parse(body) as { shop_order_id: string }).shop_order_id : decodeURIComponent(/orders\/([^/]+)/.exec(url)?.[1] ?? '')
    if (method !== 'POST') return orders.has(id) ? [200, {}] : [404, { error: [] }]
    if (refusesTokens && body.includes('purchased_quote_token')) return [422, { error: ['Purchased quote token is invalid'] }]
    orders.add(id)
    return [201, {}]
  }
  const transport = {
    send: (url: string | URL, init: { method?: string; body?: unknown }) => {
      const [status, body] = answer(init.method ?? 'GET', String(url), String(init.body))
      return Promise.resolve({ status, text: () => Promise.resolve(JSON.stringify(body)) })
    },
    close: () => Promise.resolve(),
  } as unknown as Transport
  const shop: Shop = {
    refund({ key, order, lines }) {
      refunds.push({ key, order, lines })
      return Promise.resolve({ id: `r${refunds.length}` })
    },
    reorder: () => Promise.reject(new Error('nothing is sent again')),
    credit: () => Promise.reject(new Error('nothing is credited')),
  }
  const handlers = createHandlers({ config, services: createServices(config, undefined, () => transport), sealer, shop })

  const doingOf = (work: Work): Doing => ({
    id: String((works += 1)),
    seq: works,
    work,
    attempt: 1,
    doubtful: false,
    acceptedAt: Date.now(),
    now: Date.now,
    notes: [],
    result: {},
    fact: <Value>(name: string) => Promise.resolve(facts.has(name) ? (JSON.parse(facts.get(name)!) as Value) : undefined),
    keepFirst<Value>(name: string, value: Value) {
      if (!facts.has(name)) facts.set(name, JSON.stringify(value))
      return Promise.resolve(JSON.parse(facts.get(name)!) as Value)
    },
    orders: {
      list: () => Promise.resolve([]),
      about: () => Promise.resolve({ works: [], claims: [], facts: [] }),
      erase: () => Promise.resolve([]),
      sweep: () => Promise.resolve([]),
    },
    customers: { about: () => Promise.resolve([]), erase: () => Promise.resolve([]) },
    signal: new AbortController().signal,
  })

  /** Does a work and all that comes of it; what was accepted before is not done again. */
  async function accept(work: Work): Promise<void> {
    const name = JSON.stringify([work.kind, work.subject, work.body])
    if (work.collapse === 'ever' && accepted.has(name)) return
    accepted.add(name)
    const outcome: Outcome = await handlers[work.kind]!(JSON.parse(work.body) as never, doingOf(work))
    if (outcome.state === 'waiting') throw new Error(`${work.kind} waits: ${outcome.note ?? outcome.waitsFor ?? ''}`)
    if (outcome.state === 'held') held.push({ work, note: outcome.note })
    for (const [fact, value] of Object.entries(('facts' in outcome && outcome.facts) || {})) {
      if (value == null) facts.delete(fact)
      else facts.set(fact, JSON.stringify(value))
    }
    for (const next of ('then' in outcome && outcome.then) || []) await accept(next)
  }

  return {
    accept,
    refunds,
    held,
    fact: <Value>(name: string) => (facts.has(name) ? (JSON.parse(facts.get(name)!) as Value) : undefined),
    refuseTokens: (refuses: boolean) => void (refusesTokens = refuses),
    seal: (claims: QuoteClaims) => sealer.seal('quote', claims),
    /** By another proxy's key of the same name. */
    sealElsewhere: (claims: QuoteClaims) => foreign.seal('quote', claims),
  }
}

/** The handlers in memory. */
export type InMemory = ReturnType<typeof startInMemory>
