import type { Sealer } from '../identity/seal.ts'
import type { Lookup } from '../upstream/track.ts'

/** The name of the fact that stores who may get a key of an order. */
export const buyerFact = (order: string) => `buyer:${order}`

/** The buyer of an order, as a webhook of the platform names them. */
export interface Buyer {
  /** SHA-256 of the token of the checkout, base64url; null if the order came from no checkout. */
  checkout: string | null
  /** The customer's id at the shop; null for guests. */
  customer: string | null
  number: string
  email: string
  /** Milliseconds since 1970. */
  placedAt: number
}

/** The stored form: number and e-mail address are sealed, so that facts hold no personal data in the clear. */
export interface BuyerFacts {
  checkout: string | null
  customer: string | null
  /** The sealed look-up by which the track service finds the order. */
  lookup: string
  placed_at: number
}

/** The fact to store about a buyer. */
export const sealBuyer = async (sealer: Sealer, { number, email, checkout, customer, placedAt }: Buyer): Promise<BuyerFacts> => ({
  checkout,
  customer,
  lookup: await sealer.seal('lookup', { order_number: number, email } satisfies Lookup),
  placed_at: placedAt,
})

/** Opens the look-up of an order; undefined if no key that sealed it is left in `SESSION_KEYS`. */
export async function openLookup(sealer: Sealer, { lookup }: BuyerFacts): Promise<Lookup | undefined> {
  const opened = await sealer.open<Lookup>('lookup', lookup)
  return opened && { order_number: opened.order_number, email: opened.email }
}
