import type { LineItemDto } from '../upstream/protection.ts'

/*
 * The service knows only by the weight whether a line that is not insured ships: a line without weight is digital (A105). So no line that ships is
 * reported with a weight of 0, though shops often omit weights.
 */

/** The weight to report for goods that ship: at least 1 gram. */
export const shippingGrams = (grams: number) => Math.max(1, grams)

/** Corrects the weights of an order's lines: the merchant sets `is_insured` to true for lines that ship, and to false for digital lines. */
export const withShippingWeights = <Report extends { line_items: LineItemDto[] }>(report: Report): Report => withWeights(report, ({ is_insured }) => is_insured)

/** Corrects the weights of a shipment's lines, all of which ship. */
export const asShipped = <Report extends { line_items: LineItemDto[] }>(report: Report): Report => withWeights(report, () => true)

const withWeights = <Report extends { line_items: LineItemDto[] }>(report: Report, ships: (line: LineItemDto) => boolean): Report => ({
  ...report,
  line_items: report.line_items.map((line) => (ships(line) ? { ...line, grams: shippingGrams(line.grams) } : line)),
})
