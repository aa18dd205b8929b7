import type { Money } from '../../src/contract/money.ts'
import type { Job } from '../jobs/job.ts'
import { platformRefundJob } from './report-jobs.ts'
import type { PlatformRefund, RefundBound, RefundLine } from './protection-payment.ts'

/**
 * The jobs that refund these lines, one job per line. The part of a line beyond the bound of its sealed quote becomes a second job
 * without a bound, which waits for a person.
 */
export const refundJobs = (refund: Pick<PlatformRefund, 'order' | 'reason' | 'tell'>, lines: readonly RefundLine[]): Job[] =>
  lines
    .filter(({ quantity, amount }) => quantity > 0 && amount.cents > 0)
    .flatMap((line) => {
      if (!line.bound || isWithinBound(line)) return platformRefundJob({ ...refund, lines: [line] })
      const { within, beyond } = splitByBound(line, line.bound)
      const byHand = beyondJob(refund, beyond)
      return within.amount.cents > 0 ? [platformRefundJob({ ...refund, lines: [within] }), byHand] : byHand
    })

/** The job for the part of a line that its quote does not bound, or no longer bounds; a person decides about it. */
export const beyondJob = ({ order, reason, tell }: Pick<PlatformRefund, 'order' | 'reason' | 'tell'>, { bound, ...line }: RefundLine): Job =>
  platformRefundJob({ order, reason, tell, lines: [{ ...line, ...(bound && { sealed: bound.presented ?? bound.amount }) }], beyond: true })

/** The job for an order whose report does not say what it was charged for protection; a person refunds that. */
export const unknownChargeJob = (order: string, reason: string): Job => platformRefundJob({ order, reason, tell: false, lines: [], beyond: true })

/** Whether the proxy may refund the whole line without a person. */
export const isWithinBound = ({ amount, presented, bound }: RefundLine): boolean => {
  const fits = (money: Money | undefined, most: Money | undefined) =>
    money === undefined || (most !== undefined && money.currency === most.currency && money.cents <= most.cents)
  return bound !== undefined && fits(amount, bound.amount) && fits(presented, bound.presented)
}

/** Splits a line into what its bound allows of one piece, and the rest. */
function splitByBound({ id, quantity, amount, presented }: RefundLine, bound: RefundBound): { within: RefundLine; beyond: RefundLine } {
  const one = (money: Money, most: Money | undefined): Money => ({ ...money, cents: Math.min(Math.round(money.cents / quantity), most?.cents ?? 0) })
  const [first, firstPresented] = [one(amount, bound.amount), presented && one(presented, bound.presented)]
  const rest = (money: Money, given: Money): Money => ({ ...money, cents: money.cents - given.cents })
  return {
    within: { id, quantity: 1, amount: first, ...(firstPresented && { presented: firstPresented }), bound },
    beyond: {
      id,
      quantity: Math.max(1, quantity - 1),
      amount: rest(amount, first),
      ...(presented && firstPresented && { presented: rest(presented, firstPresented) }),
      bound,
    },
  }
}
