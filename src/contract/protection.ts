import { get } from './endpoint.ts'
import type { Quote, QuoteRequest } from './protection.schema.ts'

export type { Consent, Quote, QuoteRequest } from './protection.schema.ts'

/** The requests about protection. */
export const protection = {
  /** The price of protection for the goods of a cart that ship. A plain GET, because a preflight would cost a round trip before the price. */
  quoteProtection: get<QuoteRequest, Quote>('/v1/protection/quotes'),
}
