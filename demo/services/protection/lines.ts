import type { LineItemDto } from '../../../proxy/upstream/protection.ts'

type Money = LineItemDto['total_price']

/** An unprotected line does not say whether it ships; what weighs something does (A105). */
export const isShippable = ({ grams }: LineItemDto) => grams > 0

/** Where lines are called insured whose order is not protected: insured lines need a purchased quote (section 2). */
export const insuredInVain = (lines: readonly LineItemDto[]) =>
  lines.flatMap(({ is_insured }, index) => (is_insured ? [`line_items.${index}.is_insured is true, and the order is not protected`] : []))

/** How many of a line nobody has given money back for. */
export const quantityLeft = ({ quantity, refunded_quantity = 0 }: LineItemDto) => Math.max(0, quantity - refunded_quantity)

/** What a line cost, less what was given back: the sum that is told, or else the share of what is left of it. */
export function priceLeft(line: LineItemDto): Money {
  const { total_price, refunded_price } = line
  if (!refunded_price) return shareOf(line, total_price, quantityLeft(line))
  return { ...total_price, cents: Math.max(0, total_price.cents - refunded_price.cents) }
}

/** The same in the customer's currency, where the line tells it. */
export function presentmentLeft(line: LineItemDto): Money | undefined {
  const { total_price, total_price_presentment: total, refunded_price_presentment: refunded } = line
  if (!total) return undefined
  if (refunded) return { ...total, cents: Math.max(0, total.cents - refunded.cents) }
  return { ...total, cents: total_price.cents === 0 ? 0 : Math.round((total.cents * priceLeft(line).cents) / total_price.cents) }
}

/** What so many of a line cost, of a price for all of it. */
export const shareOf = ({ quantity }: LineItemDto, { cents, currency }: Money, count: number): Money => ({
  cents: quantity === 0 ? 0 : Math.round((cents * count) / quantity),
  currency,
})

/** What lines come to that share a currency. */
export const sumOf = (prices: readonly Money[], currency: string): Money => ({ cents: prices.reduce((sum, { cents }) => sum + cents, 0), currency })
