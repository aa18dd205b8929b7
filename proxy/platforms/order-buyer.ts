import type { Sealer } from '../identity/seal.ts'
import type { Outcome } from '../jobs/handler.ts'
import { buyerFact, sealBuyer } from '../order-keys/buyer-facts.ts'
import { orderKeyJob } from '../order-keys/order-key-jobs.ts'
import type { Part } from './payload.ts'
import type { Topic } from './platform.ts'

interface OrderBuyerParts {
  topic: Topic
  payload: Part
  /** The order's id. */
  order: string | null
  sealer: Sealer
  /** Whether keys can be written into orders at the platform. */
  writesKeys: boolean
}

/**
 * Adds to the outcome of a webhook that reports an order: who may get a key of it, and the job that writes a key into it at the platform. An order that
 * is not reported needs neither, because nothing can be looked up about it.
 */
export async function withBuyer(outcome: Outcome, { topic, payload, order, sealer, writesKeys }: OrderBuyerParts): Promise<Outcome> {
  if (outcome.state !== 'delivered' || order === null || !outcome.followUps?.some(({ kind }) => kind === 'order')) return outcome
  const buyer = topic.buyerOf?.(payload)
  if (!buyer) return outcome
  return {
    ...outcome,
    facts: { ...outcome.facts, [buyerFact(order)]: await sealBuyer(sealer, buyer) },
    followUps: [...outcome.followUps, ...(writesKeys ? [orderKeyJob(order)] : [])],
  }
}
