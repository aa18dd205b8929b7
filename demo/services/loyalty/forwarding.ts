import type { World } from '../world.ts'
import { day } from '../day.ts'
import { toAmount } from './amounts.ts'
import { merchantBenefits, benefitsOfTier } from './benefits.ts'
import { requestCancellation } from './cancellations.ts'
import { bookCredits } from './members.ts'
import { settleRedemption } from './redemptions.ts'
import type { ForwardedWork } from './state.ts'

/** Accepts work that takes effect after the delay of all such work and, if given, some more days. */
export function forward({ state, clock, options }: World, work: ForwardedWork, days = 0) {
  const due = clock.now().getTime() + (options.effectDelay ?? 2000) + days * day
  state.forwarded.push({ dueAt: new Date(due).toISOString(), work })
  clock.wakeAt(due)
}

/** Sets the alarms for the work that an earlier run accepted. */
export function resumeForwarded({ state, clock }: World) {
  for (const { dueAt } of state.forwarded) clock.wakeAt(Date.parse(dueAt))
}

/** Performs due work in order of time. A failure is logged once and does not block other work. */
export function settle(world: World) {
  const { state, clock, changed } = world
  if (state.forwarded.length === 0) return
  const now = clock.now().toISOString()
  const due = state.forwarded.filter(({ dueAt }) => dueAt <= now).sort((a, b) => a.dueAt.localeCompare(b.dueAt))
  for (const forwarded of due) {
    const { work } = forwarded
    try {
      does[work.does](world, work as never)
    } catch (error) {
      console.error(`Forwarded work failed: ${JSON.stringify(work)}`, error)
    }
    state.forwarded.splice(state.forwarded.indexOf(forwarded), 1)
  }
  if (due.length > 0) changed()
}

/** Returns the sum of the accepted work that will reduce a member’s balance. */
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

const does: { [Kind in ForwardedWork['does']]: (world: World, work: Extract<ForwardedWork, { does: Kind }>) => void } = {
  book(world, { customerId, amount, reason, note, force }) {
    const { members, codes } = world.state
    const member = members.get(customerId)
    if (!member) return
    bookCredits(world, member, amount, reason, { note })
    if (force && amount < 0) codes.delete(customerId) // A20
  },

  redeem(world, { customerId, amount, redemption }) {
    const member = world.state.members.get(customerId)
    if (member) settleRedemption(world, member, amount, redemption)
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
