import type { Handler, JobContext, Outcome } from '../jobs/handler.ts'
import type { Job } from '../jobs/job.ts'
import { erased, isErased } from '../reports/report-handlers.ts'
import { ShopRefusal, type Shop } from '../shop-admin/shop.ts'
import { createHandle, handleFact, type HandleFacts } from './handle.ts'

/** The ordering key of the jobs about the key of an order. They do not hold up the reports of the order. */
export const orderingKeyOfHandle = (order: string) => `handle:${order}`

const toJob = (kind: string, body: { order: string; request?: string }): Job => ({
  kind,
  orderingKey: orderingKeyOfHandle(body.order),
  priority: 0,
  subject: `handle:${body.order}`,
  businessKey: body.order,
  body: JSON.stringify(body),
  collapse: 'ever',
})

/** The job that makes the order at the platform hold its key. Without a `request` it gives the order a key, once; with one, it follows a revocation. */
export const orderKeyJob = (order: string, request?: string): Job => toJob('order-key', { order, ...(request !== undefined && { request }) })

interface Revocation {
  order: string
  /** Whether the order gets another key. */
  replace: boolean
  /** Names the request, so that a later one is no repeat of it. */
  request: string
}

/** The job that ends the key of an order. */
export const revokeOrderKeyJob = (revocation: Revocation): Job => toJob('order-key-revocation', revocation)

/** The handlers of the jobs about keys of orders. All jobs of one order run one after the other, and nothing else writes the fact. */
export const orderKeyHandlers = ({ shop }: { shop: Shop | undefined }): Record<string, Handler> => ({
  async 'order-key'({ order }: { order: string }, context: JobContext): Promise<Outcome> {
    if (await isErased(context)) return erased
    if (!shop?.orderKeys) return { state: 'failed', note: 'no key is written without the Admin API: set SHOPIFY_CLIENT_ID, then retry this' }
    // On disk before the platform has it: a repeated attempt writes the same key.
    const { digest, handle } = await context.putIfAbsent<HandleFacts>(handleFact(order), createHandle(order))
    try {
      if (handle !== undefined) await shop.orderKeys.write(order, handle)
      else if (digest === null) await shop.orderKeys.remove(order)
      return { state: 'delivered', facts: { [handleFact(order)]: { digest } satisfies HandleFacts } }
    } catch (error) {
      if (!(error instanceof ShopRefusal)) throw error
      return { state: 'failed', note: `the platform refuses the key of the order: ${error.message}` }
    }
  },

  async 'order-key-revocation'({ order, replace, request }: Revocation, context: JobContext): Promise<Outcome> {
    if (await isErased(context)) return erased
    const next: HandleFacts = replace ? createHandle(order) : { digest: null }
    return { state: 'delivered', facts: { [handleFact(order)]: next }, followUps: [orderKeyJob(order, request)] }
  },
})
