import { recordCredits, toDecimal } from './ledger.ts'
import type { CreditEntry, LoyaltyState, Member, ShopCustomer } from './state.ts'

const day = 86_400_000
const mira = { customerId: '700100200301', firstName: 'Mira', lastName: 'Okafor', email: 'mira@example.com' }
const jonas = { customerId: '700100200302', firstName: 'Jonas', lastName: 'Weber', email: 'jonas@example.com' }
const aiko = { customerId: '700100200303', firstName: 'Aiko', lastName: 'Tanaka', email: 'aiko@example.com' }

/** A member as they are on the day they join. */
export function newMember(customer: Pick<ShopCustomer, 'customerId'> & Partial<ShopCustomer>, tierId: string, merchantId: string, currencyCode: string, joined: Date): Member {
  const { customerId, firstName = null, lastName = null, email = null } = customer
  const joinedAt = joined.toISOString()
  return {
    customerId,
    merchantId,
    status: 'ACTIVE',
    accountState: 'ENABLED',
    email,
    firstName,
    lastName,
    phoneNumber: null,
    notes: null,
    anonymized: false,
    tierId,
    keepInSpendBasedTier: false,
    credit: 0,
    creditsEarned: 0,
    numberOfCreditRedemptions: 0,
    lastCreditRedemptionAt: null,
    orderCount: 0,
    orderIds: [],
    totalSpend: 0,
    revenue: 0,
    currencyCode,
    paymentId: null,
    referrals: 0,
    joinedAt,
    createdAt: joinedAt,
    updatedAt: joinedAt,
  }
}

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
  [203, 5.87, 'EARNED_FROM_PURCHASE', 117.3],
  [183, 10, 'ANNIVERSARY'],
  [141, -10, 'REDEMPTION'],
  [96, 9.75, 'EARNED_FROM_PURCHASE', 195],
  [41, -2.75, 'EXPIRED'],
  [19, 2, 'MANUAL', 'Sorry for the chipped saucer'],
]

const pastOfAiko: readonly Past[] = [
  [310, 4.2, 'EARNED_FROM_PURCHASE', 140],
  [122, 2.4, 'EARNED_FROM_PURCHASE', 80],
]

/** The people of the demo: Mira a member, Jonas a customer who has not joined, Aiko a member who is leaving. */
export function seedMembers(now: Date): Pick<LoyaltyState, 'customers' | 'members' | 'ledgers' | 'spend'> {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const members = [
    { ...newMember(mira, '3a636361', 'kiln-and-paper', 'USD', ago(548)), notes: 'Prefers matte glazes', totalSpend: 682.6, revenue: 682.6, numberOfCreditRedemptions: 2 },
    { ...newMember(aiko, '2b4d6f81', 'kiln-and-paper', 'USD', ago(320)), status: 'PENDING_CANCELLATION', totalSpend: 220, revenue: 220 },
  ]
  const ledgers = new Map<string, CreditEntry[]>()
  for (const [index, past] of [pastOfMira, pastOfAiko].entries()) {
    const member = members[index]
    if (!member) continue
    for (const [daysAgo, amount, reason, about] of past) {
      const order = typeof about === 'number' ? { orderId: 6_244_265_853_000 + daysAgo, orderTotal: about } : undefined
      const expires = amount > 0 && reason !== 'SIGNUP' ? ago(daysAgo - 730).toISOString() : null
      recordCredits(ledgers, member, amount, reason, ago(daysAgo), { note: typeof about === 'string' ? about : null, expirationDate: expires, ...order })
      if (!order) continue
      member.orderCount++
      member.orderIds.push(order.orderId)
    }
  }
  const spend = new Map(
    [
      [mira.customerId, { monthly: 0, quarterly: 195, semiAnnual: 195, annual: 512.3, allTime: 682.6 }] as const,
      [aiko.customerId, { monthly: 0, quarterly: 0, semiAnnual: 80, annual: 220, allTime: 220 }] as const,
    ].map(([customerId, periods]) => [customerId, Object.fromEntries(Object.entries(periods).map(([period, amount]) => [period, toDecimal(amount)]))]),
  )
  return { customers: [mira, jonas, aiko], members, ledgers, spend }
}
