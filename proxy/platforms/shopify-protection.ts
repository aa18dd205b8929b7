import type { Money } from '../../src/contract/money.ts'
import type { SealedQuote } from '../identity/sealed-quotes.ts'
import type { OrderFacts } from '../reports/report-facts.ts'
import type { ProtectionPaid } from '../reports/protection-payment.ts'
import { shareOf, type Part } from './payload.ts'
import type { MappingContext } from './platform.ts'
import { boundOf, tokenNames, type UnitCost } from './protection-lines.ts'
import { amountOf, lineTotalOf, sumOf, type Side } from './shopify-money.ts'
import { reductionOf, type Refunds } from './shopify-refunds.ts'

/** The property that the widget writes next to the token on the line that it adds to the cart. */
const termsName = '_protection_terms'

/** What is known besides a line. */
interface Known extends Pick<MappingContext, 'quotes' | 'order'> {
  /** When the order was placed, in milliseconds, if it is known. */
  placedAt?: number | undefined
}

const namesIn = (line: Part) =>
  line
    .at('properties')
    .items()
    .flatMap((property) => property.at('name').text() ?? [])

/** The tokens in the properties of these lines. */
export const tokensOn = (lines: readonly Part[]): string[] =>
  lines
    .flatMap((line) => line.at('properties').items())
    .filter((property) => tokenNames.has(property.at('name').text() ?? ''))
    .flatMap((property) => property.at('value').text() ?? [])

/**
 * The quote that makes a line protection, with its token. A shopper controls line properties
 * (https://shopify.dev/docs/api/ajax/reference/cart), so a name proves nothing: the token must open, the line must be of the
 * variant that was sealed with it, and the line must not need shipping. An earlier version sealed no variant: such a seal is valid for any
 * variant, but only in an order that was placed while its quote was valid.
 */
function quoteOf(line: Part, { quotes, placedAt }: Known): { token: string; quote: SealedQuote } | undefined {
  if (!isImmaterial(line)) return undefined
  const opened = tokensOn([line]).flatMap((token) => {
    const quote = quotes.get(token)
    return quote ? [{ token, quote }] : []
  })
  return opened.find(({ quote }) => isSold(quote, line)) ?? opened.find(({ quote }) => quote.variant === undefined && isWithin(quote, placedAt))
}

const isWithin = ({ until }: SealedQuote, placedAt: number | undefined) => placedAt !== undefined && placedAt <= until * 1000

const isImmaterial = (line: Part) => line.at('requires_shipping').value === false && !line.at('gift_card').flag()

/** Whether the line is of the sealed variant. The service may name a variant by its global id, `gid://shopify/ProductVariant/42`. */
const isSold = ({ variant }: SealedQuote, line: Part) => variant != null && variant.split('/').at(-1) === line.at('variant_id').id()

/** Whether a line charges for protection: by its quote, or because it is known as the line that pays for the order's protection. */
export const isProtectionLine = (line: Part, known: Known) => quoteOf(line, known) !== undefined || isPaying(line, known)

const isPaying = (line: Part, { order }: Known) => order?.paying != null && line.at('id').id() === order.paying

/** The merchant's notes about lines that carry the properties of protection and are goods. */
export function goodsNotes(lines: readonly Part[], known: Known): string[] {
  const marked = lines.filter((line) => namesIn(line).some((name) => name === termsName || tokenNames.has(name)) && !isProtectionLine(line, known))
  const reasons = new Set(marked.map((line) => whyGoods(line, known)))
  return [...reasons].map((reason) => {
    const ids = marked.filter((line) => whyGoods(line, known) === reason).map((line) => line.at('id').id() ?? '?')
    const some = ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ')
    return `${ids.length === 1 ? 'line' : 'lines'} ${some} of this order: treated as goods in spite of the properties of protection, since ${reason}`
  })
}

function whyGoods(line: Part, { quotes }: Known): string {
  if (line.at('gift_card').flag()) return 'a gift card is no protection'
  if (!isImmaterial(line)) return 'protection needs no shipping: switch off "physical product" for its variant'
  const opened = tokensOn([line]).flatMap((token) => quotes.get(token) ?? [])
  if (opened.some(({ variant }) => variant === undefined))
    return 'its quote was sealed by an earlier version, and did not hold any more when the order was placed'
  const variants = opened.map(({ variant }) => variant ?? 'none')
  return variants.length === 0 ? 'no token on it was sealed here' : `its quote is for another variant (${variants.join(', ')})`
}

/** What is still paid for protection, line by line, with taxes if the price does not include them. */
export function paidOf(order: Part, lines: readonly Part[], refunds: Refunds, currency: string, known: Known): ProtectionPaid {
  const charging = lines.filter((line) => isProtectionLine(line, known) && reductionOf(line, refunds, currency).quantity < line.at('quantity').count())
  return {
    lines: charging.map((line) => {
      const bought = line.at('quantity').count()
      const gone = reductionOf(line, refunds, currency)
      const quantity = bought - gone.quantity
      const taxOf = (side: Side) => (order.at('taxes_included').flag() ? 0 : sumOf(line.at('tax_lines'), 'price', side, currency))
      const left = (side: Side, given: number): Money => {
        const { cents, currency: its } = lineTotalOf(line, side, currency)
        const total = cents + taxOf(side)
        return { cents: Math.max(0, Math.min(total - given, shareOf(total, quantity, bought))), currency: its }
      }
      const one = (side: Side): UnitCost => {
        const { cents, currency: its } = lineTotalOf(line, side, currency)
        return { price: { cents: shareOf(cents, 1, bought), currency: its }, tax: Math.ceil(taxOf(side) / bought) }
      }
      const price = amountOf(line, 'price', 'presentment_money', currency)
      const found = quoteOf(line, known)
      const bound = found && boundOf(found.quote, one('shop_money'), one('presentment_money'))
      return {
        id: line.at('id').needId(),
        quantity,
        amount: left('shop_money', gone.shop),
        presented: left('presentment_money', gone.presented),
        asked: { ...price, cents: price.cents * quantity },
        ...(found && { token: found.token }),
        ...(bound ? { bound } : found && { sealed: found.quote.price }),
      }
    }),
  }
}

/** Whether the line that pays for the order's protection is gone, and the service needs a report. */
export function isProtectionRefunded(protection: readonly Part[], left: ProtectionPaid, known: OrderFacts | undefined): boolean {
  const idOf = (line: Part) => line.at('id').needId()
  const paying = known?.paying ? protection.filter((line) => idOf(line) === known.paying) : protection
  return paying.length > 0 && paying.every((line) => left.lines.every(({ id }) => id !== idOf(line)))
}
