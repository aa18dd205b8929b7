import { randomInt } from 'node:crypto'
import type { Handlers } from '../../../proxy/serve.ts'
import type { loyaltyStorefrontService } from '../../../proxy/upstream/loyalty.ts'
import type { World } from '../world.ts'
import { Failure } from '../failure.ts'
import { benefitOf, benefitsOfTier, merchantBenefits } from './benefits.ts'
import { pageOfCredits, recordCredits, toDecimal } from './ledger.ts'
import { cancel, memberOf, tierOf, toMemberRecord } from './members.ts'
import { sessionSeconds, signSession } from './session.ts'
import type { Redemption } from './state.ts'

/** Whom the request's JWT speaks for, if it carries one. */
export interface Visitor {
  customerId?: string
}

/** What members may ask and do, each for themselves. */
export function storefrontHandlers(world: World): Handlers<typeof loyaltyStorefrontService, Visitor> {
  const {
    state,
    clock,
    account: { loyaltyKey },
    options: { effectDelay = 2000 },
  } = world

  /** The member whom the JWT speaks for, and nobody else (A35). */
  const self = ({ customerId }: Visitor, id = customerId) => {
    if (customerId === undefined) throw new Failure(401, 'Token is missing')
    if (id !== customerId) throw new Failure(403, 'Token belongs to another member')
    return memberOf(state, customerId)
  }

  /** `id` may be the tier's or the member's own (A42). */
  const ownTier = (visitor: Visitor, id: string, customerId?: string) => {
    const member = self(visitor, customerId)
    const tier = tierOf(state, id === member.customerId ? member.tierId : id)
    if (tier.id !== member.tierId) throw new Failure(403, "Tier is not the member's own")
    return tier
  }

  const underWay = (customerId: string) =>
    state.redemptions.filter((redemption) => redemption.customerId === customerId && !redemption.settledAt).reduce((sum, { amount }) => sum + amount, 0)

  return {
    async authenticate({ customerId, email }) {
      const member = state.members.find((member) => member.customerId === customerId)
      if (!member || (email && member.email?.toLowerCase() !== email.toLowerCase())) throw new Failure(401, 'Member cannot be authenticated')
      return { token: await signSession(customerId, state.merchant.merchantId, loyaltyKey, clock.now()), expiresIn: sessionSeconds }
    },

    readMember({ id }, visitor) {
      const { notes: _notes, paymentId: _paymentId, ...record } = toMemberRecord(state, self(visitor, id)) // A44
      return record
    },

    readCredits({ id, limit, lastCreditEntry }, visitor) {
      const { customerId } = self(visitor, id)
      const ledger = state.ledgers.get(customerId) ?? []
      const all = limit === undefined && lastCreditEntry === undefined // A45
      return { ...pageOfCredits(ledger, all ? Infinity : (limit ?? 50), lastCreditEntry), redemption: state.codes.get(customerId) ?? null }
    },

    redeemCredits({ id, amount: wanted, credits, creditAmount }, visitor) {
      const member = self(visitor, id)
      const free = toDecimal(member.credit - underWay(id))
      const amount = toDecimal(Number(wanted ?? credits ?? creditAmount ?? free)) // A36
      if (!(amount > 0)) throw new Failure(400, 'amount has to be more than 0')
      if (amount > free) throw new Failure(400, 'amount is more than the balance')
      const redemption: Redemption = { customerId: id, amount, requestedAt: clock.now().toISOString(), settledAt: null, code: null }
      state.redemptions.push(redemption)
      clock.after(effectDelay, () => {
        const settled = clock.now()
        recordCredits(state.ledgers, member, -amount, 'REDEMPTION', settled)
        member.numberOfCreditRedemptions++
        member.lastCreditRedemptionAt = settled.toISOString()
        const code = `REDEEM+${randomInt(100_000_000, 1_000_000_000)}`
        state.codes.set(id, { code, value: toDecimal((state.codes.get(id)?.value ?? 0) + amount) }) // A37
        Object.assign(redemption, { settledAt: settled.toISOString(), code })
      })
      return {}
    },

    cancelMembership({ id, ...wishes }, visitor) {
      const member = self(visitor, id)
      clock.after(effectDelay, () => cancel(world, member, 'CUSTOMER', wishes))
      return {}
    },

    updatePaymentMethod({ id, ...details }, visitor) {
      const member = self(visitor, id)
      if (Object.values(details).some((value) => /^\d{12,19}$/.test(String(value).replace(/[ -]/g, ''))))
        throw new Failure(400, 'Card numbers are not accepted')
      if (details.paymentMethodId) member.paymentId = details.paymentMethodId
      else state.mails.push({ customerId: id, about: 'payment-method', sentAt: clock.now().toISOString() })
      return {}
    },

    readBenefits(_input, visitor) {
      self(visitor)
      return merchantBenefits(state)
    },

    readBenefit({ id }, visitor) {
      self(visitor)
      return benefitOf(merchantBenefits(state), id)
    },

    readTier: ({ id, customerId }, visitor) => ownTier(visitor, id, customerId),
    readTierBenefits: ({ id, customerId }, visitor) => benefitsOfTier(state, ownTier(visitor, id, customerId).id),

    readTierCampaigns({ id, customerId }, visitor) {
      const tier = ownTier(visitor, id, customerId)
      return state.campaigns.filter(({ segmentId }) => segmentId === tier.id)
    },
  }
}
