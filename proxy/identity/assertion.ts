import type { CryptoKey, KeyObject } from 'jose'
import { jwtVerify } from 'jose/jwt/verify'
import { importJWK } from 'jose/key/import'
import type { NamedKey } from '../config/config.ts'
import { Refusal } from '../http/problems.ts'
import { isFirstUse, type UseOnce } from './first-use.ts'
import { algorithmOf, readJwk } from '../config/jwk.ts'

/** Verifies the shop’s signed proof of who is signed in. */
export interface AssertionVerifier {
  /**
   * Resolves to the shop’s customer id. Rejects with `assertion-refused` unless the proof is valid and was never used before, and with
   * `overloaded` if its use cannot be checked.
   */
  verify(assertion: string): Promise<string>
}

/** Seconds: the longest life of an assertion, and the tolerance for clocks that differ. */
const longestLife = 300
const clockTolerance = 5

interface VerifierOptions {
  keys: readonly NamedKey[]
  /** Origins of the shop; the issuer has to be one of them. */
  issuers: readonly string[]
  audience: string
  /** The shop’s name in the store, which several shops may share. */
  shop: string
  useOnce: UseOnce
}

/**
 * Creates a verifier of JWTs with `typ: storefront-assertion+jwt`: HS256 with a shared secret of 32 bytes or more, or EdDSA or ES256 with a
 * public JWK. Each key has one algorithm, so that neither `none` nor a public key used as a secret is accepted (RFC 8725, 3.1).
 */
export async function createAssertionVerifier({ keys, issuers, audience, shop, useOnce }: VerifierOptions): Promise<AssertionVerifier> {
  const ring = new Map(await Promise.all(keys.map(async (key) => [key.kid, await toVerificationKey(key)] as const)))

  return {
    async verify(assertion) {
      try {
        const { payload, protectedHeader } = await jwtVerify(
          assertion,
          (header) => {
            const key = header.kid === undefined && ring.size === 1 ? [...ring.values()][0] : ring.get(header.kid ?? '')
            if (!key || header.alg !== key.algorithm) throw new Error('no such key for this algorithm')
            return key.key
          },
          {
            algorithms: ['HS256', 'EdDSA', 'ES256'],
            typ: 'storefront-assertion+jwt',
            issuer: [...issuers],
            audience,
            requiredClaims: ['sub', 'iat', 'exp', 'jti'],
            maxTokenAge: longestLife,
            clockTolerance,
          },
        )
        const { sub, jti, iat, exp } = payload as { sub: unknown; jti: unknown; iat: number; exp: number }
        if (typeof sub !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(sub)) throw new Error('sub is not a customer id')
        if (typeof jti !== 'string' || jti.length < 8 || jti.length > 128) throw new Error('jti is not an unguessable id')
        if (exp - iat > longestLife) throw new Error('exp is too late')
        const isFresh = await isFirstUse(useOnce, [shop, protectedHeader.kid ?? '', jti], exp + clockTolerance)
        if (!isFresh) throw new Error('the assertion was used before')
        return sub
      } catch (cause) {
        if (cause instanceof Refusal) throw cause
        throw new Refusal(
          'assertion-refused',
          'Request a new proof from the shop: a JWT that was not used before, signed for this proxy, at most five minutes old.',
          { cause },
        )
      }
    },
  }
}

/** A key, and its one algorithm. */
export interface VerificationKey {
  algorithm: string
  key: CryptoKey | KeyObject | Uint8Array
}

/** Makes a verification key from the bytes of a setting: a JWK, or the secret itself. Rejects a type of key that assertions cannot use. */
export async function toVerificationKey({ kid, bytes }: NamedKey): Promise<VerificationKey> {
  const jwk = readJwk(bytes)
  if (!jwk) return { algorithm: 'HS256', key: bytes }
  const algorithm = algorithmOf(jwk)
  if (!algorithm) throw new TypeError(`the key "${kid}" has a type that assertions cannot use`)
  return { algorithm, key: await importJWK(jwk, algorithm) }
}
