import { hkdfSync, randomUUID } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { NamedKey } from '../config/config.ts'

/** The kinds of seals. Each kind has its own key, so that one kind is never accepted as another. */
export type SealedKind = 'session' | 'quote' | 'key' | 'ticket'

/** Opened claims, with the time of sealing (seconds) and an id that no other seal has. */
export type Opened<Claims> = Claims & { iat: number; jti: string; exp?: number }

/** Makes and opens tokens that browsers hold but can neither read nor change: compact JWE, only `dir` with `A256GCM`. */
export interface Sealer {
  /** Seals claims. The token expires only if `expiresAt` (seconds since 1970) is given. */
  seal(kind: SealedKind, claims: object, expiresAt?: number): Promise<string>
  /** Opens a token; undefined if it was not sealed here as this kind, or has expired. */
  open<Claims extends object>(kind: SealedKind, token: string): Promise<Opened<Claims> | undefined>
}

/** Creates a sealer. The first key seals and all keys open, so that keys can be changed without an interruption. */
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
      if (!isCanonical(token)) return undefined
      try {
        const { payload } = await jwtDecrypt(token, ({ kid }) => rings.get(kind)!.get(kid ?? '') ?? Promise.reject(new Error('no such key')), {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          maxDecompressedLength: 0, // our tokens are not compressed, and a compressed one could be a decompression bomb
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

/** Whether a token has the form of our seals: five parts, the second of them empty (RFC 7516). Tokens and keys of the service have another form (A67). */
export const looksSealed = (token: string) => /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/.test(token)

/** Whether each part has its canonical encoding: some bits of a last letter have no meaning, so one token has several spellings (RFC 4648, 3.5). */
const isCanonical = (token: string) => token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
