import { toMoney } from '../theme.ts'
import { escape } from './escape.ts'

/** The price of protection, as the proxy answers it. */
export interface PageQuote {
  token: string
  price: { cents: number; currency: string }
  amount: { cents: number; currency: string }
  expires_at: string
}

/** How many milliseconds a page waits for its price. The page requests a later one itself. */
const longest = 300

/**
 * Requests the price for what ships, as the server that renders a page does: the page then has it from its first paint, and requests none. Resolves to
 * nothing if the price does not come in time. A server may keep the answer for the same cart of the same shopper; this one does not.
 */
export async function quoteForPage(proxy: string, origin: string, cents: number, currency: string): Promise<PageQuote | undefined> {
  try {
    const answer = await fetch(`${proxy}/v1/protection/quotes?cents=${cents}&currency=${currency}`, {
      headers: { Origin: origin },
      signal: AbortSignal.timeout(longest),
    })
    return answer.ok ? ((await answer.json()) as PageQuote) : undefined
  } catch {
    // A page without a price is better than none.
    return undefined
  }
}

/** The value of the attribute `quote`, and the price as text. */
export const toPageValues = (quote: PageQuote) => ({
  quote: escape(JSON.stringify(quote)),
  price: toMoney(quote.price.cents),
})
