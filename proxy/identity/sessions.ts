import { decodeJwt } from 'jose'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../http/problems.ts'
import type { LoyaltyClients } from '../upstream/services.ts'
import type { AuthDto } from '../upstream/loyalty.ts'
import { findMember, loyaltyOutage, mayMeanUnknownMember } from '../upstream/member-lookup.ts'
import { ResponseError } from '../../src/contract/client.ts'
import type { LastRevocation } from './ended-sessions.ts'
import type { Opened, Sealer } from './seal.ts'

/** Who asks: opened from the token, and from nothing else in a request. */
export interface ShopperSession {
  /** The shop's customer id, which is the member's id too. */
  readonly customer: string
  /** The service's own token for this member; absent for somebody who has not joined. */
  readonly jwt: string | undefined
}

/** A session just made, with the token that stands for it in the shopper's browser. */
export interface OpenedSession {
  session: ShopperSession
  token: string
  /** ISO 8601. */
  expires_at: string
}

interface StartOptions {
  /** Whether the service has just been asked to make them a member. */
  justJoined?: boolean | undefined
}

/** Makes and opens the sessions of shoppers; nothing of them is kept but in their tokens. */
export interface Sessions {
  /** Makes a session for a customer whose identity is proved, bound to the origin it is made for. */
  start(customer: string, origin: string | undefined, options?: StartOptions): Promise<OpenedSession>
  /** Opens what `start` made. Rejects with `session-required` or `session-expired`. */
  open(authorization: string | undefined, origin: string | undefined): Promise<ShopperSession>
}

interface SessionClaims {
  sub: string
  /** The origin that it was made for. */
  org?: string
  jwt?: string
  /** The last revocation of the customer's sessions before it was made, where there was one. */
  rev?: number
}

/** Seconds: what the service promises for its token (section 5), and how much earlier ours ends. */
const innerLife = 7_200
const margin = 60

/**
 * Sessions whose tokens only this sealer can make or open; those that were made before `since` (milliseconds since 1970), or before a customer's
 * were ended, have ended.
 */
export function createSessions(sealer: Sealer, loyalty: LoyaltyClients, since: number, lastRevocation: LastRevocation): Sessions {
  // Opening costs half as much as all the rest of a request, so that an opened session is remembered for some seconds.
  const opened = new LRUCache<string, Opened<SessionClaims>>({ max: 5_000, ttl: 5_000 })

  return {
    async start(customer, origin, options = {}) {
      const revocation = await lastRevocation(customer, { anew: true })
      const inner = await authenticate(loyalty, customer, options)
      const expires = (inner?.expires ?? Math.floor(Date.now() / 1000) + innerLife) - margin
      const claims: SessionClaims = {
        sub: customer,
        ...(origin && { org: origin }),
        ...(inner && { jwt: inner.jwt }),
        ...(revocation > 0 && { rev: revocation }),
      }
      return {
        session: { customer, jwt: inner?.jwt },
        token: await sealer.seal('session', claims, expires),
        expires_at: new Date(expires * 1000).toISOString(),
      }
    },

    async open(authorization, origin) {
      const token = /^Bearer ([\w.-]{1,8192})$/i.exec(authorization ?? '')?.[1]
      if (!token) throw new Refusal('session-required', 'Open a session first and send its token as a bearer token.')
      const claims = opened.get(token) ?? (await sealer.open<SessionClaims>('session', token))
      const isOver =
        !claims || (claims.exp ?? 0) <= Date.now() / 1000 || claims.iat < Math.floor(since / 1000) || isRevoked(claims, await lastRevocation(claims.sub))
      if (isOver || (origin !== undefined && claims.org !== undefined && claims.org !== origin))
        throw new Refusal('session-expired', 'Open a new session with a new proof.')
      opened.set(token, claims)
      return { customer: claims.sub, jwt: claims.jwt }
    },
  }
}

/**
 * Revocations are ordered by their numbers, which only grow, and not by times: the clocks that have made the token and the revocation may be set in
 * between. A token may know of a later one than was read here: another process, which has read since, has made it.
 */
const isRevoked = ({ rev = 0 }: SessionClaims, last: number) => rev < last

/**
 * The service's token for a member, and when it ends (seconds since 1970); undefined for somebody who is none (A30, A31, A111). Rejects
 * where the service refuses a member that it knows, or our key: nobody is invited to join for that.
 */
async function authenticate(loyalty: LoyaltyClients, customerId: string, { justJoined }: StartOptions): Promise<{ jwt: string; expires: number } | undefined> {
  try {
    const auth = await loyalty.storefront.authenticate({ customerId })
    return { jwt: auth.token, expires: endOf(auth) }
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error
    if (!mayMeanUnknownMember(error)) throw loyaltyOutage(`the service answers ${error.status} to storefront auth`, error)
    // Creating a member may take effect later (A2).
    if (justJoined || !(await findMember(loyalty, customerId))) return undefined
    throw loyaltyOutage(`the service answers ${error.status} to storefront auth of a member that it knows; check LOYALTY_AUTH_BODY`, error)
  }
}

function endOf({ token, expiresAt, expiresIn }: AuthDto): number {
  const now = Math.floor(Date.now() / 1000)
  const told = () => (expiresAt ? Math.floor(Date.parse(expiresAt) / 1000) : now + (expiresIn ?? innerLife))
  let end: number
  try {
    end = decodeJwt(token).exp ?? told()
  } catch {
    end = told() // opaque to clients (A33)
  }
  return Number.isFinite(end) ? Math.min(end, now + innerLife) : now + innerLife
}
