import { normalNumber } from '../../../src/contract/tracking.schema.ts'

/** A number reduced to its letters and digits in upper case, so that spaces, `#` and dashes make no difference. */
export const normalizeNumber = (number: string) => number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase() || number

/** Whether a shipment has this tracking number; a shipment has one number for each of its packages (A83). */
export const hasTrackingNumber = (numbers: string | null | undefined, number: string) => (numbers ?? '').split(',').some((one) => isSameNumber(one, number))

/** Whether both are the same number, in whatever spelling. */
export const isSameNumber = (one: string, other: string) => one.trim() !== '' && normalizeNumber(one) === normalizeNumber(other)

/** The spellings in which to request a typed number, because services ignore nothing but a `#` (A76). The typed spelling comes first. */
export function spellingsOf(number: string): string[] {
  const spaceless = number.replace(/\s/g, '')
  return [...new Set([number, spaceless, spaceless.toUpperCase(), spaceless.toLowerCase()])]
}

/**
 * The same for an order number. The typed spelling comes first, because an order number may really contain its `#` and its dash. A dash in place of a
 * space comes last, because it only costs a request if the number has no dash.
 */
export function orderSpellingsOf(typed: string): string[] {
  const number = normalNumber(typed)
  const dashed = /^[^\s-]+\s[^\s-]+$/.test(number) ? number.replace(/\s/, '-') : number
  return [...new Set([typed, ...spellingsOf(number), dashed, dashed.toUpperCase()])]
}
