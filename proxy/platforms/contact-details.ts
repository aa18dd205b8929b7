import { z } from 'zod'
import { email as emailSchema, phone as phoneSchema } from '../upstream/field.schema.ts'
import type { OrderInput } from '../upstream/protection.ts'
import { truncate } from './payload.ts'

/** The telephone key of each letter (ITU-T E.161). */
const keys = '22233344455566677778889999'

/** The remedy for an order without a phone number, which the service does not accept. */
export const phoneRemedy = 'set FALLBACK_PHONE to a number of the shop, then retry this'

/** A phone number that ends in a word. */
const worded = /^\+?\d[\d ().-]{3,}[A-Z]{2,}$/i

/** The first valid phone number. Converts the letters of a word to digits: 555-555-SHIP becomes 555-555-7447. */
export function toPhone(...written: (string | undefined)[]): string | undefined {
  for (const one of written) {
    if (one === undefined) continue
    const number = worded.test(one) ? one.replace(/[A-Z]/gi, (letter) => keys[letter.toUpperCase().charCodeAt(0) - 65]!) : one
    if (fits(phoneSchema, number)) return number
  }
  return undefined
}

/** The first valid e-mail address. */
export const toEmail = (...written: (string | undefined)[]) => written.find((one) => one !== undefined && fits(emailSchema, one))

const fits = (schema: z.ZodType, value: string) => schema.safeParse(value).success

/** The known parts of a person's name. */
export interface Name {
  first: string | undefined
  last: string | undefined
  /** Both names in one text. */
  full?: string | undefined
}

/** Both names, which the service needs though platforms may have one or none. Never combines the names of two persons. */
export function toNames(...names: Name[]): Pick<OrderInput['customer'], 'first_name' | 'last_name'> {
  const known = names.map(inTwo).filter(([first, last]) => first ?? last)
  const [first, last] = known.find(([one, two]) => one && two) ?? known[0] ?? []
  return { first_name: truncate(first ?? '-'), last_name: truncate(last ?? '-') }
}

function inTwo({ first, last, full }: Name): [first: string | undefined, last: string | undefined] {
  if (first ?? last) return [first, last]
  const [, front, back] = /^(.+?)\s+(\S+)$/.exec(full ?? '') ?? []
  return front ? [front, back] : [undefined, full]
}
