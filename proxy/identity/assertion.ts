import { importJWK, jwtVerify, type CryptoKey, type KeyObject } from 'jose'
import type { NamedKey } from '../config/config.ts'
import { Refusal } from '../http/problems.ts'
import { isFirstUse, type UseOnce } from './first-use.ts'
import { algorithmOf, readJwk } from '../config/jwk.ts'

/** Tells who is signed in at the shop, from the shop's signed word. */
export interface AssertionVerifier {
  /** The shop's customer id. Rejects with `assertion-refused` for anything but a fresh proof that was never used before, and with `overloaded` where that cannot be known. */
  verify(assertion: string): Promise<string>
}

/** Seconds that an assertion may live, and that clocks may differ. */
const longestLife = 300
const clockTolerance = 5

interface VerifierOptions {
  keys: readonly NamedKey[]
  /** Origins of the shop, one of which has to be the issuer. */
  issuers: readonly string[]
  audience: string
  /** The shop's name in the store, of which others may have theirs in the same. */
  shop: string
  useOnce: UseOnce
}

/**
 * Verifies JWTs with `typ: storefront-assertion+jwt`: HS256 with a shared secret of 32 bytes or more, or EdDSA or ES256 with a
 * public JWK. Algorithms belong to keys, so that neither `none` nor a public key used as a secret can pass (RFC 8725, 3.1).
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
        if (typeof sub !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(sub)) throw new Error('sub is no customer id')
        if (typeof jti !== 'string' || jti.length < 8 || jti.length > 128) throw new Error('jti is no unguessable id')
        if (exp - iat > longestLife) throw new Error('exp is too far off')
        const isFresh = await isFirstUse(useOnce, [shop, protectedHeader.kid ?? '', jti], exp + clockTolerance)
        if (!isFresh) throw new Error('used before')
        return sub
      } catch (cause) {
        if (cause instanceof Refusal) throw cause
        throw new Refusal(
          'assertion-refused',
          'Ask the shop for a new proof: a JWT that was not used before, signed for this proxy, five minutes old at most.',
          { cause },
        )
      }
    },
  }
}

/** A key, and the one algorithm that it verifies. */
export interface VerificationKey {
  algorithm: string
  key: CryptoKey | KeyObject | Uint8Array
}

/** What verifies signatures, from a setting's bytes: a JWK, or the secret itself. Rejects for kinds of keys that assertions are not signed with. */
export async function toVerificationKey({ kid, bytes }: NamedKey): Promise<VerificationKey> {
  const jwk = readJwk(bytes)
  if (!jwk) return { algorithm: 'HS256', key: bytes }
  const algorithm = algorithmOf(jwk)
  if (!algorithm) throw new TypeError(`the key "${kid}" is of a kind that assertions are not signed with`)
  return { algorithm, key: await importJWK(jwk, algorithm) }
}
