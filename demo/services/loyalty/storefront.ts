import type { Handlers } from '../../../proxy/http/serve.ts'
import type { loyaltyStorefrontService } from '../../../proxy/upstream/loyalty.ts'
import type { World } from '../world.ts'
import { Failure } from '../failure.ts'
import { toAmount } from './amounts.ts'
import { benefitOf, benefitsOfTier, merchantBenefits } from './benefits.ts'
import { checkWishes } from './cancellations.ts'
import { holdsCardNumber } from './card-numbers.ts'
import { forward, underWay } from './forwarding.ts'
import { pageOfCredits } from './ledger.ts'
import { mail } from './mails.ts'
import { changeMember, ledgerOf, memberOf, tierOf, toMemberRecord } from './members.ts'
import { defaultLimit } from './pages.ts'
import { toTierRecord } from './program.ts'
import { isRepeated, redemptionName, remember } from './redemptions.ts'
import { sessionSeconds, signSession } from './session.ts'

/** The caller of an operation. */
export interface Visitor {
  /** The member of the request’s JWT. */
  customerId?: string
  idempotencyKey?: string
}

/** Makes the handlers of members’ operations. Each member can act only for themselves. */
export function storefrontHandlers(world: World): Handlers<typeof loyaltyStorefrontService, Visitor> {
  const {
    state,
    clock,
    account: { loyaltyKey },
    options: { creditsUnpaged },
  } = world

  /** Returns the member of the JWT; refuses any other member (A35). */
  const self = ({ customerId = '' }: Visitor, id = customerId) => {
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

  return {
    async authenticate({ customerId, email }) {
      const member = state.members.get(customerId)
      if (!member || (email !== undefined && member.email?.toLowerCase() !== email.toLowerCase())) throw new Failure(401, 'Member cannot be authenticated')
      return { token: await signSession(customerId, state.merchant.merchantId, loyaltyKey, clock.now()), expiresIn: sessionSeconds }
    },

    readMember({ id }, visitor) {
      const { notes: _notes, paymentId: _paymentId, ...record } = toMemberRecord(state, self(visitor, id)) // A44
      return record
    },

    readCredits({ id, limit, lastCreditEntry }, visitor) {
      const member = self(visitor, id)
      const ledger = ledgerOf(state, id)
      const all = creditsUnpaged || (limit === undefined && lastCreditEntry === undefined) // A45
      return {
        ...(all ? pageOfCredits(ledger, member, Infinity) : pageOfCredits(ledger, member, limit ?? defaultLimit, lastCreditEntry)),
        redemption: state.codes.get(id) ?? null,
      }
    },

    redeemCredits({ id, amount: wanted }, visitor) {
      const member = self(visitor, id)
      const { idempotencyKey = null } = visitor
      if (idempotencyKey !== null && idempotencyKey.length > 255) throw new Failure(400, 'Idempotency-Key is longer than 255 characters')
      const name = redemptionName(id, idempotencyKey)
      if (isRepeated(state, name, wanted ?? null)) return {}
      const free = toAmount(member.credit - underWay(world, id, member.currencyCode), member.currencyCode)
      const amount = toAmount(wanted ?? free, member.currencyCode) // A36
      if (!(amount > 0)) throw new Failure(400, 'amount has to be more than 0')
      if (amount > free) throw new Failure(400, 'amount is more than the balance')
      const requestedAt = clock.now().toISOString()
      remember(state, name, { customerId: id, amount, asked: wanted ?? null, idempotencyKey, requestedAt, settledAt: null, code: null })
      forward(world, { does: 'redeem', customerId: id, amount, redemption: name })
      return {}
    },

    // Only the merchant can end a membership at once (A38).
    cancelMembership({ id, reason, switchToFreeTier, nextSegmentId }, visitor) {
      self(visitor, id)
      checkWishes(state, { nextSegmentId })
      forward(world, { does: 'cancel', customerId: id, wishes: { reason, switchToFreeTier, nextSegmentId } })
      return {}
    },

    updatePaymentMethod({ id, ...details }, visitor) {
      const member = self(visitor, id)
      if (holdsCardNumber(details)) throw new Failure(400, 'Card numbers are not accepted')
      if (details.paymentMethodId) changeMember(world, member, { paymentId: details.paymentMethodId })
      else mail(world, id, 'payment-method')
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

    readTier: ({ id, customerId, includeBenefits }, visitor) => toTierRecord(state, ownTier(visitor, id, customerId), includeBenefits),
    readTierBenefits: ({ id, customerId }, visitor) => benefitsOfTier(state, ownTier(visitor, id, customerId).id),

    readTierCampaigns({ id, customerId }, visitor) {
      const tier = ownTier(visitor, id, customerId)
      return state.campaigns.filter(({ segmentId }) => segmentId === tier.id)
    },
  }
}
