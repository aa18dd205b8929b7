import type { Money } from '../../src/contract/money.ts'
import type { Consent } from '../../src/contract/protection.ts'
import type { Handler, JobContext, Outcome } from '../jobs/handler.ts'
import { readToken } from '../reports/consent.ts'
import { hashOf } from '../reports/hash.ts'
import type { OrderReport } from '../reports/report-bodies.ts'
import { orderFact, type OrderFacts } from '../reports/report-facts.ts'
import type { FigureCounter } from './figure-counter.ts'

interface OutcomeParts {
  counter: Pick<FigureCounter, 'count'>
  /** The price of the quote with this token; undefined if it was not sealed here. */
  priceOf: (token: string) => Promise<Money | undefined>
}

/** Wraps the handler of orders, so that each order is counted once: when its first report is delivered. */
export function countOutcomes(handlers: Readonly<Record<string, Handler>>, parts: OutcomeParts): Record<string, Handler> {
  const { order } = handlers
  if (!order) return { ...handlers }
  return {
    ...handlers,
    async order(report: OrderReport, context: JobContext) {
      const outcome = await (order as (body: OrderReport, context: JobContext) => Promise<Outcome>)(report, context)
      await countOrder(report, context, outcome, parts)
      return outcome
    },
  }
}

async function countOrder({ order, paid }: OrderReport, { job }: JobContext, outcome: Outcome, { counter: { count }, priceOf }: OutcomeParts) {
  if (outcome.state !== 'delivered') return
  const facts = outcome.facts?.[orderFact(order.shop_order_id)] as OrderFacts | undefined
  // A change of an order that is known keeps the hash of its first report.
  if (facts?.created !== hashOf(job.body)) return
  const consent = outcome.result?.consent as Consent | undefined
  const { lang } = consent ?? {}
  count({ name: 'orders', lang, money: facts.money.total })
  if (consent || order.purchased_quote_token !== undefined || (paid?.lines.length ?? 0) > 0) count({ name: 'chosen', lang })
  if (facts.protected !== true) return
  count({ name: 'protected', lang, money: order.amount_insured })
  // The shop's server does not report what it has charged: it charges the price of the quote. The shopper's record of the price is only a statement.
  const { purchased_quote_token: token } = order
  const price = facts.charge?.amount ?? (token === undefined ? undefined : await priceOf(readToken(token).token)) ?? consent?.price
  if (price) count({ name: 'revenue', lang, money: price })
}
