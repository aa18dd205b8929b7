import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '../../problems.ts'
import { findMember } from '../../upstream/member-lookup.ts'
import type { LoyaltyClients } from '../../upstream/services.ts'
import type { Leaving } from '../merchant.ts'

/** How many tries with another address a member's number has within an hour, real or not. */
const misses = 10

/** On the way out, or out (A11): asking once more would be success, and change nothing (A38). */
const isLeaving = (status: string) => status === 'PENDING_CANCELLATION' || status === 'CANCELLED'

/** Asks for the end of the membership of that number, where that is its e-mail address; who has no such membership and who gives another address is told the same. */
export type EndMembership = (who: { memberId: string; email: string; reason?: string | undefined }) => Promise<Leaving>

/** How somebody leaves who is not signed in: by what they write on a page of the shop. Without a service to ask it refuses. */
export function createLeaving(loyalty: LoyaltyClients | undefined): EndMembership {
  const budget = new RateLimiterMemory({ points: misses, duration: 3_600 })
  return async ({ memberId, email, reason }) => {
    if (!loyalty) throw new Refusal('not-configured', 'No loyalty service is set up here (LOYALTY_BASE_URL, LOYALTY_API_KEY).')
    const { admin } = loyalty
    // A try is taken before it is known whether it misses, so that many at once cannot slip through.
    await budget.consume(memberId).catch((cause: unknown) => {
      const retryAfter = cause instanceof RateLimiterRes ? Math.ceil(cause.msBeforeNext / 1000) : 60
      throw new Refusal('rate-limited', 'There were too many tries for this number. Let a person look after it.', { retryAfter, cause })
    })
    const found = await findMember(loyalty, memberId).catch(async (error: unknown) => {
      // What could not be looked up is no miss.
      await budget.reward(memberId)
      throw error
    })
    if (!found?.email || toAddress(found.email) !== toAddress(email)) throw new Refusal('not-found', 'There is no membership with this number and address.')
    await budget.reward(memberId)
    if (isLeaving(found.status)) return { status: found.status, repeated: true }
    await admin.requestCancellation({ id: memberId, reason })
    const { status } = await admin.getMember({ id: memberId })
    return { status, repeated: false }
  }
}

const toAddress = (email: string) => email.trim().toLowerCase()
