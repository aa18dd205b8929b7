import type { Client } from '../../../src/contract/client.ts'
import type { Doing, Outcome } from '../../queue/work.ts'
import type { protectionService } from '../../upstream/protection.ts'
import { withoutInsuredLines } from './insured-lines.ts'
import { neverProtected, updatedFacts } from './order-facts.ts'
import { isMissing, waitingFor } from './refusals.ts'
import { isOlder, superseded, toStanding } from './versions.ts'
import { orderFact, type OrderFacts, type OrderUpdateReport } from './works.ts'

/** Tells the service how an order has changed; what nobody paid for is not insured by that. */
export const orderUpdateHandler =
  (service: Client<typeof protectionService>) =>
  async ({ update, version }: OrderUpdateReport, doing: Doing): Promise<Outcome> => {
    const name = orderFact(update.shopOrderId)
    const known = await doing.fact<OrderFacts>(name)
    if (isOlder('change', version, doing, known)) return superseded
    try {
      await service.updateOrder(neverProtected(known) ? withoutInsuredLines(update) : update, { signal: doing.signal })
    } catch (error) {
      if (!isMissing(error)) throw error
      return waitingFor(name)
    }
    return { state: 'delivered', facts: { [name]: updatedFacts(update, known, toStanding('changed', version, doing, known)) } }
  }
