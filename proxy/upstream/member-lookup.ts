import { ResponseError } from '../../src/contract/client.ts'
import { Refusal, serviceFails } from '../http/problems.ts'
import { Misread } from './checked-client.ts'
import type { MemberDto } from './loyalty.ts'
import type { LoyaltyClients } from './services.ts'

/**
 * Statuses with which the loyalty service may refuse an unknown member (A3, A30, A111). It refuses a revoked key with 400 or 401 too, so a status
 * alone proves nothing.
 */
export const unknownMemberStatuses: readonly number[] = [400, 401, 404, 422]

/** Whether this error may mean that the member is unknown. */
export const mayMeanUnknownMember = ({ status }: ResponseError) => unknownMemberStatuses.includes(status)

/**
 * Finds a member's record, without parts that cannot be read; undefined if the service refuses or returns no record. Rejects if the service refuses
 * the proxy's key, because then every member would look unknown.
 */
export async function findMember({ admin }: Pick<LoyaltyClients, 'admin'>, id: string): Promise<MemberDto | undefined> {
  try {
    return await admin.getMember({ id }, { onLeftOut: () => {} })
  } catch (error) {
    const isRefused = error instanceof ResponseError && mayMeanUnknownMember(error)
    if (!isRefused && !findsNothing(error)) throw error
    // The key is checked after the member request: if it is valid now, it was valid then.
    await admin.getMerchant({}).catch((cause: unknown) => {
      // A success with some content proves the key. An empty answer proves it only if the member was refused, and an HTML page proves nothing.
      if (cause instanceof Misread && (cause.found === 'something else' || (cause.found === 'nothing' && isRefused))) return
      if (cause instanceof Misread && cause.found === 'nothing') throw loyaltyOutage("the service returns nothing for the merchant's own record either", cause)
      if (!(cause instanceof ResponseError)) throw cause
      throw loyaltyOutage(`the service answers ${cause.status} to the merchant's own record; check LOYALTY_API_KEY and LOYALTY_BASE_URL`, cause)
    })
    return undefined
  }
}

const findsNothing = (error: unknown) => error instanceof Misread && error.found === 'nothing'

/** Makes the error for an outage: the reason goes to the log, not to the shopper. */
export const loyaltyOutage = (why: string, cause: unknown) => new Refusal('upstream-unavailable', serviceFails, { cause: new Error(why, { cause }) })
