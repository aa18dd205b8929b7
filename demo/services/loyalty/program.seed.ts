import { day } from '../day.ts'
import { kilnAndPaper } from './programs/kiln-and-paper.ts'
import { mossAndTin } from './programs/moss-and-tin.ts'
import type { ProgramSeed, TierSeed } from './programs/program.ts'
import type { LoyaltyState, Tier } from './state.ts'

/** The part of the state that the merchant sets up, without members. */
export type Program = Pick<LoyaltyState, 'tiers' | 'benefits' | 'campaigns' | 'merchant'>

const seeds: Record<string, ProgramSeed> = { 'kiln-and-paper': kilnAndPaper, 'moss-and-tin': mossAndTin }

/** Makes the programme of that merchant: its tiers, their benefits, and the campaigns around the present date. */
export function seedProgram(merchantId: string, now: Date): Program {
  const { merchant, tiers, benefits, campaigns } = seeds[merchantId] ?? kilnAndPaper
  const at = (days: number) => new Date(now.getTime() + days * day).toISOString()
  const dates = { createdAt: at(-900), updatedAt: at(-900) }
  return {
    tiers: tiers.map((tier, rank) => toTier(tier, rank, merchantId, merchant.currency, dates)),
    benefits: [...tiers.flatMap(({ id, benefits }) => benefits.map((benefit) => ({ ...benefit, segmentId: id }))), ...benefits].map((benefit) => ({
      ...benefit,
      enabled: true,
      displayOnLandingPage: true,
    })),
    campaigns: campaigns.map(({ id, segmentId, name, from, to }) => ({
      id,
      segmentId,
      merchantId,
      name,
      collectionIds: ['gid://shopify/Collection/1234567890'],
      startDate: at(from),
      endDate: to === null ? null : at(to),
      createdAt: at(-30),
      updatedAt: at(-30),
    })),
    merchant: {
      merchantId,
      myshopifyDomain: `${merchantId}.example.com`,
      ...merchant,
      status: 'ACTIVE',
      creditsEnabled: true,
      landingPageEnabled: true,
      savedSearchId: null,
      subscriptionProduct: null,
      ...dates,
    },
  }
}

const toTier = (
  { id, name, description, spendThreshold, price, color }: TierSeed,
  rank: number,
  merchantId: string,
  currency: string,
  dates: object,
): Tier => ({
  id,
  segmentId: id,
  merchantId,
  name,
  description,
  kind: spendThreshold !== undefined ? 'SPEND_BASED' : price !== undefined ? 'PAID' : 'FREE',
  rank,
  color,
  price: price ?? null,
  billingInterval: price === undefined ? null : 'MONTHLY',
  currency,
  spendThreshold: spendThreshold ?? null,
  spendPeriod: spendThreshold === undefined ? null : 'ANNUAL',
  enabled: true,
  ...dates,
})
