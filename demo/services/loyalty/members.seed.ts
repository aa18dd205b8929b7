import { day } from '../day.ts'
import { newCancellation } from './cancellations.ts'
import { seedManyMembers } from './many-members.seed.ts'
import { book } from './ledger.ts'
import { computedTotals } from './ledger.seed.ts'
import { newMember } from './members.ts'
import type { Past, PersonSeed } from './person.seed.ts'
import type { Program } from './program.seed.ts'
import { toAmount } from './amounts.ts'
import type { Cancellation, Ledger, LoyaltyState, Member, Purchase } from './state.ts'

const mira = { customerId: '700100200301', firstName: 'Mira', lastName: 'Okafor', email: 'mira@example.com' }
const jonas = { customerId: '700100200302', firstName: 'Jonas', lastName: 'Weber', email: 'jonas@example.com' }
const aiko = { customerId: '700100200303', firstName: 'Aiko', lastName: 'Tanaka', email: 'aiko@example.com' }
/** A member who has referred many friends: a hundred thousand entries. */
const noor = { customerId: '700100200304', firstName: 'نور', lastName: 'حداد', email: 'noor@example.com' }

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
const demoPeople: readonly PersonSeed[] = [
  { customer: mira, tierId: '3a636361', joined: 548, past: pastOfMira, more: { notes: 'Prefers matte glazes' } },
  { customer: aiko, tierId: '2b4d6f81', joined: 320, status: 'PENDING_CANCELLATION', past: pastOfAiko },
]

const entriesOfNoor = 100_000

type Seeded = Pick<LoyaltyState, 'customers' | 'members' | 'ledgers' | 'purchases' | 'cancellations'>

/** Makes the members of the programme and their history: for the first merchant the people of the demo and many others, for others many members. */
export function seedMembers({ tiers, merchant }: Program, now: Date): Seeded {
  // Hundreds of members share the same days, and every start of the stand-ins makes all members.
  const times = new Map<number, string>()
  const ago = (days: number) => {
    const time = times.get(days) ?? new Date(now.getTime() - days * day).toISOString()
    times.set(days, time)
    return time
  }
  const isDemo = merchant.merchantId === 'kiln-and-paper'
  const seeded: Seeded = { customers: new Map(), members: new Map(), ledgers: new Map(), purchases: new Map(), cancellations: new Map() }

  const add = ({ customer, tierId, joined, status = 'ACTIVE', past, more }: PersonSeed) => {
    const { customerId } = customer
    const member = newMember(customer, tierId, merchant, ago(joined))
    const ledger: Ledger = { entries: [] }
    const purchases: Purchase[] = []
    for (const [daysAgo, amount, reason, about] of past) {
      const at = ago(daysAgo)
      const order = typeof about === 'number' ? { orderId: Number(customerId.slice(-6)) * 1e6 + 6_244_000_000_000 + daysAgo, orderTotal: about } : undefined
      if (order) purchases.push({ orderId: order.orderId, total: order.orderTotal, at })
      if (amount === 0) continue
      const expirationDate = amount > 0 && reason !== 'SIGNUP' ? ago(daysAgo - 730) : null
      book(ledger, member, amount, reason, at, { note: typeof about === 'string' ? about : null, expirationDate, ...order })
    }
    const last = purchases.at(-1)
    const totalSpend = toAmount(
      purchases.reduce((sum, { total }) => sum + total, 0),
      merchant.currency,
    )
    const redeemed = past.filter(([, , reason]) => reason === 'REDEMPTION')
    const redemptions = {
      numberOfCreditRedemptions: redeemed.length,
      lastCreditRedemptionAt: redeemed.length > 0 ? ago(Math.min(...redeemed.map(([daysAgo]) => daysAgo))) : null,
    }
    const orders = { orderCount: purchases.length, orderIds: purchases.map(({ orderId }) => orderId), totalSpend, revenue: totalSpend }
    Object.assign(member, orders, redemptions, { lastPurchaseAt: last?.at ?? null, tierSince: last?.at ?? member.joinedAt }, more)
    seeded.customers.set(customerId, customer)
    seeded.members.set(customerId, member)
    seeded.ledgers.set(customerId, ledger)
    if (last) seeded.purchases.set(customerId, purchases)
    if (status === 'PENDING_CANCELLATION' || status === 'CANCELLED') seeded.cancellations.set(customerId, cancellationOf(member, status, now))
    member.status = status
    return member
  }

  if (isDemo) {
    demoPeople.forEach(add)
    seeded.customers.set(jonas.customerId, jonas)
    add({ customer: noor, tierId: '1f2e3d4c', joined: 1501, past: [], more: { ...computedTotals(ago(1500), entriesOfNoor), notes: 'Brings everybody' } })
    seeded.ledgers.set(noor.customerId, { computed: { count: entriesOfNoor, from: ago(1500) }, entries: [] })
  }
  for (const person of seedManyMembers(tiers, isDemo ? { first: 700_100_200_401, count: 400 } : { first: 810_100_200_301, count: 36 })) add(person)
  return seeded
}

/** Makes a cancellation by the member: requested today, or so long ago that it has ended. */
function cancellationOf(member: Member, status: Cancellation['status'], now: Date): Cancellation {
  if (status === 'PENDING_CANCELLATION') return newCancellation(member, 'CUSTOMER', {}, now)
  const cancellation = newCancellation(member, 'CUSTOMER', {}, new Date(now.getTime() - 39 * day))
  return { ...cancellation, status, updatedAt: cancellation.cancelDate }
}
