import { createHmac, hkdfSync } from 'node:crypto'
import { Refusal } from '../http/problems.ts'
import type { AttemptCounter } from '../http/attempt-counter.ts'
import { findMember } from '../upstream/member-lookup.ts'
import type { LoyaltyClients } from '../upstream/services.ts'
import type { Leaving } from './merchant.ts'

/** The most attempts with a wrong address per member number, real or not, and the window in milliseconds. */
const attemptLimit = { limit: 10, window: 3_600_000 }

/** Whether the membership is ending or has ended (A11): another request would succeed and change nothing (A38). */
const isEnding = (status: string) => status === 'PENDING_CANCELLATION' || status === 'CANCELLED'

/** Requests the end of the membership with this number and e-mail address. The response is the same for an unknown number and for a wrong address. */
export type EndMembership = (who: { memberId: string; email: string; reason?: string | undefined }) => Promise<Leaving>

interface EndMembershipParts {
  /** Absent if no loyalty service is set up; then every request is refused. */
  loyalty: LoyaltyClients | undefined
  /** Hides the member numbers in the counts. */
  secret: Uint8Array
  attemptCounter: AttemptCounter
}

/** Ends memberships of shoppers who are not signed in, by what they write on a page of the shop. */
export function createEndMembership({ loyalty, secret, attemptCounter }: EndMembershipParts): EndMembership {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'storefront-leaving', 32))
  return async ({ memberId, email, reason }) => {
    if (!loyalty) throw new Refusal('not-configured', 'No loyalty service is set up here (LOYALTY_BASE_URL, LOYALTY_API_KEY).')
    const { admin } = loyalty
    // An attempt is counted before its result is known, so that many attempts at once cannot exceed the limit.
    const result = await attemptCounter.consumeAttempts([{ name: createHmac('sha256', key).update(memberId).digest('base64url'), ...attemptLimit }])
    if ('exhausted' in result) {
      const retryAfter = Math.max(1, Math.ceil(result.exhausted[0]!.resetsIn / 1000))
      throw new Refusal('rate-limited', 'There were too many attempts for this number. A person must handle it.', { retryAfter })
    }
    const found = await findMember(loyalty, memberId).catch(async (error: unknown) => {
      // A look-up that the service does not answer does not count as a failed attempt.
      await attemptCounter.releaseAttempts(result.consumed)
      throw error
    })
    if (!found?.email || toAddress(found.email) !== toAddress(email)) throw new Refusal('not-found', 'There is no membership with this number and address.')
    await attemptCounter.releaseAttempts(result.consumed)
    if (isEnding(found.status)) return { status: found.status, repeated: true }
    await admin.requestCancellation({ id: memberId, reason })
    const { status } = await admin.getMember({ id: memberId }, { onLeftOut: () => {} })
    return { status, repeated: false }
  }
}

const toAddress = (email: string) => email.trim().toLowerCase()
