import { randomUUID } from 'node:crypto'
import type { Consent } from '../../src/contract/protection.ts'
import type { Sealer } from '../identity/seal.ts'
import { Refusal } from '../http/problems.ts'
import type { StoredJob } from '../jobs/job.ts'
import type { Queue } from '../jobs/queue.ts'
import type { KeyClaims } from '../routes/orders/order-keys.ts'
import type { Handlers } from '../http/serve.ts'
import { createReportAcceptance } from './accept-report.ts'
import { compareOrder } from './compare-orders.ts'
import { priceNotes, readToken } from '../reports/consent.ts'
import type { EndMembership } from './end-membership.ts'
import type { merchant, Report } from './merchant.ts'
import type { Quotes } from '../identity/sealed-quotes.ts'
import { revokeOrderKeyJob } from '../order-keys/order-key-jobs.ts'
import { requireSameId } from './report-input.ts'
import { quoteFact, type QuoteFacts } from '../reports/refund-facts.ts'
import { addProtectionJob, orderUpdateJob, orderJob, refundProtectionJob, shipmentEventJob, shipmentUpdateJob, shipmentJob } from '../reports/report-jobs.ts'
import { isReportKind } from '../reports/report-kinds.ts'
import { shipmentFact, type ShipmentFacts } from '../reports/report-facts.ts'

interface MerchantParts {
  /** Whether a protection service is set up. */
  configured: boolean
  queue: Queue
  quotes: Quotes
  sealer: Sealer
  endMembership: EndMembership
  /** Whether orders of a platform are held if they have no phone number. */
  needsPhone: boolean
  /** The address of the shop's tracking page. */
  trackPageUrl: string
}

/** What a route knows of a request of the merchant's backend. */
export interface MerchantContext {
  /** The `Idempotency-Key`: requests with the same key are the same report. */
  key: string | undefined
}

/** Handlers for the merchant's backend. A report is checked and stored, then the response is sent, then the report goes to the protection service. */
export const merchantRoutes = ({
  configured,
  queue,
  quotes,
  sealer,
  endMembership,
  needsPhone,
  trackPageUrl,
}: MerchantParts): Handlers<typeof merchant, MerchantContext> => {
  const accept = createReportAcceptance(queue, configured)

  return {
    reportOrder: (order, { key }) => accept(orderJob({ order }), key),
    reportOrderUpdate: (update, { key }) => accept(orderUpdateJob({ update: requireSameId(update) }), key),
    reportProtectionRefund: (refund, { key }) => accept(refundProtectionJob(requireSameId(refund)), key),
    reportProtectionAdded: (added, { key }) => accept(addProtectionJob(requireSameId(added)), key),
    reportShipment: (shipment, { key }) => accept(shipmentJob({ shipment }), key),
    reportShipmentUpdate: (update, { key }) => accept(shipmentUpdateJob({ update: requireSameId(update) }), key),
    async reportShipmentEvent(event, { key }) {
      const shipment = await queue.fact<ShipmentFacts>(shipmentFact(event.shopShipmentId))
      return accept(shipmentEventJob(requireSameId(event), shipment?.order), key)
    },

    async compareOrders({ orders }) {
      const compared = await Promise.all(orders.map(async (order) => ({ id: order.shop_order_id, ...(await compareOrder(order, queue)) })))
      return {
        missing: compared.filter(({ missing }) => missing).map(({ id }) => id),
        held: compared.flatMap(({ id, held }) => (held === undefined ? [] : [{ shop_order_id: id, reason: held }])),
        needs_phone: needsPhone,
      }
    },

    async getReport({ id }) {
      const job = await queue.find(id)
      if (!job || !isReportKind(job.kind)) throw new Refusal('not-found', 'There is no report with this id.')
      return toReport(job, job.kind)
    },

    async verifyQuote({ token: carried, amount }) {
      const { token, consent, fault: unreadable } = readToken(carried)
      const verified = await quotes.verify(token, amount, new Date())
      const { quote } = verified
      // A checkout continues without the store: an order with a spent seal is detected when it is reported.
      const spent = quote && !verified.fault ? await queue.fact<QuoteFacts>(quoteFact(quote.jti)).catch(() => undefined) : undefined
      const fault = verified.fault ?? (spent && `the quote was spent by order ${spent.order}`)
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
      return { key, share_key, url: `${trackPageUrl}#key=${key}` }
    },

    async revokeOrderKey({ shopOrderId: order, replace = false }) {
      await queue.enqueue([revokeOrderKeyJob({ order, replace, request: randomUUID() })])
      return { replaced: replace }
    },

    endMembership: (who) => endMembership(who),
  }
}

const toReport = (job: StoredJob, kind: Report['kind']): Report => ({
  id: job.id,
  kind,
  shop_order_id: job.businessKey,
  state: job.state,
  protected: typeof job.result.protected === 'boolean' ? job.result.protected : null,
  consent: (job.result.consent as Consent | undefined) ?? null,
  attempts: job.attempts,
  notes: job.notes,
  accepted_at: toTime(job.acceptedAt),
  next_try_at: job.state === 'waiting' ? toTime(job.dueAt) : null,
  settled_at: job.settledAt === null ? null : toTime(job.settledAt),
})

const toTime = (at: number) => new Date(at).toISOString()
