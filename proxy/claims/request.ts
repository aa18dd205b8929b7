import type { Claim } from './claim.ts'
import type { Taken } from './left.ts'

/** What is kept of a claim: what was asked for, and what that takes of the order. */
export interface ClaimRequest {
  claim: Claim
  /** Absent where that is more than there is. */
  taken?: Taken | undefined
}

/** A claim as it is kept. */
export const writeRequest = (request: ClaimRequest) => JSON.stringify(request)

/** A claim of which nothing more has to be done, as it is kept: without anybody's address. */
export const writeSettled = ({ claim, taken }: ClaimRequest) => writeRequest({ claim: { ...claim, address: null }, taken })

/** A claim that was kept. */
export const readRequest = (text: string) => JSON.parse(text) as ClaimRequest
