import { z } from 'zod'

/** Makes the schema of a whole number from `least` to `most`. */
const whole = (least: number, most: number) =>
  z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most, `has to be a whole number from ${least} to ${most}`)
    .transform(Number)

/** The settings for bounds that no document of the services names (A4, A74): name, schema and meaning of each. */
export const limitSettings = {
  // Ids are parts of indexed names in the store; PostgreSQL limits such a name to 2,700 bytes.
  MAX_TEXT: whole(64, 500).default(255).describe('Most characters of an id, a name or another short text'),
  MAX_LONG_TEXT: whole(255, 100_000).default(5_000).describe('Most characters of a message, a note, a reason or a description'),
  MAX_URL: whole(255, 8_192).default(2_048).describe('Most characters of the address of a page or picture'),
  MAX_LINES: whole(1, 10_000).default(500).describe('Most lines of an order, a shipment or a claim'),
  MAX_BODY: whole(65_536, 16_777_216).default(1_048_576).describe('Most bytes of a request with a key'),
  MAX_QUOTE_TOKEN: whole(255, 4_096).default(2_048).describe("Most bytes of the protection service's own token of a quote"),
  MAX_PAGE: whole(1, 1_000).default(100).describe('Most entries of one request to the loyalty service'),
}

type LimitName = keyof typeof limitSettings

/** Reads a limit; a malformed value gives the default too, because `readConfig` reports it together with all other faults before the start. */
function limitOf(name: LimitName): number {
  const { data } = limitSettings[name].safeParse(process.env[name]?.trim() || undefined)
  return data ?? limitSettings[name].parse(undefined)
}

/** The bounds of this process. They are read once, because the schemas of all requests are made from them. */
export const limits = {
  text: limitOf('MAX_TEXT'),
  longText: limitOf('MAX_LONG_TEXT'),
  url: limitOf('MAX_URL'),
  lines: limitOf('MAX_LINES'),
  body: limitOf('MAX_BODY'),
  quoteToken: limitOf('MAX_QUOTE_TOKEN'),
  /** The most characters of a token in an order: sealed, with a record of consent after it. Measured without the record: 2,048 bytes seal to 3,212. */
  carriedToken: Math.max(8_192, limitOf('MAX_QUOTE_TOKEN') * 4),
  page: limitOf('MAX_PAGE'),
}
