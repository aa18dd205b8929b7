import { z } from 'zod'
import { moneySchema } from '../../src/contract/money.schema.ts'
import { limits } from './limits.ts'

/*
 * The schemas of fields of the protection service. Each message continues a sentence that begins with the name of the field (A61).
 */

/** Makes the message for an invalid value: “is required” if it is missing, else `wrong`. */
export const is = (wrong: string) => ({ error: ({ input }: { input?: unknown }) => (input === undefined ? 'is required' : wrong) })

/** Any text, also an empty one. */
export const anyText = (longest = limits.text) => z.string(is('is no text')).max(longest, `is longer than ${longest} characters`) // A74

/** The lines of an order, a shipment or a claim. */
export const lines = <Line extends z.ZodType>(line: Line) => z.array(line, is('is no list')).max(limits.lines, `has more than ${limits.lines} lines`) // A74

/** Text that is not empty. */
export const text = (longest = limits.text) => anyText(longest).min(1, 'is required')

/** An amount that is never negative (A74). */
export const price = moneySchema.refine(({ cents }) => cents >= 0, { path: ['cents'], message: 'is negative' })

/** The address of a page or picture. */
export const url = z.url({ protocol: /^https?$/, ...is('is no http address') }).max(limits.url, `is longer than ${limits.url} characters`)

/** A date and time as in RFC 3339 (`date-time`): with seconds and an offset. */
export const dateTime = z.iso
  .datetime({ offset: true, ...is('is no date and time such as "2026-03-01T09:30:00Z"'), abort: true })
  .refine((written) => /T\d\d:\d\d:\d\d/.test(written), 'is no date and time such as "2026-03-01T09:30:00Z"')

/** A count or a weight. */
export const int32 = z.int(is('is no whole number')).min(0, 'is negative').max(2_147_483_647, 'does not fit 32 bits')

/** An e-mail address (RFC 5321). */
export const email = z.email(is('is no e-mail address')).max(254, 'is longer than 254 characters')

/** A phone number as people write it: 5 to 20 digits, with spaces, dots, hyphens, slashes and brackets between them, and an optional extension. */
export const phone = z
  .string(is('is no phone number'))
  .max(limits.text, `is longer than ${limits.text} characters`)
  .regex(/^\(?\+?(?:[ ().\-/]*\d){5,20}[ ().\-/]*(?:(?:x|ext\.?|#) ?\d{1,8})?$/, 'is no phone number')

/** One value of a closed list. */
export const oneOf = <const Value extends string>(values: readonly Value[]) => z.enum(values, is(`is none of ${values.join(', ')}`))
