import type { CustomerRecords } from './customer-rows.ts'
import type { OrderSummary, OrderRecords, Unsettled } from './order-rows.ts'
import { jobStates } from '../jobs/job.ts'
import type { JobContext, Handler, Outcome } from '../jobs/handler.ts'
import { rules, shopRules } from './rules.ts'
import type { CustomerRequest } from '../platforms/privacy-requests.ts'

/** Milliseconds after which erasure is tried again if something is still open. */
const again = 15 * 60_000
/** The longest time of one attempt over many orders, in milliseconds; the next attempt continues after the last order. */
const maxStepMs = 20_000
/** The most orders of one read, and the most open jobs that a result names. */
const page = 100
/** The most open jobs that a note names. */
const named = 4

type OpenItem = Unsettled & { order?: string }

/** The stored data about people, to show or erase it. */
interface PrivacyRecords {
  orders: OrderRecords
  customers: CustomerRecords
}

/** The handlers of privacy requests from platforms. */
export const privacyHandlers = ({ orders: kept, customers }: PrivacyRecords): Record<string, Handler> => ({
  async 'data-request'({ customer, orders }: CustomerRequest): Promise<Outcome> {
    const ofOrders = await Promise.all(orders.map(async (order) => shown(order, await kept.describe(rules, order))))
    const theirs = customer === null ? [] : await customers.describe(rules, customer)
    const all = [...theirs.map(({ since, ...row }) => ({ ...row, since: toTime(since) })), ...ofOrders.flat()]
    const asked = `a customer requests their stored data${orders.length === 0 ? ', and the platform names no order of theirs' : ''}`
    if (orders.length === 0 && all.length === 0) return { state: 'held', note: `${asked}: nothing is stored under their id either; tell them so; ${drop}` }
    const commands = orders.slice(0, named).map((order) => `"storefront-proxy queue list --state ${jobStates.join(',')} --order ${order}"`)
    const single = `to list single jobs, run ${commands.join(', ')}${orders.length > named ? ` and so on for ${orders.length} orders` : ''}; `
    return {
      state: 'held',
      note:
        `${asked}: send them the data that "storefront-proxy queue show" lists under this id, and the data of the services; ` +
        `${orders.length === 0 ? '' : single}${drop}`,
      result: { kept: all },
    }
  },

  'customer-redaction': withoutDeadline(async ({ customer, orders }: CustomerRequest) => {
    const left: OpenItem[] = customer === null ? [] : await customers.erase(rules, customer)
    for (const order of orders) for (const one of await kept.erase(rules, order)) left.push({ order, ...one })
    if (left.length > 0) return waitFor(left)
    const note = `erased; ${orders.length === 0 ? 'the platform named no order of the customer; ' : ''}ask the services to forget them, too`
    return { state: 'delivered', notes: [note], result: { open: [] } }
  }),

  'shop-redaction': withoutDeadline(async (_, { result, signal }) => {
    const began = performance.now()
    let after = typeof result.after === 'string' ? result.after : ''
    for (;;) {
      const some = await kept.list(shopRules, after, page)
      if (some.length === 0) break
      for (const order of some) {
        await kept.erase(shopRules, order)
        after = order
        if (signal.aborted || performance.now() - began > maxStepMs)
          return { state: 'waiting', note: 'orders are being erased', inDoubt: false, noDeadline: true, result: { after } }
      }
    }
    // Only orders of which something is open are still listed.
    const left: OpenItem[] = []
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

const drop = 'then drop this job with "storefront-proxy queue drop" and its id'

/** Wraps a handler so that its job has no deadline: an error of the store only delays it. */
const withoutDeadline =
  <Body>(erase: (body: Body, context: JobContext) => Promise<Outcome>) =>
  async (body: Body, context: JobContext): Promise<Outcome> => {
    try {
      return await erase(body, context)
    } catch (error) {
      return { state: 'waiting', note: `the store was not changed: ${(error as Error).message}`, noDeadline: true, inDoubt: false }
    }
  }

/** Puts the erasure off while something is open, because the insurance of an order may depend on it. */
function waitFor(left: readonly OpenItem[]): Outcome {
  const words = left.slice(0, named).map(({ id, kind, state, order }) => `${kind} ${id}${order === undefined ? '' : ` of order ${order}`} is ${state}`)
  const more = left.length > named ? `, and ${left.length - named} more, which "storefront-proxy queue show" lists under this id` : ''
  const note =
    `not erased yet: ${words.join(', ')}${more}; waiting jobs end by themselves, ` +
    'held and failed ones need "storefront-proxy queue retry" or "queue drop" with their id, a claim needs "claims refuse"'
  return { state: 'waiting', note, after: again, noDeadline: true, inDoubt: false, result: { open: left.slice(0, page), after: '' } }
}

const toTime = (time: number) => new Date(time).toISOString()

/** Lists the data of an order as rows of one table. */
const shown = (order: string, { jobs, claims, facts }: OrderSummary) => [
  ...jobs.map(({ kind, state, count, since }) => ({ order, what: `job: ${kind}`, state, count, since: toTime(since) })),
  ...claims.map(({ state, count, since }) => ({ order, what: 'claim', state, count, since: toTime(since) })),
  ...facts.map((name) => ({ order, what: `fact: ${name}` })),
]
