import { recordCredits, toDecimal } from './ledger.ts'
import { newMember } from './members.ts'
import type { CreditEntry, LoyaltyState } from './state.ts'

const day = 86_400_000
const mira = { customerId: '700100200301', firstName: 'Mira', lastName: 'Okafor', email: 'mira@example.com' }
const jonas = { customerId: '700100200302', firstName: 'Jonas', lastName: 'Weber', email: 'jonas@example.com' }
const aiko = { customerId: '700100200303', firstName: 'Aiko', lastName: 'Tanaka', email: 'aiko@example.com' }

/** Days ago, amount, reason, and what an order had cost or a note says. */
type Past = readonly [daysAgo: number, amount: number, reason: string, about?: number | string]

const pastOfMira: readonly Past[] = [
  [548, 5, 'SIGNUP', 'Welcome to Kiln & Paper'],
  [531, 1.96, 'EARNED_FROM_PURCHASE', 98],
  [402, 4.31, 'EARNED_FROM_PURCHASE', 143.5],
  [366, -5, 'REDEMPTION'],
  [334, 3.86, 'EARNED_FROM_PURCHASE', 128.8],
  [268, 10, 'BIRTHDAY', 'Many happy returns'],
  [231, 7.5, 'REFERRAL', 'For bringing a friend'],
  [203, 9.43, 'EARNED_FROM_PURCHASE', 188.5],
  [183, 10, 'ANNIVERSARY'],
  [141, -10, 'REDEMPTION'],
  [96, 9.75, 'EARNED_FROM_PURCHASE', 195],
  [41, -6.31, 'EXPIRED'],
  [19, 2, 'MANUAL', 'Sorry for the chipped saucer'],
]

const pastOfAiko: readonly Past[] = [
  [310, 4.2, 'EARNED_FROM_PURCHASE', 140],
  [122, 2.4, 'EARNED_FROM_PURCHASE', 80],
]

/** The people of the demo: Mira a member, Jonas a customer who has not joined, Aiko a member who is leaving. */
export function seedMembers(now: Date): Pick<LoyaltyState, 'customers' | 'members' | 'ledgers'> {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const joined = [
    {
      member: { ...newMember(mira, '3a636361', 'kiln-and-paper', 'USD', ago(548)), notes: 'Prefers matte glazes', numberOfCreditRedemptions: 2 },
      past: pastOfMira,
    },
    {
      member: { ...newMember(aiko, '2b4d6f81', 'kiln-and-paper', 'USD', ago(320)), status: 'PENDING_CANCELLATION' },
      past: pastOfAiko,
    },
  ]
  const ledgers = new Map<string, CreditEntry[]>()
  for (const { member, past } of joined) {
    for (const [daysAgo, amount, reason, about] of past) {
      const order = typeof about === 'number' ? { orderId: 6_244_265_853_000 + daysAgo, orderTotal: about } : undefined
      const expirationDate = amount > 0 && reason !== 'SIGNUP' ? ago(daysAgo - 730).toISOString() : null
      recordCredits(ledgers, member, amount, reason, ago(daysAgo), { note: typeof about === 'string' ? about : null, expirationDate, ...order })
      if (!order) continue
      member.orderCount++
      member.totalSpend = toDecimal(member.totalSpend + order.orderTotal)
      member.revenue = member.totalSpend
      member.orderIds.push(order.orderId)
    }
  }
  return { customers: [mira, jonas, aiko], members: joined.map(({ member }) => member), ledgers }
}
