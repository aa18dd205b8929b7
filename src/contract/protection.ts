import { get } from './endpoint.ts'
import type { Quote, QuoteRequest } from './protection.schema.ts'

export type { Consent, Quote, QuoteRequest } from './protection.schema.ts'

/** What a shopper may ask about protection. */
export const protection = {
  /** What protection costs for what ships in a cart. A plain GET, since a preflight would cost a round trip before the price. */
  quoteProtection: get<QuoteRequest, Quote>('/v1/protection/quotes'),
}
