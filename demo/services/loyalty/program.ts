import type { Handlers } from '../../../proxy/serve.ts'
import type { loyaltyService } from '../../../proxy/upstream/loyalty.ts'
import type { World } from '../world.ts'
import { benefitOf, benefitsOfTier, merchantBenefits } from './benefits.ts'
import { emit } from './events.ts'
import { forward } from './forwarding.ts'
import { tierOf } from './members.ts'
import type { LoyaltyState, Tier } from './state.ts'

type Verbs =
  | 'listTiers'
  | 'getTier'
  | 'listTierBenefits'
  | 'getTierBenefit'
  | 'updateTierBenefit'
  | 'listTierCampaigns'
  | 'listBenefits'
  | 'getBenefit'
  | 'updateBenefit'
  | 'getMerchant'
  | 'updateMerchant'

/** What the merchant cannot change about themselves (A28). */
const readOnly = ['merchantId', 'myshopifyDomain', 'customerCount', 'createdAt', 'updatedAt']

/** The tier, with its benefits where the query asks for them (A9). */
export const toTierRecord = (state: LoyaltyState, tier: Tier, includeBenefits: unknown) =>
  includeBenefits === 'true' ? { ...tier, benefits: benefitsOfTier(state, tier.id) } : tier

/** What the programme is made of, and whose it is. */
export function programHandlers(world: World): Pick<Handlers<typeof loyaltyService>, Verbs> {
  const { state, clock } = world
  const merchantRecord = () => ({ ...state.merchant, customerCount: state.members.size })

  return {
    listTiers: ({ includeBenefits }) => state.tiers.map((tier) => toTierRecord(state, tier, includeBenefits)),
    getTier: ({ id, includeBenefits }) => toTierRecord(state, tierOf(state, id), includeBenefits),
    listTierBenefits: ({ id }) => benefitsOfTier(state, tierOf(state, id).id),
    getTierBenefit: ({ id, type }) => benefitOf(benefitsOfTier(state, tierOf(state, id).id), type),

    // The type in the path wins over one in the body (A25).
    updateTierBenefit({ id, ...changes }) {
      const { type } = benefitOf(benefitsOfTier(state, tierOf(state, id).id), changes.type)
      forward(world, { does: 'change-benefit', segmentId: id, type, changes })
      return {}
    },

    listTierCampaigns: ({ id }) => state.campaigns.filter(({ segmentId }) => segmentId === tierOf(state, id).id),
    listBenefits: () => merchantBenefits(state),
    getBenefit: ({ type }) => benefitOf(merchantBenefits(state), type),

    updateBenefit({ segmentId: _segmentId, ...changes }) {
      const { type } = benefitOf(merchantBenefits(state), changes.type)
      forward(world, { does: 'change-benefit', segmentId: undefined, type, changes })
      return {}
    },

    getMerchant: merchantRecord,

    updateMerchant(changes) {
      const changed = Object.entries(changes).filter(
        ([name, value]) => !readOnly.includes(name) && JSON.stringify(state.merchant[name]) !== JSON.stringify(value),
      )
      if (changed.length === 0) return {}
      Object.assign(state.merchant, Object.fromEntries(changed), { updatedAt: clock.now().toISOString() })
      emit(world, 'merchant.updated', merchantRecord())
      return {}
    },
  }
}
