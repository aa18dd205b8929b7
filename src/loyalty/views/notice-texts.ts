import type { Problem } from '../../contract/problem.ts'
import type { Messages } from '../../i18n/localize.ts'
import type { Localizer } from './localizer.ts'
import type { LoyaltyState } from '../membership/membership-store.ts'

/** Says that something was sent which has not taken effect yet, and when the cancellation was received. */
export function sentText({ sentAt, cancelledAt, membership, action }: LoyaltyState, { words, say, lang }: Localizer<Messages<'loyalty'>>): string {
  const received = cancelledAt === undefined ? '' : say('cancelAsked', { time: writeTime(cancelledAt, lang) })
  if (sentAt !== undefined) return `${received} ${words.sent}`.trim()
  if (received && isLeaving(membership?.member?.status ?? '')) return received
  return action?.verb === 'payment' && action.status === 'done' ? words.paymentSent : ''
}

/** The statuses for which there are words. */
const named = ['PENDING_CANCELLATION', 'CANCELLED', 'PAYMENT_FAILED'] as const

/** What a member should know of a status other than `ACTIVE`. Statuses are an open list (A11): `ON_HOLD`, for which there are no words, is read as "On hold". */
export function statusText(status: string, { words, say }: Localizer<Messages<'loyalty'>>): string {
  const known = named.find((one) => one === status)
  return known ? words[known] : say('status', { status: status.charAt(0) + status.slice(1).toLowerCase().replaceAll('_', ' ') })
}

/** To the second, with the zone: a shopper can show it later. */
const writeTime = (time: number, lang: string) => new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'long' }).format(time)

/** Whether only signing in again helps. */
export const isEnded = ({ code }: Partial<Problem>) => /^(session|assertion)/.test(code ?? '')

/** On the way out, or out. */
export const isLeaving = (status: string): status is 'PENDING_CANCELLATION' | 'CANCELLED' => status === 'PENDING_CANCELLATION' || status === 'CANCELLED'

/** Whether the membership waits for a payment that failed: then the way to another payment method stands beside what is said of it. */
export const isUnpaid = (status?: string) => status === 'PAYMENT_FAILED'
