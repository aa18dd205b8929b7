import { decodeJwt } from 'jose/jwt/decode'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../http/problems.ts'
import type { LoyaltyClients } from '../upstream/services.ts'
import type { AuthDto } from '../upstream/loyalty.ts'
import { findMember, loyaltyOutage, mayMeanUnknownMember } from '../upstream/member-lookup.ts'
import { ResponseError } from '../../src/contract/client.ts'
import type { LastRevocation } from './last-revocation.ts'
import type { Opened, Sealer } from './seal.ts'

/** The caller of a request, known only from the session token, never from other parts of the request. */
export interface ShopperSession {
  /** The shop's customer id, which is the member's id too. */
  readonly customer: string
  /** The service’s own token for this member; undefined for a customer who is not a member. */
  readonly jwt: string | undefined
}

/** A new session, with the token that the shopper’s browser holds. */
export interface OpenedSession {
  session: ShopperSession
  token: string
  /** ISO 8601. */
  expires_at: string
}

interface StartOptions {
  /** Whether the proxy has just requested their membership from the service. */
  justJoined?: boolean | undefined
  /** Where the session can be used; absent: on pages of the shop. */
  surface?: Surface | undefined
}

/** Where a session can be used: on pages of the shop, or in UI extensions of the platform. It is refused elsewhere. */
export type Surface = 'page' | 'extension'

/** Makes and opens the sessions of shoppers; a session is stored only in its token. */
export interface Sessions {
  /** Makes a session for a customer whose identity is proved, bound to the origin it is made for. */
  start(customer: string, origin: string | undefined, options?: StartOptions): Promise<OpenedSession>
  /** Opens what `start` made. Rejects with `session-required` or `session-expired`. */
  open(authorization: string | undefined, origin: string | undefined, surface?: Surface): Promise<ShopperSession>
}

interface SessionClaims {
  sub: string
  /** The origin that the session was made for. */
  org?: string
  jwt?: string
  /** The last revocation of the customer’s sessions before this one was made, if any. */
  rev?: number
  /** Absent: pages of the shop. */
  surface?: 'extension'
}

/** Seconds: the life of the service’s token (section 5), and how much earlier the session expires. */
const serviceTokenLife = 7_200
const margin = 60

/**
 * Creates sessions whose tokens only this sealer can make or open. Sessions from before `since` (milliseconds since 1970), or from before a
 * revocation of the customer’s sessions, are expired.
 */
export function createSessions(sealer: Sealer, loyalty: LoyaltyClients, since: number, lastRevocation: LastRevocation): Sessions {
  // To open a session costs half as much as the rest of a request, so an opened session is cached for 5 seconds.
  const opened = new LRUCache<string, Opened<SessionClaims>>({ max: 5_000, ttl: 5_000 })

  return {
    async start(customer, origin, options = {}) {
      const revocation = await lastRevocation(customer, { anew: true })
      const serviceToken = await authenticate(loyalty, customer, options)
      const expires = (serviceToken?.expires ?? Math.floor(Date.now() / 1000) + serviceTokenLife) - margin
      const claims: SessionClaims = {
        sub: customer,
        ...(origin && { org: origin }),
        ...(serviceToken && { jwt: serviceToken.jwt }),
        ...(revocation > 0 && { rev: revocation }),
        ...(options.surface === 'extension' && { surface: options.surface }),
      }
      return {
        session: { customer, jwt: serviceToken?.jwt },
        token: await sealer.seal('session', claims, expires),
        expires_at: new Date(expires * 1000).toISOString(),
      }
    },

    async open(authorization, origin, surface = 'page') {
      const token = /^Bearer ([\w.-]{1,8192})$/i.exec(authorization ?? '')?.[1]
      if (!token) throw new Refusal('session-required', 'Open a session first and send its token as a bearer token.')
      const claims = opened.get(token) ?? (await sealer.open<SessionClaims>('session', token))
      const isOver =
        !claims || (claims.exp ?? 0) <= Date.now() / 1000 || claims.iat < Math.floor(since / 1000) || isRevoked(claims, await lastRevocation(claims.sub))
      if (isOver || (claims.surface ?? 'page') !== surface || (origin !== undefined && claims.org !== undefined && claims.org !== origin))
        throw new Refusal('session-expired', 'Open a new session with a new proof.')
      opened.set(token, claims)
      return { customer: claims.sub, jwt: claims.jwt }
    },
  }
}

/**
 * Whether a session was made before the last revocation. Their numbers are compared, which only grow, and not times: a clock may be set in between.
 * A token may hold a later number than this process has read: another process made it after a later read.
 */
const isRevoked = ({ rev = 0 }: SessionClaims, last: number) => rev < last

/**
 * Gets the service’s token for a member, and when it expires (seconds since 1970); undefined for a customer who is not a member (A30, A31, A111).
 * Rejects if the service refuses a member that it knows, or the proxy’s key: such a customer must not be invited to join.
 */
async function authenticate(loyalty: LoyaltyClients, customerId: string, { justJoined }: StartOptions): Promise<{ jwt: string; expires: number } | undefined> {
  try {
    const auth = await loyalty.storefront.authenticate({ customerId })
    return { jwt: auth.token, expires: expiryOf(auth) }
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error
    if (!mayMeanUnknownMember(error)) throw loyaltyOutage(`the service answers ${error.status} to storefront auth`, error)
    // Creating a member may take effect later (A2).
    if (justJoined || !(await findMember(loyalty, customerId))) return undefined
    throw loyaltyOutage(`the service answers ${error.status} to storefront auth of a member that it knows; check LOYALTY_AUTH_BODY`, error)
  }
}

function expiryOf({ token, expiresAt, expiresIn }: AuthDto): number {
  const now = Math.floor(Date.now() / 1000)
  const stated = () => (expiresAt ? Math.floor(Date.parse(expiresAt) / 1000) : now + (expiresIn ?? serviceTokenLife))
  let end: number
  try {
    end = decodeJwt(token).exp ?? stated()
  } catch {
    end = stated() // opaque to clients (A33)
  }
  return Number.isFinite(end) ? Math.min(end, now + serviceTokenLife) : now + serviceTokenLife
}
