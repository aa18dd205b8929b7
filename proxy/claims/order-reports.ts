import type { JobState, StoredJob } from '../jobs/job.ts'
import type { Queue } from '../jobs/queue.ts'
import { heldFact } from '../platforms/platform.ts'
import type { OrderFacts } from '../reports/report-facts.ts'
import { orderingKeyOfOrder, type ReportKind } from '../reports/report-kinds.ts'

/**
 * Whether reports or webhooks of an order wait, so that its facts may miss a refund that has already reached the proxy. Check this before you read
 * the facts: a report that is delivered in between is then in them.
 */
export const hasWaitingReports = async (queue: Pick<Queue, 'list'>, order: string) => (await reportsOf(queue, order, ['waiting'])).length > 0

/** Why the facts of an order may be old until a person acts. */
export async function reportDoubts(queue: Pick<Queue, 'fact' | 'list'>, order: string, { version }: OrderFacts): Promise<string[]> {
  // Protection that could not be added later changes nothing of what was paid.
  const stuck = (await reportsOf(queue, order, ['held', 'failed'])).filter(({ kind }) => kind !== ('add-protection' satisfies ReportKind))
  if (stuck.length > 0) return [`what is known of the order may be old: ${stuck.map(({ kind, state, id }) => `${kind} ${id} is ${state}`).join(', ')}`]
  // A person may have dropped the state that could not be reported, and it is still the newest one.
  const held = await queue.fact<number>(heldFact(order))
  return held !== undefined && held > (version ?? 0) ? ['what is known of the order is old: its newest state could not be reported'] : []
}

const reportsOf = (queue: Pick<Queue, 'list'>, order: string, states: JobState[]): Promise<StoredJob[]> =>
  queue.list({ states, businessKey: order, orderingKey: orderingKeyOfOrder(order) })
