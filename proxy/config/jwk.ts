import type { JWK } from 'jose'

/** The JWK that a key's bytes spell; undefined for a plain secret, whatever byte it begins with. */
export function readJwk(bytes: Uint8Array): JWK | undefined {
  if (bytes[0] !== 0x7b) return undefined
  try {
    const read: unknown = JSON.parse(Buffer.from(bytes).toString())
    return read !== null && typeof read === 'object' && 'kty' in read ? (read as JWK) : undefined
  } catch {
    return undefined
  }
}

/** The algorithm that signatures of this public key are made with; undefined for a key that we take none from. */
export function algorithmOf({ kty, crv }: JWK): 'EdDSA' | 'ES256' | undefined {
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA'
  return kty === 'EC' && crv === 'P-256' ? 'ES256' : undefined
}
