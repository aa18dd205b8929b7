import { ResponseError } from '../../src/contract/client.ts'
import { Refusal } from '../http/problems.ts'
import { Misread } from './checking.ts'
import type { MemberDto } from './loyalty.ts'
import type { LoyaltyClients } from './services.ts'

/**
 * Statuses with which the loyalty service may refuse an unknown member (A3, A30, A111). A revoked key is refused with 400 or 401 too, so
 * that none of them proves anything alone.
 */
export const unknownMemberStatuses: readonly number[] = [400, 401, 404, 422]

/** Whether the service may mean that there is no such member. */
export const mayMeanUnknownMember = ({ status }: ResponseError) => unknownMemberStatuses.includes(status)

/**
 * The member's record, as far as it can be read; undefined where the service has none, whether it refuses or answers without one. Rejects where
 * the service refuses our key, since every member would look unknown then.
 */
export async function findMember({ admin }: Pick<LoyaltyClients, 'admin'>, id: string): Promise<MemberDto | undefined> {
  try {
    return await admin.getMember({ id }, { leftOut: () => {} })
  } catch (error) {
    const isRefused = error instanceof ResponseError && mayMeanUnknownMember(error)
    if (!isRefused && !findsNothing(error)) throw error
    // Asked after the member: a key that is good now was good then.
    await admin.getMerchant({}).catch((cause: unknown) => {
      // A success proves the key, whatever it says; a service that answers everything with nothing proves as little as a page in place of JSON.
      if (cause instanceof Misread && (cause.found === 'something else' || (cause.found === 'nothing' && isRefused))) return
      if (cause instanceof Misread && cause.found === 'nothing') throw loyaltyOutage("the service answers nothing to the merchant's own record, either", cause)
      if (!(cause instanceof ResponseError)) throw cause
      throw loyaltyOutage(`the service answers ${cause.status} to the merchant's own record; check LOYALTY_API_KEY and LOYALTY_BASE_URL`, cause)
    })
    return undefined
  }
}

const findsNothing = (error: unknown) => error instanceof Misread && error.found === 'nothing'

/** An outage that the log explains and the shopper is not told about. */
export const loyaltyOutage = (why: string, cause: unknown) =>
  new Refusal('upstream-unavailable', 'The service cannot be used right now. Try again in a while.', { cause: new Error(why, { cause }) })
