import type { CreditEntry } from './state.ts'

/** Ten entries in a row, in hundredths. Together they raise the balance by one hundredth. */
const cycle: readonly (readonly [hundredths: number, reason: string])[] = [
  [250, 'REFERRAL'],
  [250, 'REFERRAL'],
  [175, 'MANUAL'],
  [-500, 'REDEMPTION'],
  [250, 'REFERRAL'],
  [250, 'REFERRAL'],
  [125, 'MANUAL'],
  [-500, 'REDEMPTION'],
  [201, 'REFERRAL'],
  [-500, 'REDEMPTION'],
]
/** The balance after each of the first ten entries. */
const left = cycle.map((_, index) => sum(cycle.slice(0, index + 1).map(([hundredths]) => hundredths)))
const leftByCycle = left.at(-1)!
const earnedByCycle = sum(cycle.map(([hundredths]) => Math.max(0, hundredths)))

/** Milliseconds between two entries: a hundred thousand fill 1500 days. */
const pace = 1_296_000

/** Computes the entry at that position of a ledger that begins at `from`. The result is always the same and consistent with the neighbouring entries. */
export function computedEntry(from: string, position: number): CreditEntry {
  const [hundredths, reason] = cycle[position % cycle.length]!
  const balance = balanceAfter(position)
  const createdAt = new Date(Date.parse(from) + position * pace).toISOString()
  return {
    note: null,
    orderId: null,
    orderTotal: null,
    appliedBy: null,
    expirationDate: null,
    amount: hundredths / 100,
    previousBalance: (balance - hundredths) / 100,
    newBalance: balance / 100,
    reason,
    createdAt,
    updatedAt: createdAt,
  }
}

/** Computes a member’s balance, earned credits and redemptions after that many entries, a whole number of cycles. */
export function computedTotals(from: string, count: number) {
  const cycles = count / cycle.length
  return {
    credit: (cycles * leftByCycle) / 100,
    creditsEarned: (cycles * earnedByCycle) / 100,
    numberOfCreditRedemptions: cycles * cycle.filter(([, reason]) => reason === 'REDEMPTION').length,
    // Each cycle ends with a redemption.
    lastCreditRedemptionAt: computedEntry(from, count - 1).createdAt,
    referrals: cycles * cycle.filter(([, reason]) => reason === 'REFERRAL').length,
  }
}

const balanceAfter = (position: number) => Math.floor(position / cycle.length) * leftByCycle + left[position % cycle.length]!

function sum(numbers: readonly number[]) {
  return numbers.reduce((total, number) => total + number, 0)
}
