import type { Consent } from '../../src/contract/protection.ts'
import type { Sealer } from '../identity/seal.ts'
import { Refusal } from '../http/problems.ts'
import type { KeptWork, Queue } from '../jobs/job.ts'
import type { KeyClaims } from '../routes/orders/order-keys.ts'
import type { Handlers } from '../http/serve.ts'
import { createAcceptance } from './acceptance.ts'
import { priceNotes, readToken } from '../reports/consent.ts'
import type { EndMembership } from './end-membership.ts'
import type { merchant, Report } from './merchant.ts'
import type { Quotes } from '../identity/sealed-quotes.ts'
import { aboutOne } from './reading.ts'
import { quoteFact, type QuoteFacts } from '../reports/refund-facts.ts'
import {
  addProtectionWork,
  isReportKind,
  orderUpdateWork,
  orderWork,
  refundProtectionWork,
  shipmentEventWork,
  shipmentFact,
  shipmentUpdateWork,
  shipmentWork,
  type ShipmentFacts,
} from '../reports/report-kinds.ts'

interface MerchantParts {
  /** Whether there is a service to tell. */
  configured: boolean
  queue: Queue
  quotes: Quotes
  sealer: Sealer
  endMembership: EndMembership
  /** Where the shop's pages are. */
  shop: string
}

/** How the merchant's backend asks. */
export interface MerchantAsking {
  /** Its `Idempotency-Key`: what comes again under the same one is the same report. */
  key: string | undefined
}

/** What the merchant's backend reports and asks. A report is checked, stored, answered, and then told to the protection service. */
export const merchantRoutes = ({ configured, queue, quotes, sealer, endMembership, shop }: MerchantParts): Handlers<typeof merchant, MerchantAsking> => {
  const accept = createAcceptance(queue, configured)

  return {
    reportOrder: (order, { key }) => accept(orderWork({ order }), key),
    reportOrderUpdate: (update, { key }) => accept(orderUpdateWork({ update: aboutOne(update) }), key),
    reportProtectionRefund: (refund, { key }) => accept(refundProtectionWork(aboutOne(refund)), key),
    reportProtectionAdded: (added, { key }) => accept(addProtectionWork(aboutOne(added)), key),
    reportShipment: (shipment, { key }) => accept(shipmentWork({ shipment }), key),
    reportShipmentUpdate: (update, { key }) => accept(shipmentUpdateWork({ update: aboutOne(update) }), key),
    async reportShipmentEvent(event, { key }) {
      const shipment = await queue.fact<ShipmentFacts>(shipmentFact(event.shopShipmentId))
      return accept(shipmentEventWork(aboutOne(event), shipment?.order), key)
    },

    async getReport({ id }) {
      const work = await queue.find(id)
      if (!work || !isReportKind(work.kind)) throw new Refusal('not-found', 'There is no report with this id.')
      return toReport(work, work.kind)
    },

    async verifyQuote({ token: carried, amount }) {
      const { token, consent, fault: unreadable } = readToken(carried)
      const judged = await quotes.judge(token, amount, new Date())
      const { quote } = judged
      // A checkout goes on without the store: an order with a seal that was spent is found out when it is reported.
      const spent = quote && !judged.fault ? await queue.fact<QuoteFacts>(quoteFact(quote.jti)).catch(() => undefined) : undefined
      const fault = judged.fault ?? (spent && `the quote was spent by order ${spent.order}`)
      return {
        valid: fault === undefined,
        reason: fault ?? null,
        price: quote?.price ?? null,
        amount: quote?.amount ?? null,
        currency: quote?.amount.currency ?? null,
        expires_at: quote ? new Date(quote.until * 1000).toISOString() : null,
        consent,
        notes: [...(unreadable === undefined ? [] : [unreadable]), ...priceNotes(consent, quote?.price ?? null)],
        purchased_quote_token: fault === undefined ? quote!.upstream : null,
      }
    },

    async linkOrder({ order_number, email }) {
      const sealKey = (proof: KeyClaims['proof']) => sealer.seal('key', { lookup: { order_number, email }, proof } satisfies KeyClaims)
      const [key, share_key] = await Promise.all([sealKey('key'), sealKey('tracking')])
      return { key, share_key, url: `${shop}/track#key=${key}` }
    },

    endMembership: (who) => endMembership(who),
  }
}

const toReport = (work: KeptWork, kind: Report['kind']): Report => ({
  id: work.id,
  kind,
  shop_order_id: work.order,
  state: work.state,
  protected: typeof work.result.protected === 'boolean' ? work.result.protected : null,
  consent: (work.result.consent as Consent | undefined) ?? null,
  attempts: work.attempts,
  notes: work.notes,
  accepted_at: toTime(work.acceptedAt),
  next_try_at: work.state === 'waiting' ? toTime(work.dueAt) : null,
  settled_at: work.settledAt === null ? null : toTime(work.settledAt),
})

const toTime = (at: number) => new Date(at).toISOString()
