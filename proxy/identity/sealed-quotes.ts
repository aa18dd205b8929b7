import type { Money } from '../../src/contract/money.ts'
import type { Opened, Sealer } from './seal.ts'

/** The content of a sealed quote. The seal binds the service's own token to one amount, one price and one time. */
export interface QuoteClaims {
  upstream: string
  amount: Money
  price: Money
  /** Seconds since 1970. */
  until: number
  /**
   * Id of the product variant that the shop sells for this price; null where the service names none. Seals made before variants were
   * sealed have no such field.
   */
  variant?: string | null
}

/** A quote of ours, taken out of its seal. */
export type SealedQuote = Opened<QuoteClaims>

/** Opens the seals that browsers carry and compares them with what was really bought. */
export interface Quotes {
  /** What the seal holds, however old it is; undefined for any other token. */
  open(token: string): Promise<SealedQuote | undefined>
  /** What the seal holds, or why it does not cover this amount at this time. Whether it was spent is not looked at. */
  judge(token: string, amount: Money | undefined, when: Date, tolerance?: Tolerance): Promise<Judgement>
}

/** By how many cents an amount may differ from the quoted one. */
export interface Tolerance {
  /** Either way. */
  about: number
  /** Beyond that, upward. */
  above: number
}

const exactly: Tolerance = { about: 0, above: 0 }

/** What a seal holds, and whether it counts. */
export interface Judgement {
  quote: SealedQuote | undefined
  /** Why the quote does not count; undefined when it does. */
  fault: string | undefined
}

/** Seconds that the clocks of shop and proxy may differ. */
const skew = 600

/** `ttl` in seconds: an order's own time decides, not the time at which it is reported. */
export const createQuotes = (sealer: Sealer, ttl: number): Quotes => ({
  open: (token) => sealer.open<QuoteClaims>('quote', token),
  async judge(token, amount, when, { about, above } = exactly) {
    const quote = await sealer.open<QuoteClaims>('quote', token)
    if (!quote) return { quote, fault: 'the token was not sealed here, or was changed' }
    const age = when.getTime() / 1000 - quote.iat
    const more = amount ? amount.cents - quote.amount.cents : 0
    if (!amount || more < -about || more > about + above || amount.currency !== quote.amount.currency) {
      return { quote, fault: `the quote covers ${quote.amount.cents} ${quote.amount.currency}${amount ? `, not ${amount.cents} ${amount.currency}` : ''}` }
    }
    if (age > ttl || age < -skew) {
      return { quote, fault: `the quote was made ${Math.round(age / 60)} minutes before the order; it holds for ${Math.round(ttl / 60)}` }
    }
    return { quote, fault: undefined }
  },
})
