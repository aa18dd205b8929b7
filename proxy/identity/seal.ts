import { hkdfSync, randomUUID } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { NamedKey } from '../config/config.ts'

/** What is sealed, each kind with a key of its own, so that one can never pass for another. */
export type SealedKind = 'session' | 'quote' | 'key' | 'ticket'

/** Opened claims, with when they were sealed (seconds) and an id that no other seal has. */
export type Opened<Claims> = Claims & { iat: number; jti: string; exp?: number }

/** Makes and opens what browsers carry for us and can neither read nor change: compact JWE, `dir` with `A256GCM`, and nothing else. */
export interface Sealer {
  /** Never expires by itself unless `expiresAt` (seconds since 1970) is given. */
  seal(kind: SealedKind, claims: object, expiresAt?: number): Promise<string>
  /** What is inside, or undefined for anything that we did not seal as this kind, or whose time is over. */
  open<Claims extends object>(kind: SealedKind, token: string): Promise<Opened<Claims> | undefined>
}

/** The first key seals, all of them open, so that keys can be changed without a gap. */
export function createSealer(keys: readonly NamedKey[], issuer: string): Sealer {
  const derive = (bytes: Uint8Array, kind: SealedKind) => new Uint8Array(hkdfSync('sha256', bytes, '', `storefront-${kind}`, 32))
  const kinds: readonly SealedKind[] = ['session', 'quote', 'key', 'ticket']
  const rings = new Map(kinds.map((kind) => [kind, new Map(keys.map(({ kid, bytes }) => [kid, derive(bytes, kind)]))]))
  const first = keys[0]!.kid
  return {
    async seal(kind, claims, expiresAt) {
      const jwt = new EncryptJWT({ ...claims })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: `storefront-${kind}+jwt`, kid: first })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setJti(randomUUID())
        .setIssuedAt()
      if (expiresAt !== undefined) jwt.setExpirationTime(expiresAt)
      return jwt.encrypt(rings.get(kind)!.get(first)!)
    },
    async open<Claims extends object>(kind: SealedKind, token: string) {
      if (!isSpeltAsSealed(token)) return undefined
      try {
        const { payload } = await jwtDecrypt(token, ({ kid }) => rings.get(kind)!.get(kid ?? '') ?? Promise.reject(new Error('no such key')), {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          maxDecompressedLength: 0, // nothing of ours is compressed, and what is could be a bomb
          typ: `storefront-${kind}+jwt`,
          issuer,
          audience: issuer,
          requiredClaims: ['iat', 'jti'],
        })
        return payload as Opened<Claims>
      } catch {
        return undefined
      }
    },
  }
}

/** Whether it has the form that our seals have, five parts of which the second is empty (RFC 7516); the service's own tokens and keys have not (A67). */
export const looksSealed = (token: string) => /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/.test(token)

/** Whether each part is as encoding spells it: in a last letter some bits mean nothing, so that one token could be told in several ways (RFC 4648, 3.5). */
const isSpeltAsSealed = (token: string) => token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
