import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { base64url, EncryptJWT, jwtDecrypt, type JWTPayload } from 'jose'

/** A real session with everything that it is made of. */
export interface Known {
  token: string
  /** The setting of the key that sealed it, `kid:base64url`. */
  key: string
}

const typ = 'storefront-session+jwt'
const now = () => Math.floor(Date.now() / 1000)

/** Derives the key that seals sessions, or another kind of token. */
const derived = (key: string, kind = 'session') => new Uint8Array(hkdfSync('sha256', base64url.decode(key.split(':')[1]!), '', `storefront-${kind}`, 32))

/** A compact JWE of `dir` and `A256GCM` made step by step (RFC 7516, 5.1), so that a test controls every part of what it sends. */
function encrypt(header: object, plain: Uint8Array, key: Uint8Array): string {
  const head = base64url.encode(JSON.stringify(header))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(head))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return [head, '', ...[iv, text, cipher.getAuthTag()].map((part) => base64url.encode(part))].join('.')
}

/** Makes a session as the proxy does, with changes to header and claims; without changes, the session is valid. */
export async function forge(
  { token, key }: Known,
  header: object = {},
  claims: JWTPayload = {},
  pack: (plain: Buffer) => Uint8Array = (plain) => plain,
): Promise<string> {
  const { payload, protectedHeader } = await jwtDecrypt(token, derived(key))
  return encrypt({ ...protectedHeader, ...header }, pack(Buffer.from(JSON.stringify({ ...payload, ...claims }))), derived(key))
}

/** Sessions that each have exactly one fault. `other` is a session of another member of the same shop, `elsewhere` one of another shop. */
export async function forgedSessions(real: Known, other: Known, elsewhere: Known): Promise<[what: string, token: string][]> {
  const { payload } = await jwtDecrypt(real.token, derived(real.key))
  const kid = real.key.split(':')[0]!
  const sealed = (header: { alg: string; enc: string }, key: Uint8Array = derived(real.key)) =>
    new EncryptJWT(payload).setProtectedHeader({ typ, kid, ...header }).encrypt(key)
  const made: Record<string, Promise<string> | string> = {
    'that has expired': forge(real, {}, { exp: now() - 1 }),
    'that never expires': forge(real, {}, { exp: undefined }),
    'that is not valid yet': forge(real, {}, { nbf: now() + 600 }),
    'of another proxy': forge(real, {}, { iss: 'https://elsewhere.example' }),
    'for another proxy': forge(real, {}, { aud: 'https://elsewhere.example' }),
    'without an id': forge(real, {}, { jti: undefined }),
    'that does not say when it was made': forge(real, {}, { iat: undefined }),
    'made for another origin': forge(real, {}, { org: 'https://elsewhere.example' }),
    'that is compressed': forge(real, { zip: 'DEF' }, {}, (plain) => deflateRawSync(plain)),
    'that is compressed to a thousandth of itself': forge(real, { zip: 'DEF' }, { filling: '0'.repeat(1_000_000) }, (plain) => deflateRawSync(plain)),
    'that claims to be compressed and is not': forge(real, { zip: 'DEF' }),
    'of another type': forge(real, { typ: 'storefront-quote+jwt' }),
    'of no type': forge(real, { typ: undefined }),
    'without the name of a key': forge(real, { kid: undefined }),
    'under the name of a key that does not exist': forge(real, { kid: '__proto__' }),
    'that demands unknown rules': forge(real, { crit: ['rule'], rule: true }),
    'that is not JSON': forge(real, {}, {}, () => Buffer.from('mira')),
    'sealed with another key': sealed({ alg: 'dir', enc: 'A256GCM' }, randomBytes(32)),
    'sealed with the key from which the sealing keys are derived': sealed({ alg: 'dir', enc: 'A256GCM' }, base64url.decode(real.key.split(':')[1]!)),
    'sealed with the key of quotes': sealed({ alg: 'dir', enc: 'A256GCM' }, derived(real.key, 'quote')),
    'sealed by another method with the right key': sealed({ alg: 'dir', enc: 'A128CBC-HS256' }),
    'sealed with a key wrapped in the right one': sealed({ alg: 'A256KW', enc: 'A256GCM' }),
    'sealed with a key sealed with the right one': sealed({ alg: 'A256GCMKW', enc: 'A256GCM' }),
    'sealed with a password': sealed({ alg: 'PBES2-HS256+A128KW', enc: 'A256GCM' }),
    'of the other shop': elsewhere.token,
    'of the other shop, under the name of our key': forge(elsewhere, { kid }, { iss: payload.iss, aud: payload.aud, org: payload.org }),
  }
  const forged = await Promise.all(Object.entries(made).map(async ([what, token]): Promise<[string, string]> => [what, await token]))
  return [...forged, ...spoilt(real.token, other.token)]
}

/** The token with each of its parts altered at the ends and in the middle, cut short, replaced by that of another token, or removed. */
function spoilt(token: string, other: string): [what: string, token: string][] {
  const names = ['header', 'key', 'vector', 'text', 'tag']
  const parts = token.split('.')
  const theirs = other.split('.')
  const withPart = (at: number, part: string) => parts.map((own, index) => (index === at ? part : own)).join('.')
  const spoiling = (part: string, at: number): [string, string][] => {
    const letters = { first: 0, middle: Math.floor(part.length / 2), last: part.length - 1 }
    const altered = Object.entries(letters).map(([place, index]): [string, string] => [
      `whose ${names[at]} has another ${place} letter`,
      withPart(at, part.slice(0, index) + neighbourOf(part[index]!) + part.slice(index + 1)),
    ])
    return [
      ...altered,
      [`whose ${names[at]} is cut short`, withPart(at, part.slice(0, -1))],
      [`whose ${names[at]} is cut by half`, withPart(at, part.slice(0, part.length / 2))],
      [`whose ${names[at]} is gone`, withPart(at, '')],
      [`whose ${names[at]} is another member’s`, withPart(at, theirs[at] === part ? `${part}A` : theirs[at]!)],
    ]
  }
  return [
    ...parts.flatMap((part, at) => (part === '' ? [] : spoiling(part, at))),
    ['with a key of its own', withPart(1, parts[2]!)],
    ['without its last part', parts.slice(0, -1).join('.')],
    ['with one part more', `${token}.${parts[4]}`],
    ['twice', `${token}${token}`],
  ]
}

/** Returns a neighbour in the alphabet of base64url, which differs by one bit; in a last letter, that bit often has no meaning. */
function neighbourOf(letter: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const index = alphabet.indexOf(letter)
  return alphabet[index % 2 === 0 ? index + 1 : index - 1]!
}
