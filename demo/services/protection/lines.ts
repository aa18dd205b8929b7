import type { LineItemDto } from '../../../proxy/upstream/protection.ts'

type Money = LineItemDto['total_price']

/** Returns whether a line ships. An unprotected line does not say so; a line with a weight does (A105). */
export const isShippable = ({ grams }: LineItemDto) => grams > 0

/** Returns faults for insured lines of an order that is not protected: insured lines need a purchased quote (section 2). */
export const insuredInVain = (lines: readonly LineItemDto[]) =>
  lines.flatMap(({ is_insured }, index) => (is_insured ? [`line_items.${index}.is_insured is true, and the order is not protected`] : []))

/** Returns how many pieces of a line were not refunded. */
export const quantityLeft = ({ quantity, refunded_quantity = 0 }: LineItemDto) => Math.max(0, quantity - refunded_quantity)

/** Returns the price of a line less the refund: the reported refund, or else the share of the refunded pieces. */
export function priceLeft(line: LineItemDto): Money {
  const { total_price, refunded_price } = line
  if (!refunded_price) return shareOf(line, total_price, quantityLeft(line))
  return { ...total_price, cents: Math.max(0, total_price.cents - refunded_price.cents) }
}

/** Does the same in the customer’s currency, if the line has a price in it. */
export function presentmentLeft(line: LineItemDto): Money | undefined {
  const { total_price, total_price_presentment: total, refunded_price_presentment: refunded } = line
  if (!total) return undefined
  if (refunded) return { ...total, cents: Math.max(0, total.cents - refunded.cents) }
  return { ...total, cents: total_price.cents === 0 ? 0 : Math.round((total.cents * priceLeft(line).cents) / total_price.cents) }
}

/** Returns the share of a line’s price for so many pieces. */
export const shareOf = ({ quantity }: LineItemDto, { cents, currency }: Money, count: number): Money => ({
  cents: quantity === 0 ? 0 : Math.round((cents * count) / quantity),
  currency,
})

/** Adds prices of one currency. */
export const sumOf = (prices: readonly Money[], currency: string): Money => ({ cents: prices.reduce((sum, { cents }) => sum + cents, 0), currency })
