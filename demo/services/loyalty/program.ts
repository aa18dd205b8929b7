import type { Handlers } from '../../../proxy/http/serve.ts'
import type { loyaltyService } from '../../../proxy/upstream/loyalty.ts'
import type { World } from '../world.ts'
import { Failure } from '../failure.ts'
import { benefitOf, benefitsOfTier, merchantBenefits } from './benefits.ts'
import { emit } from './events.ts'
import { forward } from './forwarding.ts'
import { checkGrowth } from './growth.ts'
import { tierOf } from './members.ts'
import type { Benefit, LoyaltyState, Tier } from './state.ts'

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

/** The fields that the merchant cannot change (A28). */
const readOnly = ['merchantId', 'myshopifyDomain', 'customerCount', 'createdAt', 'updatedAt']

/** Returns the tier, with its benefits if the query requests them (A9). */
export const toTierRecord = (state: LoyaltyState, tier: Tier, includeBenefits: unknown) =>
  includeBenefits === 'true' ? { ...tier, benefits: benefitsOfTier(state, tier.id) } : tier

/** Makes the handlers for the programme and the merchant. */
export function programHandlers(world: World): Pick<Handlers<typeof loyaltyService>, Verbs> {
  const { state, clock } = world
  const merchantRecord = () => ({ ...state.merchant, customerCount: state.members.size })

  const changeBenefit = (benefit: Benefit, changes: Partial<Benefit>) => {
    const { segmentId, type } = benefit
    const onTheirWay = state.forwarded.flatMap(({ work }) =>
      work.does === 'change-benefit' && work.segmentId === segmentId && work.type === type ? [work.changes] : [],
    )
    checkGrowth(benefit, ...onTheirWay, changes)
    forward(world, { does: 'change-benefit', segmentId, type, changes })
  }

  return {
    listTiers: ({ includeBenefits }) => state.tiers.map((tier) => toTierRecord(state, tier, includeBenefits)),
    getTier: ({ id, includeBenefits }) => toTierRecord(state, tierOf(state, id), includeBenefits),
    listTierBenefits: ({ id }) => benefitsOfTier(state, tierOf(state, id).id),
    getTierBenefit: ({ id, type }) => benefitOf(benefitsOfTier(state, tierOf(state, id).id), type),

    // The type in the path wins over one in the body (A25).
    updateTierBenefit({ id, ...changes }) {
      changeBenefit(benefitOf(benefitsOfTier(state, tierOf(state, id).id), changes.type), changes)
      return {}
    },

    listTierCampaigns: ({ id }) => state.campaigns.filter(({ segmentId }) => segmentId === tierOf(state, id).id),
    listBenefits: () => merchantBenefits(state),
    getBenefit: ({ type }) => benefitOf(merchantBenefits(state), type),

    updateBenefit({ segmentId: _segmentId, ...changes }) {
      changeBenefit(benefitOf(merchantBenefits(state), changes.type), changes)
      return {}
    },

    getMerchant: merchantRecord,

    updateMerchant(changes) {
      const changed = Object.entries(changes).filter(
        ([name, value]) => !readOnly.includes(name) && JSON.stringify(state.merchant[name]) !== JSON.stringify(value),
      )
      if (changed.length === 0) return {}
      const { currency } = state.merchant
      if (changes.currency !== undefined && changes.currency !== currency) throw new Failure(400, `currency is ${currency}: the members' credits are in it`)
      checkGrowth(state.merchant, Object.fromEntries(changed))
      Object.assign(state.merchant, Object.fromEntries(changed), { updatedAt: clock.now().toISOString() })
      emit(world, 'merchant.updated', merchantRecord())
      return {}
    },
  }
}
