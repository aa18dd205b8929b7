import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Person } from '../../console/contract/console.ts'
import type { OpenQueue } from '../background/background.ts'
import { logMissingParts } from '../http/missing-parts.ts'
import { Refusal } from '../http/problems.ts'
import { openCustomerSession } from '../routes/membership/membership-routes.ts'
import type { Membership } from '../routes/membership/register-membership.ts'

/** Stands for a discount code: anyone who reads one can use it. */
const hiddenCode = '••••••••'

/** Replaces the codes in an answer of the proxy to a member. */
export const hideCodes = (answer: string): string =>
  JSON.stringify(JSON.parse(answer, (name, value: unknown) => (name === 'code' && typeof value === 'string' ? hiddenCode : value)))

/** How a preview shows the panel of a member. */
export interface MemberPreview {
  /** The `Authorization` header of the shopper's session that this person has opened; undefined for any other request. */
  authorizationOf(request: FastifyRequest, person: Person): string | undefined
}

interface MemberPreviewParts {
  /** Absent: no loyalty service is set up. */
  membership: Membership
  queue: Pick<OpenQueue, 'recordAction'>
  /** The origin for which the session is made. */
  shop: string
  personOf: (request: FastifyRequest) => Promise<Person>
}

/** Milliseconds that a preview of a member can be used. */
const life = 3_600_000

/**
 * Serves the session of a preview: in place of a signed proof it takes the id of a customer, from people who are signed in at the console. The session
 * itself stays here, because its token may do more than look. The page gets a random id that stands for it, and no discount code.
 */
export function serveMemberPreview(scope: FastifyInstance, { membership, queue, shop, personOf }: MemberPreviewParts): MemberPreview {
  const opened = new LRUCache<string, { token: string; of: string }>({ max: 200, ttl: life })
  scope.post('/preview/v1/session', async (request, reply) => {
    const person = await personOf(request)
    const { assertion: customer } = Object(request.body) as { assertion?: unknown }
    if (typeof customer !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(customer)) throw new Refusal('invalid-request', 'Enter the id of a customer at the shop.')
    if (!membership) throw new Refusal('not-configured', 'No loyalty service is set up: set LOYALTY_BASE_URL.')
    await queue.recordAction({ who: person.name, via: person.via, action: 'member.view', subject: customer })
    const session = await openCustomerSession(membership, { customer, origin: shop }, logMissingParts(request, 'membership'))
    const pass = randomUUID()
    opened.set(pass, { token: session.token, of: person.name })
    const expires_at = new Date(Math.min(Date.parse(session.expires_at), Date.now() + life)).toISOString()
    return reply
      .header('Cache-Control', 'no-store')
      .type('application/json')
      .send(hideCodes(JSON.stringify({ ...session, token: pass, expires_at })))
  })
  return {
    authorizationOf({ headers: { authorization = '' } }, { name }) {
      const session = opened.get(authorization.replace(/^Bearer /, ''))
      return session?.of === name ? `Bearer ${session.token}` : undefined
    },
  }
}
