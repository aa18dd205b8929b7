import type { FastifyInstance } from 'fastify'
import { parse as parseLossless } from 'lossless-json'
import { Refusal } from './problems.ts'

/** How deep a body may nest; ours go to five. */
export const deepest = 32

/** JSON in which a whole number that is larger than JavaScript counts exactly is the text that it was written in: ids have 18 digits. */
export const parseExactly = (text: string): unknown => parseLossless(text, null, (digits) => (isInexact(digits) ? digits : Number(digits)))

/** JSON in which a whole number is the text that it was written in where JavaScript would write another. */
export const parseKeepingDigits = (text: string): unknown =>
  parseLossless(text, null, (digits) => (isInexact(digits) && String(Number(digits)) !== digits ? digits : Number(digits)))

const isInexact = (digits: string) => /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits))

/** Reads JSON bodies, and refuses those that would exhaust or poison whoever walks them; an empty body is an empty object. `exactly`: as {@link parseExactly} does. */
export function readJsonCarefully(app: FastifyInstance, { exactly = false } = {}) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, {})
    if (depthOf(text) > deepest)
      return done(new Refusal('invalid-request', 'The body nests too deep.', { errors: [`body nests deeper than ${deepest} levels`] }))
    void parse(request, text, (error, value) => {
      if (error || !exactly) return done(error, value)
      try {
        done(null, parseExactly(text))
      } catch {
        done(new Refusal('invalid-request', 'The body says something twice.', { errors: ['body has a field twice, with two values'] }))
      }
    })
  })
}

/** How deep brackets nest outside of strings. */
export function depthOf(json: string): number {
  let depth = 0
  let most = 0
  let inString = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index]
    if (inString) {
      if (character === '\\') index += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') most = Math.max(most, (depth += 1))
    else if (character === '}' || character === ']') depth -= 1
  }
  return most
}
