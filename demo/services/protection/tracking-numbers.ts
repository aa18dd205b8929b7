/** A shipment may carry several, one for each package (A83); a blank one is none (A90). */
export const trackingNumbers = (text: string) =>
  text
    .split(',')
    .map((number) => number.trim())
    .filter((number) => number !== '')

/** The one way to write a number: people copy them with spaces, and in small letters. */
export const plainNumber = (number: string) => number.replace(/\s/g, '').toUpperCase()
