/** Splits the tracking numbers of a shipment: one for each package (A83). Blank numbers are ignored (A90). */
export const trackingNumbers = (text: string) =>
  text
    .split(',')
    .map((number) => number.trim())
    .filter((number) => number !== '')

/** Normalises a number: people copy numbers with spaces and in small letters. */
export const plainNumber = (number: string) => number.replace(/\s/g, '').toUpperCase()
