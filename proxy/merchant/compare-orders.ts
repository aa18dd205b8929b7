import type { StoredJob } from '../jobs/job.ts'
import type { Queue } from '../jobs/queue.ts'
import { digitalFact, erasedFact, orderFact, type OrderFacts } from '../reports/report-facts.ts'
import { isReportKind } from '../reports/report-kinds.ts'
import type { ComparedOrder } from './merchant.schema.ts'

/** How an order of the shop stands here. */
export interface Comparison {
  /** Whether the order was never reported in its last state, and nothing is under way. */
  missing: boolean
  /** Why a report of the order waits for a person; absent if none does. */
  held?: string
}

/** Compares an order of the shop with its reports. An order that waits for a person is not missing: a repeat would change nothing. */
export async function compareOrder({ shop_order_id: id, changed_at }: ComparedOrder, queue: Pick<Queue, 'list' | 'fact'>): Promise<Comparison> {
  const open = await queue.list({ businessKey: id, states: ['waiting', 'held', 'failed'] })
  // A report that was delivered supersedes earlier ones of the same order, so each that is held or failed is about its present state.
  const stopped = open.find(({ state, kind }) => state !== 'waiting' && (kind === 'webhook' || isReportKind(kind)))
  if (open.length > 0) return { missing: false, ...(stopped && { held: reasonOf(stopped) }) }
  const known = await queue.fact<OrderFacts>(orderFact(id))
  if (known) return { missing: known.version !== null && Math.floor(known.version / 1000) < changed_at }
  for (const name of [digitalFact(id), erasedFact(id)]) if ((await queue.fact(name)) !== undefined) return { missing: false }
  return { missing: true }
}

const reasonOf = ({ notes, kind, state }: StoredJob) => notes.at(-1) ?? `${kind}: ${state}`
