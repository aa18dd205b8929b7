import type { Claim } from './claim.ts'
import type { Taken } from './remaining.ts'

/** What is stored of a claim: the request, and what it takes of the order. */
export interface ClaimRequest {
  claim: Claim
  /** Absent if the claim exceeds its bounds. */
  taken?: Taken | undefined
}

/** Serializes a claim for the store. */
export const writeRequest = (request: ClaimRequest) => JSON.stringify(request)

/** Serializes a claim that is settled, without the shipping address. */
export const writeSettled = ({ claim, taken }: ClaimRequest) => writeRequest({ claim: { ...claim, address: null }, taken })

/** Parses a stored claim. */
export const readRequest = (text: string) => JSON.parse(text) as ClaimRequest
