import type { StoredClaim } from '../claims/claim-store.ts'
import type { ErasureRules } from './order-rows.ts'
import { erasedMessage } from '../claims/check-claim.ts'
import { orderingKeyOfClaims, type ClaimState } from '../claims/claim.ts'
import { decisionFact } from '../claims/decisions.ts'
import { readRequest, writeSettled } from '../claims/claim-request.ts'
import { orderingKeyOfCustomer } from '../loyalty-webhooks/loyalty-event.ts'
import { buyerFact } from '../order-keys/buyer-facts.ts'
import { handleFact } from '../order-keys/handle.ts'
import { orderingKeyOfHandle } from '../order-keys/order-key-jobs.ts'
import { heldFact } from '../platforms/platform.ts'
import { givenBackFact, paymentFact, protectionOffFact } from '../reports/refund-facts.ts'
import { verdictFacts } from '../reports/verdict.ts'
import { cancelledFact, digitalFact, erasedFact, numberFact, onDeliveryFact, orderFact, shipmentFact } from '../reports/report-facts.ts'
import { orderingKeyOfOrder, orderingKeyOfRefunds, type ReportKind } from '../reports/report-kinds.ts'

/** Final states of claims. Their answers are kept, because the service may send the same request again. */
const over: ReadonlySet<string> = new Set<ClaimState>(['resolved', 'failed', 'refused', 'erased'])

/**
 * The rules for the data of an order. Facts named `quote:…` stay: which order has spent a sealed quote, and which refund the quote has paid for.
 * They name no person. Without them a late webhook would refund money that a quote has paid for.
 */
export const rules = {
  known: orderFact(''),
  erased: erasedFact(''),
  orderingKeys: (order) => [orderingKeyOfOrder(order), orderingKeyOfClaims(order), orderingKeyOfRefunds(order), orderingKeyOfHandle(order)],
  facts: (order, jobs) => [
    orderFact(order),
    digitalFact(order),
    onDeliveryFact(order),
    heldFact(order),
    paymentFact(order),
    givenBackFact(order),
    protectionOffFact(order),
    buyerFact(order),
    handleFact(order),
    ...jobs.flatMap(verdictFacts),
  ],
  numbered: decisionFact,
  parts: [shipmentFact(''), numberFact('')],
  all: [
    orderFact(''),
    numberFact(''),
    shipmentFact(''),
    cancelledFact(''),
    digitalFact(''),
    onDeliveryFact(''),
    heldFact(''),
    paymentFact(''),
    givenBackFact(''),
    protectionOffFact(''),
    buyerFact(''),
    handleFact(''),
    'claims:',
    'verdict:',
    'refused:',
  ],
  customers: ['loyalty-event'],
  orderingKeyOfCustomer,
  unnamed: ['shipment-event' satisfies ReportKind],
  byHand: ['claim', 'claim-void', 'platform-refund'],
  claim: ({ key, state, order, request, reply }: StoredClaim) => {
    if (state === ('open' satisfies ClaimState)) return undefined
    const { claim } = readRequest(request)
    return {
      key,
      state: over.has(state) ? state : ('erased' satisfies ClaimState),
      request: writeSettled({ claim: { ...claim, lines: [], total: null } }),
      amount: null,
      ...(!reply && { reply: { status: 422, body: JSON.stringify({ error: [erasedMessage(order)] }) }, settled: true }),
    }
  },
} satisfies ErasureRules

/** The rules for all orders of a shop; the parts of orders are left for the sweep. */
export const shopRules: ErasureRules = (({ parts: _, ...others }) => others)(rules)
