import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../http/problems.ts'

/** Seconds by which a signed request may be old, or in the future; the platform’s own library allows the same. */
const longestAge = 90

/**
 * The fields that the platform adds to each forwarded request, and the form of each. Other names and other values are refused: the signature
 * covers names and values without separators. An attacker could otherwise move the border between a value and the next name in a signed
 * request, and sign in as another customer.
 */
export const signedFields = {
  logged_in_customer_id: /^\d{0,20}$/,
  path_prefix: /^\/(apps|a|community|tools)\/[\w-]+$/,
  shop: /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/,
  timestamp: /^\d{1,12}$/,
} as const

/** The contents of a request that Shopify's app proxy forwarded, and the id by which a second use is recognised. */
export interface AppProxyProof {
  /** The customer who is signed in at the shop; undefined for a guest. */
  customer: string | undefined
  /** The signature. All requests of one customer within one second have the same one, because the platform writes whole seconds. */
  signature: string
  /** When the request becomes too old (seconds since 1970). */
  expires: number
}

/**
 * Reads which customer is signed in at the shop, from the query of a request that Shopify's app proxy forwarded
 * (https://shopify.dev/docs/apps/build/online-store/app-proxies/authenticate-app-proxies). Throws `assertion-refused` for any other request.
 */
export function readAppProxyQuery(query: string, { shop, secrets }: { shop: string; secrets: readonly string[] }, now = Date.now()): AppProxyProof {
  const given = new URLSearchParams(query)
  const fields = Object.entries(signedFields).map(([name, form]) => ({ name, form, values: given.getAll(name) }))
  const signatures = given.getAll('signature')
  const isWhole =
    given.size === fields.length + 1 &&
    signatures.length === 1 &&
    fields.every(({ form, values: [value, another] }) => another === undefined && form.test(value ?? '!'))
  const text = fields.map(({ name, values }) => `${name}=${values[0]}`).join('')
  const timestamp = Number(given.get('timestamp'))
  const age = Math.abs(now / 1000 - timestamp)
  if (!isWhole || !isSigned(text, signatures[0]!, secrets) || given.get('shop') !== shop.toLowerCase() || age > longestAge) {
    throw new Refusal('assertion-refused', 'Send the request through the app proxy of the shop, which signs the customer.')
  }
  return { customer: given.get('logged_in_customer_id') || undefined, signature: signatures[0]!, expires: timestamp + longestAge }
}

/** Whether one of the secrets made the signature; all are compared, in constant time. */
function isSigned(text: string, signature: string, secrets: readonly string[]): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  const matchingSecrets = secrets.filter((secret) => timingSafeEqual(digest(createHmac('sha256', secret).update(text).digest('hex')), digest(signature)))
  return matchingSecrets.length > 0
}
