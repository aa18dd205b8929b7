import type { Benefit } from '../state.ts'

/** A tier and what it gives: free without a minimum, bought where it has a price. */
export interface TierSeed {
  id: string
  name: string
  description: string
  spendThreshold?: number
  price?: number
  benefits: Benefit[]
}

/** The programme of one merchant, as the demo begins with it. */
export interface ProgramSeed {
  merchant: { merchantName: string; email: string; firstName: string; lastName: string; phone: string; country: string; currency: string }
  /** Lowest first. */
  tiers: TierSeed[]
  benefits: Benefit[]
  /** Days from now; no end leaves it open. */
  campaigns: { id: string; segmentId: string; name: string; from: number; to: number | null }[]
}
