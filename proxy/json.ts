import type { FastifyInstance } from 'fastify'
import { Refusal } from './problems.ts'

/** How deep a body may nest; ours go to five. */
const deepest = 32

/** Reads JSON bodies, and refuses those that would exhaust or poison whoever walks them; an empty body is an empty object. */
export function readJsonCarefully(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, {})
    if (depthOf(text) > deepest)
      return done(new Refusal('invalid-request', 'The body nests too deep.', { errors: [`body nests deeper than ${deepest} levels`] }))
    void parse(request, text, done)
  })
}

/** How deep brackets nest outside of strings. */
function depthOf(json: string): number {
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
