import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

/**
 * Makes a new pair of keys and reads it back from text. Node 20 holds a lock while it exports a newly made key as a JWK, and waits for ever
 * if garbage is collected at that moment, because freeing the key's generator needs the same lock.
 */
export function newKeyPair(kind: 'ed25519' | 'P-256' | 'rsa'): { publicKey: KeyObject; privateKey: KeyObject } {
  const text = textOf(kind)
  return { publicKey: createPublicKey(text.publicKey), privateKey: createPrivateKey(text.privateKey) }
}

function textOf(kind: 'ed25519' | 'P-256' | 'rsa'): { publicKey: string; privateKey: string } {
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const
  const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const
  if (kind === 'ed25519') return generateKeyPairSync('ed25519', { publicKeyEncoding, privateKeyEncoding })
  if (kind === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding, privateKeyEncoding })
  return generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding, privateKeyEncoding })
}
