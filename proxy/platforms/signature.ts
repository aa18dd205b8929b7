import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Whether a value has the form of a signature: base64 of 32 bytes. */
export const isSignature = (value: string | undefined): value is string => /^[A-Za-z0-9+/]{43}=$/.test(value ?? '')

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether a body was signed with one of the secrets: base64 of HMAC-SHA256 over the raw bytes
 * (https://shopify.dev/docs/apps/build/webhooks/verify-deliveries, https://developer.woocommerce.com/docs/apis/rest-api/v3/webhooks/).
 * All secrets are tried, in constant time, so that the time shows neither which secret matches nor how much of the signature.
 */
export function isSigned(body: Buffer, signature: string, secrets: readonly string[]): boolean {
  const given = digest(signature)
  const matchingSecrets = secrets.filter((secret) => timingSafeEqual(digest(createHmac('sha256', secret).update(body).digest('base64')), given))
  return matchingSecrets.length > 0
}
