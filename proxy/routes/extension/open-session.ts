import type { extensionMembers } from '../../../src/contract/extension.ts'
import { Refusal } from '../../http/problems.ts'
import { createRateLimiter } from '../../http/rate-limiter.ts'
import type { Handlers } from '../../http/serve.ts'
import type { ExtensionCaller } from '../../identity/session-token.ts'
import { openCustomerSession, type LoyaltyParts, type MemberContext } from '../membership/membership-routes.ts'

/** Sessions of one customer in a minute: a session token is good for many, and each asks the loyalty service. */
const sessionsPerMinute = 30

/** Handler that opens sessions for customers whom the platform's session token names. They are good for UI extensions alone. */
export function openSessionRoutes(parts: LoyaltyParts): Handlers<Pick<typeof extensionMembers, 'openSession'>, ExtensionCaller & Pick<MemberContext, 'note'>> {
  const limit = createRateLimiter(sessionsPerMinute)
  return {
    async openSession(_, { customer, note }) {
      if (customer === undefined) throw new Refusal('session-required', 'Nobody is signed in, or the app may not read customers (read_customers).')
      await limit(`customer ${customer}`)
      return openCustomerSession(parts, { customer, origin: undefined, surface: 'extension' }, note)
    },
  }
}
