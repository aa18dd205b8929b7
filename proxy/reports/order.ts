import type { Client } from '../../src/contract/client.ts'
import type { Money } from '../../src/contract/money.ts'
import type { JobContext, Outcome } from '../jobs/handler.ts'
import type { OrderInput, protectionService } from '../upstream/protection.ts'
import type { Quotes } from '../identity/sealed-quotes.ts'
import { sendInsured, toUpdate, unprotectedFacts, unprotectedNote, withoutProtection } from './insured-lines.ts'
import { neverProtected, toOrderFacts } from './order-facts.ts'
import { isOutdated, outdatedNote } from './order-state.ts'
import { exceptOne } from './paid.ts'
import { isMissing, isWrongAddress, isTokenRefused, wrongAddress } from './refusals.ts'
import { createAgain, createOrUpdate, type Arrival } from './upsert.ts'
import { decide, decideWithoutToken, settledVerdict, type Verdict } from './verdict.ts'
import { isOlder, superseded, toReportVersion } from './versions.ts'
import { hashOf } from './hash.ts'
import { isWithinBound, refundJobs, unknownChargeJob } from './refund-jobs.ts'
import { factsOfOrder, orderFact, type OrderFacts } from './report-facts.ts'
import type { OrderReport } from './report-bodies.ts'
import type { RefundLine } from './protection-payment.ts'

type Service = Client<typeof protectionService>

/** Reports an order to the service: creates it with the token that covers it, or updates it if the service has it. */
export const orderHandler =
  (service: Service, quotes: Quotes) =>
  async (report: OrderReport, context: JobContext): Promise<Outcome> => {
    const known = await context.fact<OrderFacts>(orderFact(report.order.shop_order_id))
    if (isOlder('creation', report.version, context, known)) return superseded
    if (isOutdated(report, known)) return { state: 'superseded', notes: [outdatedNote] }
    try {
      return (known && (await reportChange(service, report, context, known))) ?? (await reportFirst(service, report, context, quotes, known))
    } catch (error) {
      if (isWrongAddress(error)) return wrongAddress
      throw error
    }
  }

async function reportFirst(service: Service, report: OrderReport, context: JobContext, quotes: Quotes, known: OrderFacts | undefined): Promise<Outcome> {
  let verdict = await decide(report, context, quotes)
  let arrival: Arrival
  try {
    arrival = await sendOrder(service, report, context, verdict)
  } catch (error) {
    if (verdict.token === null || !isTokenRefused(error)) throw error
    // A paid order is never dropped silently: it is sent without the token, and the merchant is notified.
    verdict = await decideWithoutToken(report, context, verdict)
    arrival = await sendOrder(service, report, context, verdict)
  }
  // An order that the service had before this job may have come with another token, or with none.
  const covered = arrival === 'found' ? null : verdict.token !== null
  const reason = covered === null ? null : verdict.fault
  return {
    state: 'delivered',
    notes: [...(reason === null ? [] : [withoutNote(reason, report, verdict)]), ...(covered === null ? [foundNote] : []), ...(verdict.notes ?? [])],
    result: { protected: covered, ...(verdict.consent && { consent: verdict.consent }) },
    facts: {
      ...factsOfOrder(
        report.order.shop_order_id,
        toOrderFacts(
          report,
          {
            ...toReportVersion('created', report.version, context, known),
            protected: covered,
            refunded: false,
            created: hashOf(context.job.body),
            insured: covered ? report.order.line_items.filter(({ is_insured }) => is_insured).map(({ shop_line_item_id }) => shop_line_item_id) : null,
            paying: verdict.paying,
            unprotected: reason,
          },
          known?.shipped,
        ),
      ),
      ...settledVerdict(context),
    },
    followUps: covered === null ? [] : [...refundExcess(report, verdict.excess, reason ?? paidTwice), ...refundByHand(report, reason)],
    wakes: [orderFact(report.order.shop_order_id)],
  }
}

const sendOrder = (service: Service, report: OrderReport, { inDoubt, signal }: JobContext, verdict: Verdict) =>
  (inDoubt ? createAgain : createOrUpdate)({
    create: () => service.createOrder(toCreation(report.order, verdict), { signal }),
    update: () =>
      service.updateOrder(
        toChange(report, () => verdict.token !== null),
        { signal },
      ),
  })

/** Reports a change of an order that the service has: no new verdict, and no insurance that was not paid. Undefined if the service has lost the order. */
async function reportChange(service: Service, report: OrderReport, context: JobContext, before: OrderFacts): Promise<Outcome | undefined> {
  const { order, paid } = report
  if (hashOf(context.job.body) === before.created) return { state: 'delivered', result: { protected: before.protected } }
  let isUnprotected: boolean
  try {
    const change = toChange(report, (line) => before.protected !== false && (before.insured?.includes(line) ?? true))
    ;({ isUnprotected } = await sendInsured(change, (insured) => service.updateOrder(insured, { signal: context.signal })))
  } catch (error) {
    if (!isMissing(error)) throw error
    return undefined
  }
  const known = isUnprotected ? unprotectedFacts(before) : before
  const isPaid = paid?.lines.some(({ amount }) => amount.cents > 0) ?? false
  const isLate = (order.purchased_quote_token !== undefined || isPaid) && neverProtected(known) && known.unprotected === null
  const unprotected = isLate ? tokenLate : known.unprotected
  const excess = paid === undefined ? [] : unprotected !== null ? paid.lines : known.paying !== null ? exceptOne(paid.lines, known.paying) : []
  return {
    state: 'delivered',
    notes: [
      ...(isUnprotected ? [unprotectedNote] : []),
      ...(isLate ? [`${tokenLate}: ${isPaid ? givenBackNote(excess, order) : 'refund what was paid for it, or protect the order after the fact'}`] : []),
    ],
    result: { protected: known.protected },
    facts: factsOfOrder(
      order.shop_order_id,
      toOrderFacts(report, { ...known, ...toReportVersion('changed', report.version, context, known), unprotected }, known.shipped),
    ),
    followUps: [...refundExcess(report, excess, unprotected ?? paidTwice), ...(isLate ? refundByHand(report, tokenLate) : [])],
  }
}

function toCreation(order: OrderInput, { token, amount }: Verdict): OrderInput {
  if (token === null) return withoutProtection(order)
  // The token is for the quoted amount, even if the discounts of the lines were rounded differently.
  const quoted = (insured: Money | undefined) => (amount?.currency === insured?.currency ? (amount ?? insured) : insured)
  const { amount_insured, amount_insured_presentment: presented } = order
  return {
    ...order,
    purchased_quote_token: token,
    ...(amount_insured && { amount_insured: quoted(amount_insured) }),
    ...(presented && { amount_insured_presentment: quoted(presented) }),
  }
}

/** The order in its current state; only lines that its protection covers are insured. */
const toChange = ({ order, update = toUpdate(order) }: OrderReport, covers: (line: string) => boolean) => ({
  ...update,
  line_items: update.line_items.map((line) => ({ ...line, is_insured: line.is_insured && covers(line.shop_line_item_id) })),
})

const tokenLate = 'protection was bought after the order had been reported without it'
const paidTwice = 'protection was paid for more than once'

const refundExcess = ({ order }: OrderReport, lines: readonly RefundLine[], reason: string) =>
  refundJobs({ order: order.shop_order_id, reason, tell: false }, lines)

/** A report of the merchant's server does not say which line charges for protection, so a person has to refund what was paid for it. */
const refundByHand = (report: OrderReport, reason: string | null) =>
  reason !== null && hasUnknownCharge(report) ? [unknownChargeJob(report.order.shop_order_id, reason)] : []

const hasUnknownCharge = ({ order, paid }: OrderReport) => !paid && order.purchased_quote_token !== undefined

const foundNote = 'the service had this order before: its first report decided whether it is protected'

/** The proxy refunds what a sealed quote bounds; the rest waits for a person. */
const givenBackNote = (excess: readonly RefundLine[], { financial_status }: OrderInput) =>
  financial_status === 'pending' || financial_status === 'voided'
    ? 'nothing is given back while the order is not paid'
    : excess.every(isWithinBound)
      ? 'what was paid for it is given back'
      : 'what of it is not given back is held for a person (storefront-proxy queue list)'

const byHandNote = 'refund what was paid for it, and then drop the report that is held for it (storefront-proxy queue list)'

/** The merchant's note for an order that was meant to be protected and is not. */
function withoutNote(reason: string, report: OrderReport, { excess }: Verdict) {
  const remedy = excess.length > 0 ? `: ${givenBackNote(excess, report.order)}` : hasUnknownCharge(report) ? `: ${byHandNote}` : ''
  return `reported without protection: ${reason}${remedy}`
}
