import { normalNumber } from '../../../src/contract/tracking.schema.ts'

/** A number in the one way that all who mean it write alike: by its letters and digits alone, wherever they put spaces, `#` or dashes. */
export const plainNumber = (number: string) => number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase() || number

/** Whether that tracking number is among those of a shipment, which has one for each of its packages (A83). */
export const bears = (numbers: string | null | undefined, number: string) => (numbers ?? '').split(',').some((one) => isSame(one, number))

/** Whether both are the same number, however they are written. */
export const isSame = (one: string, other: string) => one.trim() !== '' && plainNumber(one) === plainNumber(other)

/** The ways in which to ask for a number that somebody typed: services forgive no more than a `#` (A76). As it was typed comes first. */
export function waysToWrite(number: string): string[] {
  const spaceless = number.replace(/\s/g, '')
  return [...new Set([number, spaceless, spaceless.toUpperCase(), spaceless.toLowerCase()])]
}

/**
 * The same for the number of an order. As it was typed comes first, since an order may have its `#` and its dash to the letter; a dash for a
 * space comes last, since it is looked for in vain where none belongs.
 */
export function waysToWriteOrder(typed: string): string[] {
  const number = normalNumber(typed)
  const dashed = /^[^\s-]+\s[^\s-]+$/.test(number) ? number.replace(/\s/, '-') : number
  return [...new Set([typed, ...waysToWrite(number), dashed, dashed.toUpperCase()])]
}
