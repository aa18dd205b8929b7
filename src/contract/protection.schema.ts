import { z } from 'zod'
import { currencySchema, moneySchema } from './money.schema.ts'

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

/** What a price for protection is asked for. */
export type QuoteRequest = z.infer<typeof quoteRequestSchema>
/** A price for protection that holds until it expires. */
export type Quote = z.infer<typeof quoteSchema>
