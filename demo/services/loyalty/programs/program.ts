import type { Benefit } from '../state.ts'

/** A tier with its benefits: free without a threshold, paid if it has a price. */
export interface TierSeed {
  id: string
  name: string
  description: string
  spendThreshold?: number
  price?: number
  color: string
  benefits: Benefit[]
}

/** The programme of one merchant at the start of the demo. */
export interface ProgramSeed {
  merchant: { merchantName: string; email: string; firstName: string; lastName: string; phone: string; country: string; currency: string }
  /** Lowest first. */
  tiers: TierSeed[]
  benefits: Benefit[]
  /** Days from now; a campaign without an end stays open. */
  campaigns: { id: string; segmentId: string; name: string; from: number; to: number | null }[]
}
