import { randomInt } from 'node:crypto'
import type { World } from '../world.ts'
import { toAmount } from './amounts.ts'
import { merchantBenefits, benefitsOfTier } from './benefits.ts'
import { requestCancellation, type Wishes } from './cancellations.ts'
import { bookCredits } from './members.ts'
import type { Benefit } from './state.ts'

/** What the backend is handed, to be done later (section 1). */
type Work =
  | { does: 'book'; customerId: string; amount: number; reason: string; note: string | null; force: boolean }
  | { does: 'redeem'; customerId: string; amount: number; redemption: number }
  | { does: 'cancel'; customerId: string; wishes: Wishes }
  | { does: 'change-benefit'; segmentId: string | undefined; type: string; changes: Partial<Benefit> }
  | { does: 'confirm-webhook'; id: string }

export interface Forwarded {
  dueAt: string
  work: Work
}

/** Takes work in, which takes effect after the delay that all such work has, and the days that it may wait beyond. */
export function forward(world: World, work: Work, days = 0) {
  const { state, clock, options } = world
  const wait = (options.effectDelay ?? 2000) + days * 86_400_000
  state.forwarded.push({ dueAt: new Date(clock.now().getTime() + wait).toISOString(), work })
  clock.after(wait, () => settle(world))
}

/** Does what is due, in order of time. */
export function settle(world: World) {
  const { state, clock } = world
  if (state.forwarded.length === 0) return
  const now = clock.now().toISOString()
  const due = state.forwarded.filter(({ dueAt }) => dueAt <= now)
  if (due.length === 0) return
  state.forwarded = state.forwarded.filter(({ dueAt }) => dueAt > now)
  for (const { work } of due.sort((a, b) => a.dueAt.localeCompare(b.dueAt))) does[work.does](world, work as never)
}

/** What has been taken in that will take from a member's balance. */
export function underWay({ state }: World, customerId: string, currency: string): number {
  const taken = state.forwarded.map(({ work }) => {
    if (work.does === 'redeem' && work.customerId === customerId) return work.amount
    return work.does === 'book' && work.customerId === customerId && work.amount < 0 ? -work.amount : 0
  })
  return toAmount(
    taken.reduce((sum, amount) => sum + amount, 0),
    currency,
  )
}

const does: { [Kind in Work['does']]: (world: World, work: Extract<Work, { does: Kind }>) => void } = {
  book(world, { customerId, amount, reason, note, force }) {
    const { members, codes } = world.state
    const member = members.get(customerId)
    if (!member) return
    bookCredits(world, member, amount, reason, { note })
    if (force && amount < 0) codes.delete(customerId) // A20
  },

  redeem(world, { customerId, amount, redemption }) {
    const { members, codes, redemptions } = world.state
    const member = members.get(customerId)
    if (!member) return
    const settledAt = world.clock.now().toISOString()
    member.numberOfCreditRedemptions++
    member.lastCreditRedemptionAt = settledAt
    bookCredits(world, member, -amount, 'REDEMPTION')
    // One code, for the sum of what was redeemed into it (A37).
    const code = `REDEEM+${randomInt(100_000_000, 1_000_000_000)}`
    codes.set(customerId, { code, value: toAmount((codes.get(customerId)?.value ?? 0) + amount, member.currencyCode) })
    Object.assign(redemptions[redemption] ?? {}, { settledAt, code })
  },

  cancel(world, { customerId, wishes }) {
    const member = world.state.members.get(customerId)
    if (member) requestCancellation(world, member, 'CUSTOMER', wishes)
  },

  'change-benefit'({ state }, { segmentId, type, changes }) {
    const benefits = segmentId === undefined ? merchantBenefits(state) : benefitsOfTier(state, segmentId)
    const benefit = benefits.find((benefit) => benefit.type === type)
    if (benefit) Object.assign(benefit, changes, { type, ...(segmentId !== undefined && { segmentId }) })
  },

  'confirm-webhook'({ state, clock }, { id }) {
    const webhook = state.webhooks.get(id)
    if (webhook) webhook.confirmedAt = clock.now().toISOString()
  },
}
