import type { Handlers } from '../../../proxy/serve.ts'
import type { loyaltyService } from '../../../proxy/upstream/loyalty.ts'
import type { World } from '../world.ts'
import { Failure } from '../failure.ts'
import { benefitOf, benefitsOfTier, merchantBenefits, welcomeOf } from './benefits.ts'
import { pageOfCredits, recordCredits, spendOf } from './ledger.ts'
import { cancel, memberOf, newMember, tierOf, toMemberRecord } from './members.ts'
import type { Member } from './state.ts'
import { webhookHandlers } from './webhooks.ts'

const day = 86_400_000
/** A4. */
const defaultLimit = 50
/** What the merchant cannot change about themselves (A28). */
const readOnly = ['merchantId', 'myshopifyDomain', 'customerCount', 'createdAt', 'updatedAt']

/** What the merchant may ask and do. */
export function adminHandlers(world: World): Handlers<typeof loyaltyService> {
  const {
    state,
    clock,
    options: { effectDelay = 2000 },
  } = world
  /** Gives what the programme promises to whoever joins, after the days that the benefit waits (A25). */
  const welcome = (member: Member) => {
    const { amount, days } = welcomeOf(state, member.tierId)
    if (amount > 0) clock.after(effectDelay + days * day, () => recordCredits(state.ledgers, member, amount, 'SIGNUP', clock.now()))
  }
  const touch = <Record extends object>(record: Record, changes: object) => Object.assign(record, changes, { updatedAt: clock.now().toISOString() })

  return {
    listMembers({ limit = defaultLimit, lastCustomerId }) {
      const start = lastCustomerId ? state.members.findIndex(({ customerId }) => customerId === lastCustomerId) + 1 : 0
      if (lastCustomerId && start === 0) throw new Failure(400, 'lastCustomerId is not a cursor of this list')
      const customers = state.members.slice(start, start + limit)
      return {
        customers: customers.map((member) => toMemberRecord(state, member)),
        ...(start + limit < state.members.length && { lastCustomerId: customers.at(-1)?.customerId }),
      }
    },

    // Without a tier it is the first free one, and whoever is in a higher one falls to it (rule 2, A14).
    createMember({ customerId, segmentId, tierId, tier: named, credits, keepInSpendBasedTier = false }) {
      const wanted = segmentId ?? tierId ?? named ?? state.tiers.find(({ kind }) => kind === 'FREE')?.id
      const tier = tierOf(state, String(wanted))
      const known = state.members.find((member) => member.customerId === customerId)
      if (known) {
        if (tier.rank < tierOf(state, known.tierId).rank) touch(known, { tierId: tier.id })
        if (known.status === 'CANCELLED') touch(known, { status: 'ACTIVE' })
      } else {
        const customer = state.customers.find((customer) => customer.customerId === customerId) ?? { customerId }
        const member = { ...newMember(customer, tier.id, state.merchant.merchantId, state.merchant.currency, clock.now()), keepInSpendBasedTier }
        if (credits) recordCredits(state.ledgers, member, credits, 'SIGNUP', clock.now())
        else welcome(member)
        state.members.push(member)
      }
      return { customer: toMemberRecord(state, memberOf(state, customerId)) }
    },

    getMember: ({ id }) => toMemberRecord(state, memberOf(state, id)),

    updateMember({ id, firstName, lastName, notes, phoneNumber }) {
      return toMemberRecord(state, touch(memberOf(state, id), { firstName, lastName, notes, phoneNumber }))
    },

    listCredits({ id, limit = defaultLimit, lastCreditEntry }) {
      memberOf(state, id)
      return { ...pageOfCredits(state.ledgers.get(id) ?? [], limit, lastCreditEntry), redemption: state.codes.get(id) ?? null }
    },

    issueCredits({ id, amount, note = null, reason, force }) {
      const member = memberOf(state, id)
      if (member.credit + amount < 0) throw new Failure(400, 'amount takes more than the balance')
      clock.after(effectDelay, () => {
        recordCredits(state.ledgers, member, amount, typeof reason === 'string' ? reason : 'MANUAL', clock.now(), { note })
        if (force && amount < 0) state.codes.delete(id) // A20
      })
      return {}
    },

    requestCancellation({ id, ...wishes }) {
      cancel(world, memberOf(state, id), 'MERCHANT', wishes)
      return {}
    },

    reactivateMember({ id }) {
      touch(memberOf(state, id), { status: 'ACTIVE' })
      state.cancellations = state.cancellations.filter(({ customerId }) => customerId !== id)
      return {}
    },

    getSpend: ({ id }) => spendOf(state.ledgers.get(id) ?? [], clock.now()),

    changeTier({ id, tierId }) {
      return toMemberRecord(state, touch(memberOf(state, id), { tierId: tierOf(state, tierId).id }))
    },

    listTiers: ({ includeBenefits }) => state.tiers.map((tier) => (isTrue(includeBenefits) ? { ...tier, benefits: benefitsOfTier(state, tier.id) } : tier)),

    getTier({ id, includeBenefits }) {
      const tier = tierOf(state, id)
      return isTrue(includeBenefits) ? { ...tier, benefits: benefitsOfTier(state, id) } : tier
    },

    listTierBenefits: ({ id }) => benefitsOfTier(state, tierOf(state, id).id),
    getTierBenefit: ({ id, type }) => benefitOf(benefitsOfTier(state, tierOf(state, id).id), type),

    // The type in the path wins over one in the body (A25).
    updateTierBenefit({ id, ...changes }) {
      const benefit = benefitOf(benefitsOfTier(state, tierOf(state, id).id), changes.type)
      clock.after(effectDelay, () => Object.assign(benefit, changes, { type: benefit.type }))
      return {}
    },

    listTierCampaigns: ({ id }) => state.campaigns.filter(({ segmentId }) => segmentId === tierOf(state, id).id),
    listBenefits: () => merchantBenefits(state),
    getBenefit: ({ type }) => benefitOf(merchantBenefits(state), type),

    updateBenefit(changes) {
      const benefit = benefitOf(merchantBenefits(state), changes.type)
      clock.after(effectDelay, () => Object.assign(benefit, changes, { type: benefit.type }))
      return {}
    },

    getMerchant: () => ({ ...state.merchant, customerCount: state.members.length }),

    updateMerchant(changes) {
      touch(state.merchant, Object.fromEntries(Object.entries(changes).filter(([name]) => !readOnly.includes(name))))
      return {}
    },

    ...webhookHandlers(world),
  }
}

/** Text in a query. */
const isTrue = (value: unknown) => value === 'true'
