import { sameMoney, type Money } from '../../src/contract/money.ts'
import type { Consent } from '../../src/contract/protection.ts'
import { consentSchema } from '../../src/contract/protection.schema.ts'
import { looksSealed } from '../identity/seal.ts'
import { toMoneyText } from '../upstream/money-text.ts'

/*
 * The record of the shopper's consent follows the token of the quote, as `<sealed token>~<record in base64url>`. A browser writes it, and anyone can
 * write another one. So it is stored as the shopper's statement, and decides nothing.
 */

/** A quote's token in the form in which a cart, a form or an order carries it. */
export interface CarriedToken {
  /** A token sealed by the proxy, or the service's own. */
  token: string
  consent: Consent | null
  /** The fault of the record, for the merchant. */
  fault?: string
}

/** The most characters of a record. */
const maxLength = 1_024

/** Separates the token from the record after it. The service's own token stays whole, whatever it contains (A67). */
export function readToken(carried: string): CarriedToken {
  const [token = '', ...rest] = carried.split('~')
  if (rest.length === 0 || !looksSealed(token)) return { token: carried, consent: null }
  const consent = readConsent(rest.join('~'))
  return consent ? { token, consent } : { token, consent: null, fault: 'the token’s record of consent cannot be read, and is left out' }
}

function readConsent(record: string): Consent | undefined {
  if (record.length > maxLength || !/^[\w-]+$/.test(record)) return undefined
  try {
    return consentSchema.safeParse(JSON.parse(Buffer.from(record, 'base64url').toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** The merchant's note if the price in the record is not the price of the quote. */
export const priceNotes = (consent: Consent | null, price: Money | null): string[] =>
  consent && price && !sameMoney(consent.price, price)
    ? [`the shopper agreed to ${toMoneyText(consent.price)}, by their browser's record; the quote asks ${toMoneyText(price)}`]
    : []
