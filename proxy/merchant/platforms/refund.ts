import { ResponseError } from '../../../src/contract/client.ts'
import { toMoneyText } from '../../cli/money-text.ts'
import { Refusal } from '../../problems.ts'
import { judge } from '../../queue/judge.ts'
import type { Doing, Outcome } from '../../queue/work.ts'
import { Unanswered } from '../../transport.ts'
import { isWithinBound } from '../reports/refund-works.ts'
import {
  orderFact,
  quoteFact,
  quoteRefundFact,
  refundProtectionWork,
  type OrderFacts,
  type PlatformRefund,
  type QuoteFacts,
  type QuoteRefundFacts,
  type RefundLine,
} from '../reports/works.ts'
import { ShopRefusal, type Shop } from '../shop/shop.ts'

/**
 * Gives back what was paid for protection that there is not, or that its customer no longer wants: first the platform, under a key that is
 * the same at every try, and only then the service is told, which merely writes it down. Every refund that no person asks for goes through
 * here: none without a sealed quote, none larger than its bound, and no two for the same.
 */
export const platformRefundHandler =
  (shop: Shop | undefined) =>
  async ({ order, reason, lines, tell, beyond }: PlatformRefund, doing: Doing): Promise<Outcome> => {
    const then = tell ? [refundProtectionWork({ shopOrderId: order })] : []
    const known = await doing.fact<OrderFacts>(orderFact(order))
    if (!beyond && lines.every((line) => isGivenBack(line, known, tell))) return { state: 'superseded', notes: ['the platform has given it back by now'], then }
    const unpaid = (why: string) => `${tell ? 'protection is taken off' : 'paid but unprotected'}: ${reason}; ${why}`
    const what = `${lines.map(({ amount }) => toMoneyText(amount)).join(' and ')} of order ${order} (${lineWords(lines)})`
    const remedy = `${doing.doubtful ? 'look whether an earlier try has done it, else ' : ''}give back ${what} at the platform, then drop this`
    const doubt = beyond ? 'this is more than the sealed quote asks' : await whyByHand({ order, lines, tell }, doing)
    if (doubt !== undefined) return { state: 'held', note: unpaid(`${doubt}, so a person decides: if it was paid for protection, ${remedy}`) }
    if (!shop) return { state: 'held', note: unpaid(`nothing is set up here that refunds (SHOPIFY_ADMIN_TOKEN or CLAIMS_RESOLVER): ${remedy}`) }
    try {
      const { id } = await shop.refund({ key: doing.work.subject, order, note: `Shipment protection: ${reason}`, lines: lines.map(toShare) })
      return { state: 'delivered', result: { refund: id }, then }
    } catch (error) {
      if (error instanceof ShopRefusal) return { state: 'held', note: unpaid(`the platform refuses (${error.message}): ${remedy}`) }
      const outcome = judge(error)
      if (!isAnswer(error) || outcome.state !== 'waiting') throw error
      return { ...outcome, note: unpaid(`${what} is not given back yet, since the shop does not do it: ${outcome.note}`) }
    }
  }

/** Why a machine may not give these lines back; a quote that covers another order, or has given money back before, pays for nothing more. */
async function whyByHand({ order, lines, tell }: Pick<PlatformRefund, 'order' | 'lines' | 'tell'>, doing: Doing): Promise<string | undefined> {
  for (const line of lines) {
    if (!line.bound) return 'no sealed quote says how much of it may be given back'
    if (!isWithinBound(line)) return 'this is more than the sealed quote asks'
    const spent = await doing.keepFirst<QuoteFacts>(quoteFact(line.bound.quote), { order })
    if (spent.order !== order) return `its quote belongs to order ${spent.order}`
    const given = await doing.keepFirst<QuoteRefundFacts>(quoteRefundFact(line.bound.quote, tell), { refund: doing.work.subject })
    if (given.refund !== doing.work.subject) return 'its quote has given money back before'
  }
  return undefined
}

const toShare = ({ bound: _, ...share }: RefundLine) => share

/** Whether so much of the line is gone that nothing is left to give back but what pays for the protection, where that is to stay. */
function isGivenBack({ id }: RefundLine, known: OrderFacts | undefined, andPaying: boolean): boolean {
  const line = known?.lines.find((one) => one.id === id)
  return line !== undefined && line.quantity - line.refunded_quantity <= (known?.paying === id && !andPaying ? 1 : 0)
}

const isAnswer = (error: unknown) => error instanceof Unanswered || error instanceof ResponseError || error instanceof Refusal

const lineWords = (lines: PlatformRefund['lines']) =>
  `${lines.length === 1 ? 'line' : 'lines'} ${lines.map(({ id, quantity }) => (quantity === 1 ? id : `${quantity} of ${id}`)).join(', ')}`
