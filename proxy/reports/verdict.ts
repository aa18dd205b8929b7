import type { Money } from '../../src/contract/money.ts'
import type { Consent } from '../../src/contract/protection.ts'
import { looksSealed } from '../identity/seal.ts'
import type { JobContext } from '../jobs/handler.ts'
import type { OrderInput } from '../upstream/protection.ts'
import { priceNotes, readToken, type CarriedToken } from './consent.ts'
import type { Quotes } from '../identity/sealed-quotes.ts'
import { isInsured } from './insured-lines.ts'
import { splitPaid } from './paid.ts'
import { quoteFact, type QuoteFacts } from './refund-facts.ts'
import type { OrderReport } from './report-bodies.ts'
import type { RefundLine } from './protection-payment.ts'

/** The decision about an order's protection, made before the order is reported to the service. */
export interface Verdict {
  /** The service's own token, to be sent with the order; null if the order is reported without protection. */
  token: string | null
  /** The amount that was quoted with the token, if it is known. */
  amount?: Money
  /** Why the order is reported without protection, though it was meant to be protected. */
  fault: string | null
  paying: string | null
  /** Lines that were paid without protection in return. */
  excess: RefundLine[]
  /** What the shopper agreed to, if a readable record of it came with the token. */
  consent?: Consent | undefined
  /** Further notes for the merchant. */
  notes?: string[]
}

/** The verdict for an order that was never meant to be protected. */
const nothing: Verdict = { token: null, fault: null, paying: null, excess: [] }

const without = ({ paid }: OrderReport, fault: string): Verdict => ({
  token: null,
  fault,
  paying: null,
  excess: paid?.lines.filter(({ quantity, amount }) => quantity > 0 && amount.cents > 0) ?? [],
})

const verdictFact = ({ id }: Pick<JobContext, 'id'>) => `verdict:${id}`
const refusedFact = ({ id }: Pick<JobContext, 'id'>) => `refused:${id}`

/** The names of the facts that store the decision about this job's report. */
export const verdictFacts = (id: string) => [verdictFact({ id }), refusedFact({ id })]

/**
 * Decides once, for all attempts, whether the token covers the order, and which of the charged lines pays for protection. Later changes do not
 * matter. This spends a valid sealed quote.
 */
export async function decide(report: OrderReport, context: JobContext, quotes: Quotes): Promise<Verdict> {
  const { order, paid } = report
  const tokens = uniqueTokens([...(paid?.lines ?? []).map(({ token }) => token), order.purchased_quote_token].filter((token) => token !== undefined))
  if (tokens.length === 0) {
    return isInsured(order) || paid?.lines.length ? without(report, 'there is no quote token') : nothing
  }
  const verdict = await context.putIfAbsent(verdictFact(context), await assessTokens(report, tokens, context, quotes))
  const refused = (context.attempt > 1 || context.inDoubt) && (await context.fact(refusedFact(context)))
  return refused ? { ...without(report, refusedByService), ...consentAndNotesOf(verdict) } : verdict
}

/** Each token once, with the first record that came with it: the line and the cart's attributes hold the same token. */
function uniqueTokens(carried: readonly string[]): CarriedToken[] {
  const found = new Map<string, CarriedToken>()
  for (const one of carried.map(readToken)) {
    const before = found.get(one.token)
    if (!before || (one.consent && !before.consent)) found.set(one.token, one)
  }
  return [...found.values()]
}

const consentAndNotesOf = ({ consent, notes }: Verdict): Pick<Verdict, 'consent' | 'notes'> => ({ ...(consent && { consent }), ...(notes && { notes }) })

const refusedByService = 'the service refused the quote token'

/** The verdict after the service has refused the token; stored before the order is sent without it. */
export async function decideWithoutToken(report: OrderReport, context: JobContext, verdict: Verdict): Promise<Verdict> {
  await context.putIfAbsent(refusedFact(context), true)
  return { ...without(report, refusedByService), ...consentAndNotesOf(verdict) }
}

/** The facts to delete when the order is delivered. */
export const settledVerdict = (context: JobContext) => ({ [verdictFact(context)]: null, [refusedFact(context)]: null })

/** The first verdict that covers the order; otherwise the verdict of the first token. */
async function assessTokens(report: OrderReport, tokens: readonly CarriedToken[], context: JobContext, quotes: Quotes): Promise<Verdict> {
  const verdicts: Verdict[] = []
  for (const token of tokens) {
    const verdict = await assessToken(report, token, context, quotes)
    if (verdict.token !== null) return verdict
    verdicts.push(verdict)
  }
  return verdicts[0]!
}

async function assessToken(report: OrderReport, { token, consent, fault: unreadable }: CarriedToken, context: JobContext, quotes: Quotes): Promise<Verdict> {
  const { order } = report
  if (!looksSealed(token)) {
    if (isFromPlatform(report)) return without(report, 'the token was not sealed here')
    return order.amount_insured ? covered(report, token, token, null) : without(report, 'amount_insured is missing, which a quote token needs')
  }
  // A quote is requested in the shopper's currency.
  const amount = order.amount_insured_presentment ?? order.amount_insured
  const { quote, fault } = await quotes.verify(token, amount, new Date(order.created_at), {
    about: discountedLines(order),
    above: report.borne && report.borne.currency === amount?.currency ? report.borne.cents : 0,
  })
  const notes = [...(unreadable === undefined ? [] : [unreadable]), ...priceNotes(consent, quote?.price ?? null)]
  const consentAndNotes = { ...(consent && { consent }), ...(notes.length > 0 && { notes }) }
  if (!quote || fault !== undefined) return { ...without(report, fault ?? 'the token was not sealed here, or was changed'), ...consentAndNotes }
  const verdict = covered(report, token, quote.upstream, quote.price)
  if (verdict.token === null) return { ...verdict, ...consentAndNotes }
  const spent = await context.putIfAbsent<QuoteFacts>(quoteFact(quote.jti), { order: order.shop_order_id })
  return spent.order === order.shop_order_id
    ? { ...verdict, ...consentAndNotes, amount: quote.amount }
    : { ...without(report, 'the quote was spent by another order'), ...consentAndNotes }
}

/** The number of insured lines with a discount; each line's share of a discount is rounded by itself. */
const discountedLines = ({ line_items }: OrderInput) =>
  line_items.filter(({ is_insured, unit_price, quantity, total_price }) => is_insured && total_price.cents !== unit_price.cents * quantity).length

/** Whether a platform reports the order. A shopper can write any token into it; only the merchant's own backend may report the service's tokens. */
const isFromPlatform = ({ update }: OrderReport) => update !== undefined

/** The verdict that the order is covered, if the paid amount is the price of the token. */
function covered(report: OrderReport, carried: string, token: string, price: Money | null): Verdict {
  if (!report.paid) return { token, fault: null, paying: null, excess: [] }
  const { paying, excess, fault } = splitPaid(report.paid, price, (line) => line.token !== undefined && readToken(line.token).token === carried)
  return fault === undefined ? { token, fault: null, paying, excess } : without(report, fault)
}
