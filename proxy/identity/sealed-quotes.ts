import type { Money } from '../../src/contract/money.ts'
import { toMoneyText } from '../upstream/money-text.ts'
import type { Opened, Sealer } from './seal.ts'

/** The content of a sealed quote. The seal binds the service's own token to one amount, one price and one time. */
export interface QuoteClaims {
  upstream: string
  amount: Money
  price: Money
  /** Seconds since 1970. */
  until: number
  /**
   * Id of the product variant that the shop sells for this price; null if the service names none. Seals of older versions do not have this
   * field.
   */
  variant?: string | null
}

/** An opened quote that was sealed here. */
export type SealedQuote = Opened<QuoteClaims>

/** Opens the sealed quotes that browsers hold, and compares them with the order. */
export interface Quotes {
  /** Opens a quote of any age; undefined for any other token. */
  open(token: string): Promise<SealedQuote | undefined>
  /** Opens a quote, and says why it does not cover this amount at this time, if so. It does not check whether the quote was spent. */
  verify(token: string, amount: Money | undefined, when: Date, tolerance?: Tolerance): Promise<QuoteVerification>
}

/** By how many cents an amount may differ from the quoted one. */
interface Tolerance {
  /** Below or above the quoted amount. */
  about: number
  /** More than that, only above the quoted amount. */
  above: number
}

const exactly: Tolerance = { about: 0, above: 0 }

/** A quote, and whether it is valid for an order. */
export interface QuoteVerification {
  quote: SealedQuote | undefined
  /** Why the quote is not valid; undefined if it is. */
  fault: string | undefined
}

/** Seconds by which the clocks of shop and proxy may differ. */
const skew = 600

/** Creates a reader of quotes that are valid for `ttl` seconds. The time of the order counts, not the time at which it is reported. */
export const createQuotes = (sealer: Sealer, ttl: number): Quotes => ({
  open: (token) => sealer.open<QuoteClaims>('quote', token),
  async verify(token, amount, when, { about, above } = exactly) {
    const quote = await sealer.open<QuoteClaims>('quote', token)
    if (!quote) return { quote, fault: 'the token was not sealed here, or was changed' }
    const age = when.getTime() / 1000 - quote.iat
    const more = amount ? amount.cents - quote.amount.cents : 0
    if (!amount || more < -about || more > about + above || amount.currency !== quote.amount.currency) {
      return { quote, fault: `the quote covers ${toMoneyText(quote.amount)}${amount ? `, not ${toMoneyText(amount)}` : ''}` }
    }
    if (age > ttl || age < -skew) {
      return { quote, fault: `the quote was made ${Math.round(age / 60)} minutes before the order; it holds for ${Math.round(ttl / 60)}` }
    }
    return { quote, fault: undefined }
  },
})
