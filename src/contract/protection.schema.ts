import { z } from 'zod'
import { currencySchema, moneySchema, positiveMoneySchema } from './money.schema.ts'

/** An integer as text in a query. */
const wholeNumber = z.preprocess(
  (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
  z.int('needs a whole number of the smallest unit').min(1, 'needs to be 1 or more').max(1_000_000_000_000, 'is larger than any cart'),
)

/** The request for a protection quote. */
export const quoteRequestSchema = z.object({
  /** The value of the goods that ship, in the smallest unit of the currency. */
  cents: wholeNumber,
  currency: currencySchema,
})

/** A price for protection, valid until it expires. */
export const quoteSchema = z.object({
  /** The proxy seals amount, price, currency and expiry in it. One token covers one order. */
  token: z.string(),
  price: moneySchema,
  /** The amount of the request. */
  amount: moneySchema,
  /** The product variant with this price, if the shop's platform sells protection as a product. */
  variant: z.object({ id: z.union([z.int(), z.string()]), sku: z.string().optional() }).optional(),
  /** ISO 8601. */
  expires_at: z.string(),
})

/**
 * The shopper's consent. It comes from a browser with the token of the quote, so it is a record to keep with the order, never a reason to
 * charge anything.
 */
export const consentSchema = z.object({
  /** The time of the consent by the shopper's clock; ISO 8601, UTC. */
  at: z.iso.datetime({ precision: 3 }),
  /** The words on screen: the version of ours as "1", or "own:" and a hash of the shop's own words. */
  wording: z.string().regex(/^[\w:.-]{1,32}$/, 'needs 1 to 32 letters, digits or ":.-_"'),
  /** The language of these words (BCP 47). */
  lang: z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/, 'needs a language tag such as "de-AT"'),
  /** The price on screen at the time of consent. The paid price may be higher by the rise that the shop allows (`max-rise`). */
  price: positiveMoneySchema,
})

/** The request for a protection quote. */
export type QuoteRequest = z.infer<typeof quoteRequestSchema>
/** A price for protection, valid until it expires. */
export type Quote = z.infer<typeof quoteSchema>
/** The shopper's consent. */
export type Consent = z.infer<typeof consentSchema>
