import { createHmac, hkdfSync } from 'node:crypto'
import { Refusal } from '../http/problems.ts'
import type { TryCounts } from '../http/limit-store.ts'
import { findMember } from '../upstream/member-lookup.ts'
import type { LoyaltyClients } from '../upstream/services.ts'
import type { Leaving } from './merchant.ts'

/** How many tries with another address a member's number has, real or not, and within how many milliseconds. */
const misses = { most: 10, length: 3_600_000 }

/** On the way out, or out (A11): asking once more would be success, and change nothing (A38). */
const isLeaving = (status: string) => status === 'PENDING_CANCELLATION' || status === 'CANCELLED'

/** Asks for the end of the membership of that number, where that is its e-mail address; who has no such membership and who gives another address is told the same. */
export type EndMembership = (who: { memberId: string; email: string; reason?: string | undefined }) => Promise<Leaving>

interface LeavingParts {
  /** Without a service to ask it refuses. */
  loyalty: LoyaltyClients | undefined
  /** Keeps numbers from standing where they are counted. */
  secret: Uint8Array
  counts: TryCounts
}

/** How somebody leaves who is not signed in: by what they write on a page of the shop. */
export function createLeaving({ loyalty, secret, counts }: LeavingParts): EndMembership {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'storefront-leaving', 32))
  return async ({ memberId, email, reason }) => {
    if (!loyalty) throw new Refusal('not-configured', 'No loyalty service is set up here (LOYALTY_BASE_URL, LOYALTY_API_KEY).')
    const { admin } = loyalty
    // A try is taken before it is known whether it misses, so that many at once cannot slip through.
    const taking = await counts.takeTries([{ name: createHmac('sha256', key).update(memberId).digest('base64url'), ...misses }])
    if ('exhausted' in taking) {
      const retryAfter = Math.max(1, Math.ceil(taking.exhausted[0]!.wait / 1000))
      throw new Refusal('rate-limited', 'There were too many tries for this number. Let a person look after it.', { retryAfter })
    }
    const found = await findMember(loyalty, memberId).catch(async (error: unknown) => {
      // What could not be looked up is no miss.
      await counts.giveTriesBack(taking.taken)
      throw error
    })
    if (!found?.email || toAddress(found.email) !== toAddress(email)) throw new Refusal('not-found', 'There is no membership with this number and address.')
    await counts.giveTriesBack(taking.taken)
    if (isLeaving(found.status)) return { status: found.status, repeated: true }
    await admin.requestCancellation({ id: memberId, reason })
    const { status } = await admin.getMember({ id: memberId }, { leftOut: () => {} })
    return { status, repeated: false }
  }
}

const toAddress = (email: string) => email.trim().toLowerCase()
