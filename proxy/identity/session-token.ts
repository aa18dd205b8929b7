import type { JWTPayload } from 'jose'
import * as errors from 'jose/errors'
import { jwtVerify } from 'jose/jwt/verify'
import { Refusal } from '../http/problems.ts'

/** The sender of a request from a UI extension, as the session token names them. */
export interface ExtensionCaller {
  /** The id of the customer who is signed in; undefined if nobody is, or if the app may not read customers. */
  customer: string | undefined
}

/** Reads the caller from the `Authorization` header. Rejects with `session-required` without a token, and with `assertion-refused` for a wrong one. */
export type SessionTokenVerifier = (authorization: string | undefined) => Promise<ExtensionCaller>

interface VerifierOptions {
  /** The shop, as `name.myshopify.com`. */
  shop: string
  clientId: string
  /** The client secrets of the app. While a secret is replaced, tokens may be signed with each of them. */
  secrets: readonly string[]
}

/** Seconds: the tolerance for clocks that differ, and the longest life of a token; the platform gives five minutes. */
const clockTolerance = 10
const longestLife = 600

/**
 * Creates a verifier of Shopify's session tokens (https://shopify.dev/docs/api/checkout-ui-extensions/apis/session-token). A token is valid for some
 * minutes and for any number of requests. It names the shop and the customer, and never an order.
 */
export function createSessionTokenVerifier({ shop, clientId, secrets }: VerifierOptions): SessionTokenVerifier {
  const keys = secrets.map((secret) => new TextEncoder().encode(secret))
  const verify = async (token: string) => {
    for (const key of keys) {
      const payload = await readPayload(token, key, clientId)
      if (payload) return payload
    }
    throw new Error('no secret fits')
  }

  return async (authorization) => {
    if (!authorization) throw new Refusal('session-required', 'Send the session token of the platform as a bearer token.')
    try {
      const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization.slice(0, 8_192)) ?? []
      const payload = await verify(token ?? '')
      return { customer: customerOf(payload, shop.toLowerCase()) }
    } catch {
      // The cause is left out: it may hold the token, and the token may hold a customer.
      throw new Refusal('assertion-refused', 'Get a new session token of the platform, for this app and this shop.')
    }
  }
}

/** The payload of a token that this key signed; undefined if another key signed it. Throws for every other fault. */
async function readPayload(token: string, key: Uint8Array, audience: string): Promise<JWTPayload | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience,
      requiredClaims: ['exp', 'nbf', 'iat', 'dest'],
      maxTokenAge: longestLife,
      clockTolerance,
    })
    if (protectedHeader.typ !== undefined && protectedHeader.typ.toUpperCase() !== 'JWT') throw new Error('another type of token')
    return payload
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined
    throw error
  }
}

/**
 * The customer that a token names. Tokens of the admin's pages are signed with the same secret for the same app: they have a `sid`, and the number of
 * a member of staff as `sub`, which must not count as a customer's.
 */
function customerOf(payload: JWTPayload, shop: string): string | undefined {
  const { aud, dest, sub, exp = Infinity, iat = 0 } = payload
  if (typeof aud !== 'string') throw new Error('several audiences')
  if (typeof dest !== 'string' || dest.replace(/^https:\/\//, '') !== shop) throw new Error('another shop')
  if (exp - iat > longestLife) throw new Error('too long a life')
  if ('sid' in payload) throw new Error('a token of the admin')
  if (!('sub' in payload)) return undefined
  const [, customer] = /^gid:\/\/shopify\/Customer\/(\d{1,20})$/.exec(typeof sub === 'string' ? sub : '') ?? []
  if (customer === undefined) throw new Error('sub is no customer')
  return customer
}
