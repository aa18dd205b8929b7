import type { Expiring } from '../../../src/contract/loyalty.ts'
import type { CreditsDto, Decimal } from '../../upstream/loyalty.ts'
import { toMoney } from '../amounts.ts'

/**
 * The part of a balance that expires next, by the newest entries of its ledger. The service says when entries expire and what is left in total
 * (A19), but not what is left of each entry; the entries that expire soonest count as spent first. Null if nothing expires, or if older
 * entries that were not read could be left too.
 */
export function nextToExpire(balance: Decimal, { credits, lastCreditEntry }: CreditsDto, currency: string, now: number): Expiring | null {
  const given = credits
    .map(({ amount, expirationDate }) => ({ cents: toMoney(amount, currency).cents, at: expirationDate, time: timeOf(expirationDate) }))
    .filter(({ cents, time }) => cents > 0 && time > now)
    .sort((a, b) => (a.time < b.time ? 1 : -1))
  let left = toMoney(balance, currency).cents
  const kept = given.flatMap((entry) => {
    const cents = Math.min(entry.cents, left)
    left -= cents
    return cents > 0 ? [{ ...entry, cents }] : []
  })
  const soonest = kept.at(-1)
  if (!soonest?.at || soonest.time === Infinity || (left > 0 && lastCreditEntry)) return null
  // Entries that expire at the same time count as one loss.
  const lost = kept.filter(({ time }) => time === soonest.time).reduce((sum, { cents }) => sum + cents, 0)
  return { amount: { cents: lost, currency }, at: soonest.at }
}

/** Milliseconds since 1970; an entry without a readable date never expires. */
const timeOf = (date: string | null | undefined) => {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? Infinity : time
}
