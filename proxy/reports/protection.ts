import type { Client } from '../../src/contract/client.ts'
import type { JobContext, Outcome } from '../jobs/job.ts'
import type { protectionService } from '../upstream/protection.ts'
import { serviceWords } from '../http/problems.ts'
import { isMissing, isRefused, isProtectedAlready, waitingFor, wordsOf } from './refusals.ts'
import { orderFact, type OrderFacts, type RefundReport } from './report-kinds.ts'

type Service = Client<typeof protectionService>

/** Tells the service that what protection cost was given back; a repeat changes nothing (A63). */
export const refundProtectionHandler =
  (service: Service) =>
  async (refund: RefundReport, context: JobContext): Promise<Outcome> => {
    const name = orderFact(refund.shopOrderId)
    const known = await context.fact<OrderFacts>(name)
    try {
      await service.refundInsurance(refund, { signal: context.signal })
    } catch (error) {
      if (isMissing(error)) return waitingFor(name)
      if (!(isRefused(error) && known?.protected === false)) throw error
      return { state: 'delivered', notes: ['the service did not hold this order as protected: there was nothing to tell'], result: { protected: false } }
    }
    return { state: 'delivered', result: { protected: false }, ...remember(name, known, false) }
  }

/** Has the service protect an order after the fact; anything but 200 means that it does not (A64). */
export const addProtectionHandler =
  (service: Service) =>
  async (added: { shopOrderId: string }, context: JobContext): Promise<Outcome> => {
    const name = orderFact(added.shopOrderId)
    const known = await context.fact<OrderFacts>(name)
    try {
      await service.addInsurance(added, { signal: context.signal })
    } catch (error) {
      if (isMissing(error)) return waitingFor(name)
      // What an earlier try has done, the service calls impossible now (A65).
      if (!(isProtectedAlready(error) && (context.doubtful || known?.protected))) {
        if (!isRefused(error)) throw error
        const result = { protected: known?.protected ?? false, refused: serviceWords(error) }
        return { state: 'failed', note: `${wordsOf(error)}. The order stays as it is.`, result }
      }
    }
    return { state: 'delivered', result: { protected: true }, ...remember(name, known, true) }
  }

/** What was known, with what is so now. */
const remember = (name: string, known: OrderFacts | undefined, covered: boolean) =>
  known && {
    facts: {
      [name]: { ...known, protected: covered, refunded: !covered, unprotected: null, ...(covered ? { insured: null } : withoutCharge) } satisfies OrderFacts,
    },
  }

const withoutCharge = { paying: null, charge: undefined }
