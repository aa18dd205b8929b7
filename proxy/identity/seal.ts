import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import type { NamedKey } from '../config/config.ts'

/** The kinds of seals. Each kind has its own key, so that one kind is never accepted as another. */
export type SealedKind = 'session' | 'quote' | 'key' | 'ticket' | 'lookup' | 'console'

/** Opened claims, with the time of sealing (seconds) and an id that no other seal has. */
export type Opened<Claims> = Claims & { iat: number; jti: string; exp?: number }

/** Makes and opens tokens that browsers hold but can neither read nor change: compact JWE, only `dir` with `A256GCM`. */
export interface Sealer {
  /** Seals claims. The token expires only if `expiresAt` (seconds since 1970) is given. */
  seal(kind: SealedKind, claims: object, expiresAt?: number): Promise<string>
  /** Opens a token; undefined if it was not sealed here as this kind, or has expired. */
  open<Claims extends object>(kind: SealedKind, token: string): Promise<Opened<Claims> | undefined>
}

const kinds: readonly SealedKind[] = ['session', 'quote', 'key', 'ticket', 'lookup', 'console']
/** `A256GCM` (RFC 7518, 5.3): bytes of the initialization vector and of the tag. */
const cipher = { name: 'aes-256-gcm', iv: 12, tag: 16 } as const

/** The key of one kind under one name, and the header of the tokens that it seals. */
interface Seal {
  key: KeyObject
  /** Encoded. It is the same in all tokens of this key, so headers are compared and never interpreted. */
  header: string
  /** The encoded header as the cipher takes it. */
  authenticated: Buffer
}

/**
 * Creates a sealer. The first key seals and all keys open, so that keys can be changed without an interruption. Tokens are the JWE of RFC 7516 with the
 * claims of RFC 7519. They are made with Node's own ciphers, because for such
 * short texts WebCrypto takes six times as long (measured: 110 and 90 µs to seal and to open, here 22 and 13).
 */
export function createSealer(keys: readonly NamedKey[], issuer: string): Sealer {
  const rings = new Map(kinds.map((kind) => [kind, keys.map(({ kid, bytes }) => toSeal(kind, kid, bytes))]))
  return {
    async seal(kind, claims, expiresAt) {
      const expiry = expiresAt === undefined ? {} : { exp: expiresAt }
      const registered = { iss: issuer, aud: issuer, jti: randomUUID(), iat: secondsNow(), ...expiry }
      return encrypt(rings.get(kind)![0]!, JSON.stringify({ ...claims, ...registered }))
    },
    async open<Claims extends object>(kind: SealedKind, token: string) {
      try {
        const claims = JSON.parse(decrypt(rings.get(kind)!, token)) as Claims
        return isValid(claims, issuer, secondsNow()) ? claims : undefined
      } catch {
        return undefined
      }
    },
  }
}

function toSeal(kind: SealedKind, kid: string, bytes: Uint8Array): Seal {
  const header = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', typ: `storefront-${kind}+jwt`, kid })).toString('base64url')
  return { key: createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', `storefront-${kind}`, 32))), header, authenticated: Buffer.from(header) }
}

const secondsNow = () => Math.floor(Date.now() / 1000)

/** Random bytes for many initialization vectors: each call for them goes to the system, and costs as much as the cipher. */
const random: { bytes: Buffer; used: number } = { bytes: Buffer.alloc(cipher.iv * 256), used: Infinity }

/** Returns random bytes that nothing else gets. */
function makeVector(): Buffer {
  if (random.used + cipher.iv > random.bytes.length) {
    random.bytes = randomBytes(random.bytes.length)
    random.used = 0
  }
  random.used += cipher.iv
  return random.bytes.subarray(random.used - cipher.iv, random.used)
}

/** Makes a compact JWE (RFC 7516, 5.1) whose key is used directly, so that its second part is empty. */
function encrypt({ key, header, authenticated }: Seal, text: string): string {
  const iv = makeVector()
  const sealing = createCipheriv(cipher.name, key, iv, { authTagLength: cipher.tag }).setAAD(authenticated)
  // This cipher has no blocks, so the whole text is encrypted at once and nothing is left for the end.
  const ciphertext = sealing.update(text)
  sealing.final()
  return `${header}..${iv.toString('base64url')}.${ciphertext.toString('base64url')}.${sealing.getAuthTag().toString('base64url')}`
}

/** Opens a compact JWE (RFC 7516, 5.2). Throws unless one of the seals made it. */
function decrypt(seals: readonly Seal[], token: string): string {
  const [header, encryptedKey, ...encoded] = token.split('.')
  const seal = seals.find((one) => one.header === header)
  const [iv, ciphertext, tag] = encoded.map(decode)
  if (!seal || encryptedKey !== '' || encoded.length !== 3 || iv?.length !== cipher.iv || !ciphertext || tag?.length !== cipher.tag)
    throw new TypeError('not sealed here as this kind')
  const opening = createDecipheriv(cipher.name, seal.key, iv, { authTagLength: cipher.tag }).setAAD(seal.authenticated).setAuthTag(tag)
  return opening.update(ciphertext, undefined, 'utf8') + opening.final('utf8')
}

/** Whether claims were sealed by and for this issuer, and are valid at this time (RFC 7519, 4.1). */
function isValid<Claims extends object>(claims: Claims, issuer: string, now: number): claims is Opened<Claims> {
  const { iss, aud, jti, iat, nbf = 0, exp = Infinity } = claims as Record<string, unknown>
  const isOurs = iss === issuer && aud === issuer && typeof jti === 'string' && typeof iat === 'number'
  return isOurs && typeof nbf === 'number' && nbf <= now && typeof exp === 'number' && now < exp
}

/** Decodes base64url; undefined unless it is canonical: some bits of a last letter have no meaning, so one token has several spellings (RFC 4648, 3.5). */
function decode(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url')
  return bytes.toString('base64url') === part ? bytes : undefined
}

/** Whether a token has the form of our seals: five parts, the second of them empty (RFC 7516). Tokens and keys of the service have another form (A67). */
export const looksSealed = (token: string) => /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
