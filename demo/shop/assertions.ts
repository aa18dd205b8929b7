import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'

/** Proves to the proxy which customer of the shop is signed in. */
export type SignAssertion = (customer: string) => Promise<string>

/** Makes the signer of assertions for that proxy. It uses the first of the keys (`id:secret`, comma-separated). */
export function createAssertions(issuer: string, { audience, keys }: { audience: string; keys: string }): SignAssertion {
  const [kid = '', secret = ''] = keys.split(',')[0]?.split(':') ?? []
  const key = Buffer.from(secret, 'base64url')
  return (customer) =>
    new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ: 'storefront-assertion+jwt', kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(customer)
      .setIssuedAt()
      .setExpirationTime('120s')
      .setJti(randomUUID())
      .sign(key)
}
