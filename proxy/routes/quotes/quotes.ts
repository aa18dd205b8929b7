import { ResponseError, type Client } from '../../../src/contract/client.ts'
import type { Money } from '../../../src/contract/money.ts'
import type { protection } from '../../../src/contract/protection.ts'
import type { Rate } from '../../http/rates.ts'
import type { Sealer } from '../../identity/seal.ts'
import { Refusal, serviceWords } from '../../http/problems.ts'
import type { Handlers } from '../../http/serve.ts'
import type { QuoteClaims } from '../../identity/sealed-quotes.ts'
import type { protectionService } from '../../upstream/protection.ts'
import { limits } from '../../upstream/limits.ts'

/** Milliseconds: a price that comes later than this is of no use to somebody about to pay. */
const deadline = 3_000

interface ProtectionParts {
  service: Client<typeof protectionService>
  sealer: Sealer
  /** Seconds that a price holds. */
  ttl: number
  /** Counts quotes. */
  rate: Rate
}

/** What a route knows of somebody who asks for a price. */
export interface QuoteVisit {
  /** Their network address, for counting quotes. */
  address: string
}

/** What a shopper may ask about protection, answered by the protection service. */
export const protectionRoutes = ({ service, sealer, ttl, rate }: ProtectionParts): Handlers<typeof protection, QuoteVisit> => ({
  async quoteProtection({ cents, currency }, { address }) {
    await rate(address)
    const amount = { cents, currency }
    const {
      token: upstream,
      price,
      variant,
    } = await service.quote({ cart: { amount_insured: amount } }, { signal: AbortSignal.timeout(deadline) }).catch(refuseAmount)
    if (price.currency !== currency) {
      throw new Refusal('upstream-unavailable', 'No price can be had right now.', { cause: new TypeError(`asked in ${currency}, quoted in ${price.currency}`) })
    }
    const tokenBytes = Buffer.byteLength(JSON.stringify(upstream)) - 2
    if (tokenBytes > limits.quoteToken) {
      const cause = new TypeError(`the service quoted with a token of ${tokenBytes} bytes; at most ${limits.quoteToken} are taken`)
      throw new Refusal('upstream-unavailable', 'No price can be had right now.', { cause })
    }
    // Nobody careful would sell, or buy, protection that costs more than what it protects.
    if (price.cents > cents) throw new Refusal('not-eligible', 'This cart cannot be protected.', { cause: new TypeError(`${price.cents} asked for ${cents}`) })
    const until = Math.floor(Date.now() / 1000) + ttl
    const quoted: Money = { cents: price.cents, currency }
    const claims: QuoteClaims = { upstream, amount, price: quoted, until, variant: variant ? String(variant.id) : null }
    return {
      token: await sealer.seal('quote', claims),
      price: quoted,
      amount,
      ...(variant && { variant: { id: variant.id, ...(variant.sku && { sku: variant.sku }) } }),
      expires_at: new Date(until * 1000).toISOString(),
    }
  },
})

/** A refused amount is not a fault: there is a cap, or a currency that is not covered. */
function refuseAmount(error: unknown): never {
  if (error instanceof ResponseError && error.status === 422)
    throw new Refusal('not-eligible', 'This cart cannot be protected.', { errors: serviceWords(error), cause: error })
  throw error
}
