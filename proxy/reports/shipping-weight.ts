import type { LineItemDto } from '../upstream/protection.ts'

/*
 * Of a line that is not insured the service knows only by its weight whether it ships: what weighs nothing is digital (A105). So nothing
 * that ships is reported with a weight of 0, though shops leave weights out.
 */

/** The weight to report of something that ships, whatever the shop says that it weighs. */
export const shippingGrams = (grams: number) => Math.max(1, grams)

/** The lines of an order: by the merchant's own word `is_insured` is true for what ships and false for what is digital. */
export const withShippingWeights = <Report extends { line_items: LineItemDto[] }>(report: Report): Report => withWeights(report, ({ is_insured }) => is_insured)

/** The lines of a shipment, all of which ship. */
export const asShipped = <Report extends { line_items: LineItemDto[] }>(report: Report): Report => withWeights(report, () => true)

const withWeights = <Report extends { line_items: LineItemDto[] }>(report: Report, ships: (line: LineItemDto) => boolean): Report => ({
  ...report,
  line_items: report.line_items.map((line) => (ships(line) ? { ...line, grams: shippingGrams(line.grams) } : line)),
})
