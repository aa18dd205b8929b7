import { Failure } from '../failure.ts'
import type { CreditEntry, LoyaltyState, Member } from './state.ts'

/** Sums of decimal amounts drift in binary; the book is kept to the hundredth. */
export const toDecimal = (amount: number) => Math.round(amount * 100) / 100

/** Books an amount, negative ones as taken, and moves the member's balance with it. */
export function recordCredits(ledgers: LoyaltyState['ledgers'], member: Member, amount: number, reason: string, at: Date, more: Partial<CreditEntry> = {}) {
  const previousBalance = member.credit
  const createdAt = at.toISOString()
  member.credit = toDecimal(previousBalance + amount)
  if (amount > 0) member.creditsEarned = toDecimal(member.creditsEarned + amount)
  member.updatedAt = createdAt
  const entry = {
    note: null,
    orderId: null,
    orderTotal: null,
    expirationDate: null,
    ...more,
    amount,
    previousBalance,
    newBalance: member.credit,
    reason,
    createdAt,
    updatedAt: createdAt,
  }
  const ledger = ledgers.get(member.customerId)
  if (ledger) ledger.push(entry)
  else ledgers.set(member.customerId, [entry])
}

/** One page of a member's credits, newest first, with the cursor of the next where there is one (A4, A7). */
export function pageOfCredits(ledger: readonly CreditEntry[], limit: number, cursor?: string): { credits: CreditEntry[]; lastCreditEntry?: string } {
  const end = cursor === undefined ? ledger.length : readCursor(cursor, ledger.length)
  const start = Math.max(0, end - limit)
  return { credits: ledger.slice(start, end).reverse(), ...(start > 0 && { lastCreditEntry: toCursor(start) }) }
}

/** Entries are never taken out, so a position holds however many are added meanwhile. Its form is one that breaks where it is not encoded. */
const toCursor = (position: number) => `{"sort+key/":"${Buffer.from(`entry ${position}`).toString('base64')}="}`

function readCursor(cursor: string, length: number): number {
  for (const text of [cursor, decoded(cursor)]) {
    const [, key = ''] = /^\{"sort\+key\/":"([A-Za-z0-9+/]+=*)"\}$/.exec(text) ?? []
    const position = Number(/^entry (\d+)$/.exec(Buffer.from(key, 'base64').toString())?.[1])
    if (position > 0 && position <= length) return position
  }
  throw new Failure(400, 'lastCreditEntry is not a cursor of this list')
}

/** Some callers encode twice (A7). */
function decoded(cursor: string) {
  try {
    return decodeURIComponent(cursor)
  } catch {
    return ''
  }
}

const day = 86_400_000
const periods = { monthly: 30, quarterly: 91, semiAnnual: 182, annual: 365, allTime: Infinity }

/** What a member's orders came to in each period up to now; nothing for who has none (A21). */
export function spendOf(ledger: readonly CreditEntry[], now: Date): Record<keyof typeof periods, number> | undefined {
  const orders = ledger.filter(({ orderTotal }) => orderTotal !== null)
  if (orders.length === 0) return undefined
  const within = (days: number) => {
    const recent = orders.filter(({ createdAt }) => now.getTime() - Date.parse(createdAt) <= days * day)
    return toDecimal(recent.reduce((sum, { orderTotal }) => sum + (orderTotal ?? 0), 0))
  }
  return {
    monthly: within(periods.monthly),
    quarterly: within(periods.quarterly),
    semiAnnual: within(periods.semiAnnual),
    annual: within(periods.annual),
    allTime: within(periods.allTime),
  }
}
