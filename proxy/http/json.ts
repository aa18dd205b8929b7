import type { FastifyInstance } from 'fastify'
import { parse as parseLossless } from 'lossless-json'
import { Refusal } from './problems.ts'

/** The deepest nesting of a body; our own bodies nest up to five levels. */
export const maxDepth = 32

/** Parses JSON; integers that JavaScript cannot hold exactly become the text of their digits, because ids have up to 18 digits. */
export const parseExactly = (text: string): unknown => parseLossless(text, null, (digits) => (isInexact(digits) ? digits : Number(digits)))

/** Parses JSON; an integer becomes the text of its digits if JavaScript would write other digits. */
export const parseKeepingDigits = (text: string): unknown =>
  parseLossless(text, null, (digits) => (isInexact(digits) && String(Number(digits)) !== digits ? digits : Number(digits)))

const isInexact = (digits: string) => /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits))

/**
 * Adds a parser of JSON bodies that refuses too deep nesting and keys that could change a prototype; an empty body is an empty object. `exactly`:
 * numbers are parsed like in {@link parseExactly}.
 */
export function addStrictJsonParser(app: FastifyInstance, { exactly = false } = {}) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, {})
    if (nestingDepthOf(text) > maxDepth)
      return done(new Refusal('invalid-request', 'The body nests too deep.', { errors: [`body nests deeper than ${maxDepth} levels`] }))
    void parse(request, text, (error, value) => {
      if (error || !exactly) return done(error, value)
      try {
        done(null, parseExactly(text))
      } catch {
        done(new Refusal('invalid-request', 'The body contains the same field twice.', { errors: ['body has a field twice, with two values'] }))
      }
    })
  })
}

/** Returns how deep brackets nest outside strings. */
export function nestingDepthOf(json: string): number {
  let depth = 0
  let most = 0
  let inString = false
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index)
    if (inString) {
      if (code === codes.backslash) index += 1
      else if (code === codes.quote) inString = false
    } else if (code === codes.quote) inString = true
    else if (code === codes.brace || code === codes.bracket) most = Math.max(most, (depth += 1))
    else if (code === codes.braceEnd || code === codes.bracketEnd) depth -= 1
  }
  return most
}

const codes = { backslash: 0x5c, quote: 0x22, brace: 0x7b, braceEnd: 0x7d, bracket: 0x5b, bracketEnd: 0x5d } as const
