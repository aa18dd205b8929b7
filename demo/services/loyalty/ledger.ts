import { Failure } from '../failure.ts'
import { toAmount } from './amounts.ts'
import { computedEntry } from './ledger.seed.ts'
import type { CreditEntry, Ledger, Member } from './state.ts'

/** Returns the number of entries of a ledger, including computed ones. */
export const lengthOf = ({ computed, entries }: Ledger) => (computed?.count ?? 0) + entries.length

/** Returns the entries from one position up to another, oldest first. */
export function slice(ledger: Ledger, start: number, end = lengthOf(ledger)): CreditEntry[] {
  const { computed, entries } = ledger
  const count = computed?.count ?? 0
  const made = Array.from({ length: Math.max(0, Math.min(end, count) - start) }, (_, index) => computedEntry(computed!.from, start + index))
  return [...made, ...entries.slice(Math.max(0, start - count), Math.max(0, end - count))]
}

/** Books an amount (negative amounts are deductions) and changes the member’s balance. */
export function book(ledger: Ledger, member: Member, amount: number, reason: string, createdAt: string, more: Partial<CreditEntry> = {}): CreditEntry {
  const previousBalance = member.credit
  member.credit = toAmount(previousBalance + amount, member.currencyCode)
  if (amount > 0) member.creditsEarned = toAmount(member.creditsEarned + amount, member.currencyCode)
  member.updatedAt = createdAt
  const entry: CreditEntry = {
    note: null,
    orderId: null,
    orderTotal: null,
    appliedBy: null,
    expirationDate: null,
    ...more,
    amount,
    previousBalance,
    newBalance: member.credit,
    reason,
    createdAt,
    updatedAt: createdAt,
  }
  ledger.entries.push(entry)
  return entry
}

/** Returns the entry with its member and merchant. */
export const toCreditRecord = ({ customerId, merchantId }: Member, entry: CreditEntry) => ({ customerId, merchantId, ...entry })

/** Returns one page of a member’s credits, newest first, with the cursor of the next page if there is one (A4, A7). */
export function pageOfCredits(ledger: Ledger, member: Member, limit: number, cursor?: string) {
  const end = cursor ? readCursor(cursor, member, lengthOf(ledger)) : lengthOf(ledger)
  const start = Math.max(0, end - limit)
  const credits = slice(ledger, start, end)
    .reverse()
    .map((entry) => toCreditRecord(member, entry))
  return { credits, ...(start > 0 && { lastCreditEntry: toCursor(member, start) }) }
}

/** Returns the name of a member’s list, so that a cursor of another list is recognised. */
const listOf = ({ merchantId, customerId }: Member) => `entry of ${customerId} at ${merchantId}: `

/** Makes a cursor from a position. Entries are never removed, so a position stays valid. The form breaks if a caller does not encode it. */
const toCursor = (member: Member, position: number) => `{"sort+key/":"${Buffer.from(listOf(member) + position).toString('base64')}="}`

function readCursor(cursor: string, member: Member, length: number): number {
  for (const text of [cursor, decoded(cursor)]) {
    const [, key = ''] = /^\{"sort\+key\/":"([A-Za-z0-9+/]+=*)"\}$/.exec(text) ?? []
    const list = listOf(member)
    const read = Buffer.from(key, 'base64').toString()
    if (!read.startsWith(list) || !/^\d+$/.test(read.slice(list.length))) continue
    const position = Number(read.slice(list.length))
    if (position > 0 && position < length) return position
  }
  throw new Failure(400, 'lastCreditEntry is not a cursor of this list')
}

/** Decodes a cursor once more: some callers encode twice (A7). */
function decoded(cursor: string) {
  try {
    return decodeURIComponent(cursor)
  } catch {
    return ''
  }
}
