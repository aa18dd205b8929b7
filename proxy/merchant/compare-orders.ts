import type { Queue } from '../jobs/queue.ts'
import { digitalFact, erasedFact, orderFact, type OrderFacts } from '../reports/report-facts.ts'
import type { ComparedOrder } from './merchant.schema.ts'

/**
 * Whether an order was never reported in its last state, and nothing is under way. An order that waits for a person is not missing: a repeat would
 * change nothing.
 */
export async function isOrderMissing({ shop_order_id: id, changed_at }: ComparedOrder, queue: Pick<Queue, 'list' | 'fact'>): Promise<boolean> {
  if ((await queue.list({ businessKey: id, states: ['waiting', 'held', 'failed'], limit: 1 })).length > 0) return false
  const known = await queue.fact<OrderFacts>(orderFact(id))
  if (known) return known.version !== null && Math.floor(known.version / 1000) < changed_at
  for (const name of [digitalFact(id), erasedFact(id)]) if ((await queue.fact(name)) !== undefined) return false
  return true
}
