import type { Client } from '../../src/contract/client.ts'
import type { JobContext, Outcome } from '../jobs/handler.ts'
import type { protectionService } from '../upstream/protection.ts'
import { insuredAsKnown, sendInsured, unprotectedFacts, unprotectedNote } from './insured-lines.ts'
import { updatedFacts } from './order-facts.ts'
import { isMissing, waitingFor } from './refusals.ts'
import { isOlder, superseded, toReportVersion } from './versions.ts'
import { factsOfOrder, orderFact, type OrderFacts } from './report-facts.ts'
import type { OrderUpdateReport } from './report-bodies.ts'

/** Reports a change of an order to the service; its lines stay insured as the order's protection determines. */
export const orderUpdateHandler =
  (service: Client<typeof protectionService>) =>
  async ({ update, version }: OrderUpdateReport, context: JobContext): Promise<Outcome> => {
    const name = orderFact(update.shopOrderId)
    const known = await context.fact<OrderFacts>(name)
    if (isOlder('change', version, context, known)) return superseded
    try {
      const { isUnprotected } = await sendInsured(insuredAsKnown(update, known), (insured) => service.updateOrder(insured, { signal: context.signal }))
      const facts = updatedFacts(update, known, toReportVersion('changed', version, context, known))
      return {
        state: 'delivered',
        ...(isUnprotected && { notes: [unprotectedNote] }),
        facts: factsOfOrder(update.shopOrderId, isUnprotected ? unprotectedFacts(facts) : facts),
      }
    } catch (error) {
      if (!isMissing(error)) throw error
      return waitingFor(name)
    }
  }
