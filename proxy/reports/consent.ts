import { sameMoney, type Money } from '../../src/contract/money.ts'
import type { Consent } from '../../src/contract/protection.ts'
import { consentSchema } from '../../src/contract/protection.schema.ts'
import { looksSealed } from '../identity/seal.ts'

/*
 * What the shopper agreed to travels behind the token of the quote, as `<sealed token>~<record in base64url>`. A browser wrote it, and
 * anybody can write another: it is kept as what was said, and decides nothing.
 */

/** A quote's token as a cart, a form or an order carries it. */
export interface CarriedToken {
  /** Sealed by the proxy, or the service's own. */
  token: string
  consent: Consent | null
  /** What is wrong with the record, for the merchant. */
  fault?: string
}

/** Characters that a record has at the most. */
const longest = 1_024

/** Parts the token from the record behind it. A token of the service's own stays whole, whatever it holds (A67). */
export function readToken(carried: string): CarriedToken {
  const [token = '', ...rest] = carried.split('~')
  if (rest.length === 0 || !looksSealed(token)) return { token: carried, consent: null }
  const consent = readConsent(rest.join('~'))
  return consent ? { token, consent } : { token, consent: null, fault: 'what came with the token as a record of consent cannot be read, and is left out' }
}

function readConsent(record: string): Consent | undefined {
  if (record.length > longest || !/^[\w-]+$/.test(record)) return undefined
  try {
    return consentSchema.safeParse(JSON.parse(Buffer.from(record, 'base64url').toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** What the merchant should know of a record beside what it says: that the price which was agreed to is not the quote's. */
export const priceNotes = (consent: Consent | null, price: Money | null): string[] =>
  consent && price && !sameMoney(consent.price, price)
    ? [`the shopper agreed to ${consent.price.cents} ${consent.price.currency}, by their browser's record; the quote asks ${price.cents} ${price.currency}`]
    : []
