import type { KeptCustomers } from './customer-rows.ts'
import type { KeptOfOrder, KeptOrders, Unsettled } from './order-rows.ts'
import { jobStates, type JobContext, type Handler, type Outcome } from '../jobs/job.ts'
import { rules, shopRules } from './rules.ts'
import type { CustomerRequest } from '../platforms/privacy-requests.ts'

/** Milliseconds after which an order is looked at again of which something is open. */
const again = 15 * 60_000
/** Milliseconds that one try goes on from order to order; the next one takes up where it ended. */
const longest = 20_000
/** Orders that are read at once, and open jobs that a result names. */
const page = 100
/** Open jobs that a note has room for. */
const named = 4

type Left = Unsettled & { order?: string }

/** What is kept of people, to show or to erase it. */
interface KeptRows {
  orders: KeptOrders
  customers: KeptCustomers
}

/** Does what a platform asks about privacy. */
export const privacyHandlers = ({ orders: kept, customers }: KeptRows): Record<string, Handler> => ({
  async 'data-request'({ customer, orders }: CustomerRequest): Promise<Outcome> {
    const ofOrders = await Promise.all(orders.map(async (order) => shown(order, await kept.about(rules, order))))
    const theirs = customer === null ? [] : await customers.about(rules, customer)
    const all = [...theirs.map(({ since, ...row }) => ({ ...row, since: toTime(since) })), ...ofOrders.flat()]
    const asked = `a customer asks what is kept of them${orders.length === 0 ? ', and the platform names no order of theirs' : ''}`
    if (orders.length === 0 && all.length === 0) return { state: 'held', note: `${asked}: nothing is kept under their id either; answer that; ${drop}` }
    const commands = orders.slice(0, named).map((order) => `"storefront-proxy queue list --state ${jobStates.join(',')} --order ${order}"`)
    const single = `single jobs are listed by ${commands.join(', ')}${orders.length > named ? ` and so on for ${orders.length} orders` : ''}; `
    return {
      state: 'held',
      note:
        `${asked}: answer with what "storefront-proxy queue show" lists under this id, and with what the services have; ` +
        `${orders.length === 0 ? '' : single}${drop}`,
      result: { kept: all },
    }
  },

  'customer-redaction': lasting(async ({ customer, orders }: CustomerRequest) => {
    const left: Left[] = customer === null ? [] : await customers.erase(rules, customer)
    for (const order of orders) for (const one of await kept.erase(rules, order)) left.push({ order, ...one })
    if (left.length > 0) return waitFor(left)
    const note = `erased; ${orders.length === 0 ? 'the platform named no order of the customer; ' : ''}ask the services to forget them, too`
    return { state: 'delivered', notes: [note], result: { open: [] } }
  }),

  'shop-redaction': lasting(async (_, { result, signal }) => {
    const began = performance.now()
    let after = typeof result.after === 'string' ? result.after : ''
    for (;;) {
      const some = await kept.list(shopRules, after, page)
      if (some.length === 0) break
      for (const order of some) {
        await kept.erase(shopRules, order)
        after = order
        if (signal.aborted || performance.now() - began > longest)
          return { state: 'waiting', note: 'orders are being erased', doubtful: false, lasting: true, result: { after } }
      }
    }
    // Only orders of which something is open are still listed.
    const left: Left[] = []
    for (const order of await kept.list(shopRules, '', page)) for (const one of await kept.erase(shopRules, order)) left.push({ order, ...one })
    if (left.length > 0) return waitFor(left)
    const others = await kept.sweep(shopRules)
    if (others.length > 0) return waitFor(others)
    return {
      state: 'held',
      note: `the shop has left the app, and all its orders are erased: stop this proxy, delete its store, and ask the services to forget the shop`,
      result: { open: [] },
    }
  }),
})

const drop = 'then take this off the list by "storefront-proxy queue drop" with its id'

/** It ends by being done, however often the store is away meanwhile. */
const lasting =
  <Body>(erase: (body: Body, context: JobContext) => Promise<Outcome>) =>
  async (body: Body, context: JobContext): Promise<Outcome> => {
    try {
      return await erase(body, context)
    } catch (error) {
      return { state: 'waiting', note: `the store was not changed: ${(error as Error).message}`, lasting: true, doubtful: false }
    }
  }

/** Waits for what is open: the insurance of an order may rest on it. */
function waitFor(left: readonly Left[]): Outcome {
  const words = left.slice(0, named).map(({ id, kind, state, order }) => `${kind} ${id}${order === undefined ? '' : ` of order ${order}`} is ${state}`)
  const more = left.length > named ? `, and ${left.length - named} more, which "storefront-proxy queue show" lists under this id` : ''
  const note =
    `not erased yet: ${words.join(', ')}${more}; what is waiting ends by itself, ` +
    'what is held or has failed by "storefront-proxy queue retry" or "queue drop" with its id, a claim by "claims refuse"'
  return { state: 'waiting', note, after: again, lasting: true, doubtful: false, result: { open: left.slice(0, page), after: '' } }
}

const toTime = (time: number) => new Date(time).toISOString()

/** What is kept of an order, as rows of one table. */
const shown = (order: string, { jobs, claims, facts }: KeptOfOrder) => [
  ...jobs.map(({ kind, state, count, since }) => ({ order, what: `job: ${kind}`, state, count, since: toTime(since) })),
  ...claims.map(({ state, count, since }) => ({ order, what: 'claim', state, count, since: toTime(since) })),
  ...facts.map((name) => ({ order, what: `fact: ${name}` })),
]
