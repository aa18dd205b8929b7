import type { Client } from '../../src/contract/client.ts'
import type { JobContext, Outcome } from '../jobs/handler.ts'
import type { protectionService } from '../upstream/protection.ts'
import { serviceWords } from '../http/problems.ts'
import { isMissing, isRefused, isProtectedAlready, waitingFor, wordsOf } from './refusals.ts'
import { protectionOffFact, type ProtectionOffFacts } from './refund-facts.ts'
import { orderFact, type OrderFacts } from './report-facts.ts'
import type { RefundReport } from './report-bodies.ts'

type Service = Client<typeof protectionService>

/** Reports to the service that the price of protection was refunded; a repeat changes nothing (A63). */
export const refundProtectionHandler =
  (service: Service) =>
  async (refund: RefundReport, context: JobContext): Promise<Outcome> => {
    const name = orderFact(refund.shopOrderId)
    const known = await context.fact<OrderFacts>(name)
    const off = protectionOffFact(refund.shopOrderId)
    // Before the call, because the price stays given back if the service refuses the report.
    if (known?.protected !== false) await context.putIfAbsent<ProtectionOffFacts>(off, { lines: [] })
    try {
      await service.refundInsurance(refund, { signal: context.signal })
    } catch (error) {
      if (isMissing(error)) return waitingFor(name)
      if (!(isRefused(error) && known?.protected === false)) throw error
      const note = 'the service did not hold this order as protected: there was nothing to report'
      // The charge was never the price of protection.
      return { state: 'delivered', notes: [note], result: { protected: false }, ...(!known.refunded && { facts: { [off]: null } }) }
    }
    return { state: 'delivered', result: { protected: false }, ...remember(name, known, false) }
  }

/** Requests protection of an order after the fact; any status but 200 means that the order is not protected (A64). */
export const addProtectionHandler =
  (service: Service) =>
  async (added: { shopOrderId: string }, context: JobContext): Promise<Outcome> => {
    const name = orderFact(added.shopOrderId)
    const known = await context.fact<OrderFacts>(name)
    try {
      await service.addInsurance(added, { signal: context.signal })
    } catch (error) {
      if (isMissing(error)) return waitingFor(name)
      // If an earlier attempt has protected the order, the service refuses this one (A65).
      if (!(isProtectedAlready(error) && (context.inDoubt || known?.protected))) {
        if (!isRefused(error)) throw error
        const result = { protected: known?.protected ?? false, refused: serviceWords(error) }
        return { state: 'failed', note: `${wordsOf(error)}. The order stays as it is.`, result }
      }
    }
    const facts = { [protectionOffFact(added.shopOrderId)]: null, ...remember(name, known, true)?.facts }
    return { state: 'delivered', result: { protected: true }, facts }
  }

/** The known facts, with the new state of the protection. */
const remember = (name: string, known: OrderFacts | undefined, covered: boolean) =>
  known && {
    facts: {
      [name]: { ...known, protected: covered, refunded: !covered, unprotected: null, ...(covered ? { insured: null } : withoutCharge) } satisfies OrderFacts,
    },
  }

const withoutCharge = { paying: null, charge: undefined }
