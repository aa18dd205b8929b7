import { z } from 'zod'
import { currencySchema, moneySchema, positiveMoneySchema } from './money.schema.ts'

/** What a query carries as text and means as a whole number. */
const wholeNumber = z.preprocess(
  (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
  z.int('needs a whole number of the smallest unit').min(1, 'needs to be 1 or more').max(1_000_000_000_000, 'is larger than any cart'),
)

/** What a price for protection is asked for. */
export const quoteRequestSchema = z.object({
  /** What ships, in the smallest unit of the currency. */
  cents: wholeNumber,
  currency: currencySchema,
})

/** A price for protection that holds until it expires. */
export const quoteSchema = z.object({
  /** Sealed by the proxy with amount, price, currency and expiry; one seal covers one order. */
  token: z.string(),
  price: moneySchema,
  /** What was asked about. */
  amount: moneySchema,
  /** The product variant that stands for this price, where the shop's platform sells protection as a product. */
  variant: z.object({ id: z.union([z.int(), z.string()]), sku: z.string().optional() }).optional(),
  /** ISO 8601. */
  expires_at: z.string(),
})

/**
 * What the shopper agreed to, and when. It travels with the token of the quote and comes from a browser: a record to keep beside the
 * order, never a reason to charge anything.
 */
export const consentSchema = z.object({
  /** When the shopper switched it on, by their own clock; ISO 8601, UTC. */
  at: z.iso.datetime({ precision: 3 }),
  /** Which words were on show: the version of ours as "1", or the shop's own as "own:" and a hash of them. */
  wording: z.string().regex(/^[\w:.-]{1,32}$/, 'needs 1 to 32 letters, digits or ":.-_"'),
  /** Language of those words (BCP 47). */
  lang: z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/, 'needs a language tag such as "de-AT"'),
  /** The price on show at that moment; what is paid may differ by as much as the shop lets a price rise before it asks again. */
  price: positiveMoneySchema,
})

/** What a price for protection is asked for. */
export type QuoteRequest = z.infer<typeof quoteRequestSchema>
/** A price for protection that holds until it expires. */
export type Quote = z.infer<typeof quoteSchema>
/** What the shopper agreed to, and when. */
export type Consent = z.infer<typeof consentSchema>
