import { ResponseError, type Client } from '../../../src/contract/client.ts'
import type { Money } from '../../../src/contract/money.ts'
import type { protection } from '../../../src/contract/protection.ts'
import type { RateLimiter } from '../../http/rate-limiter.ts'
import type { Sealer } from '../../identity/seal.ts'
import { Refusal, serviceWords } from '../../http/problems.ts'
import type { Handlers } from '../../http/serve.ts'
import type { QuoteClaims } from '../../identity/sealed-quotes.ts'
import type { protectionService } from '../../upstream/protection.ts'
import { startDeadline } from '../../upstream/deadline.ts'
import { limits } from '../../upstream/limits.ts'

/** Milliseconds to wait for a price: a later price is useless to a shopper who is about to pay. */
const deadline = 3_000

interface ProtectionParts {
  service: Client<typeof protectionService>
  sealer: Sealer
  /** Seconds that a price is valid. */
  ttl: number
  /** Counts quotes. */
  rate: RateLimiter
}

/** What a route knows of a shopper who requests a price. */
export interface QuoteContext {
  /** The shopper's network address, for counting quotes. */
  address: string
}

/** Handlers of shoppers' requests for protection; the protection service sets the price. */
export const protectionRoutes = ({ service, sealer, ttl, rate }: ProtectionParts): Handlers<typeof protection, QuoteContext> => ({
  async quoteProtection({ cents, currency }, { address }) {
    await rate(address)
    const amount = { cents, currency }
    const { signal, end } = startDeadline(deadline)
    const quoted = await service
      .quote({ cart: { amount_insured: amount } }, { signal })
      .catch(refuseAmount)
      .finally(end)
    const { token: upstream, price, variant } = quoted
    if (price.currency !== currency) {
      throw new Refusal('upstream-unavailable', 'No price can be had right now.', { cause: new TypeError(`asked in ${currency}, quoted in ${price.currency}`) })
    }
    const tokenBytes = Buffer.byteLength(JSON.stringify(upstream)) - 2
    if (tokenBytes > limits.quoteToken) {
      const cause = new TypeError(`the service quoted with a token of ${tokenBytes} bytes; at most ${limits.quoteToken} are taken`)
      throw new Refusal('upstream-unavailable', 'No price can be had right now.', { cause })
    }
    // Protection that costs more than it protects is useless to both sides.
    if (price.cents > cents) throw new Refusal('not-eligible', 'This cart cannot be protected.', { cause: new TypeError(`${price.cents} asked for ${cents}`) })
    const until = Math.floor(Date.now() / 1000) + ttl
    const shown: Money = { cents: price.cents, currency }
    const claims: QuoteClaims = { upstream, amount, price: shown, until, variant: variant ? String(variant.id) : null }
    return {
      token: await sealer.seal('quote', claims),
      price: shown,
      amount,
      ...(variant && { variant: { id: variant.id, ...(variant.sku && { sku: variant.sku }) } }),
      expires_at: new Date(until * 1000).toISOString(),
    }
  },
})

/** Converts a refused amount to `not-eligible`: the service has a cap, or does not cover the currency. */
function refuseAmount(error: unknown): never {
  if (error instanceof ResponseError && error.status === 422)
    throw new Refusal('not-eligible', 'This cart cannot be protected.', { errors: serviceWords(error), cause: error })
  throw error
}
