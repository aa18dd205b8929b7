import type { Money } from '../../src/contract/money.ts'
import type { Opened, Sealer } from '../identity/seal.ts'
import type { QuoteClaims } from '../routes/protection.ts'

/** Opens the seals that browsers carry and compares them with what was really bought. */
export interface Quotes {
  /** What the seal holds, or why it does not cover this amount at this time; `order` is the one that wants to spend it. */
  judge(token: string, amount: Money | undefined, when: Date, order?: string): Promise<Judgement>
  /** Notes that an order has spent it. */
  spend(judged: Judgement, order: string): void
}

/** What a seal holds, and whether it counts. */
export interface Judgement {
  quote: Opened<QuoteClaims> | undefined
  /** Why the quote does not count; undefined when it does. */
  fault: string | undefined
}

/** `ttl` in seconds: an order's own time decides, not the time at which it is reported. */
export function createQuotes(sealer: Sealer, ttl: number): Quotes {
  const spentBy = new Map<string, string>()
  return {
    async judge(token, amount, when, order) {
      const quote = await sealer.open<QuoteClaims>('quote', token)
      if (!quote) return { quote, fault: 'the token was not sealed here, or was changed' }
      const age = when.getTime() / 1000 - quote.iat
      const spender = spentBy.get(quote.jti)
      if (!amount || amount.cents !== quote.amount.cents || amount.currency !== quote.amount.currency) {
        return { quote, fault: `the quote covers ${quote.amount.cents} ${quote.amount.currency}${amount ? `, not ${amount.cents} ${amount.currency}` : ''}` }
      }
      if (age > ttl || age < -600)
        return { quote, fault: `the quote was made ${Math.round(age / 60)} minutes before the order; it holds for ${Math.round(ttl / 60)}` }
      if (spender !== undefined && spender !== order) return { quote, fault: 'the quote was spent by another order' }
      return { quote, fault: undefined }
    },
    spend({ quote }, order) {
      if (quote) spentBy.set(quote.jti, order)
    },
  }
}
