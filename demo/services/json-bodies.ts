import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/** The deepest nesting of a body. No operation needs nearly as much; deeper bodies are sent to exhaust the code that walks through them. */
const deepest = 64

/** JSON that systems exchange is always UTF-8. */
const isUtf8 = (header = '') => [...header.matchAll(/;\s*charset\s*=\s*"?([^\s";,]*)/gi)].every(([, charset = '']) => /^utf-?8$/i.test(charset))

/** Accepts bodies in JSON only. A missing body is empty, for operations whose fields are all optional (A36, A38, A63). */
export function readBodiesIn(app: FastifyInstance) {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('*', (_request, body, done) => {
    body.resume()
    done(new Failure(415, 'Content-Type has to be application/json'))
  })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, ({ headers }, body, done) => {
    try {
      if (!isUtf8(headers['content-type'])) throw new Failure(415, 'Content-Type has to be application/json in utf-8')
      done(null, parse(String(body)))
    } catch (error) {
      done(error instanceof Failure ? error : new Failure(400, 'Body is no JSON'))
    }
  })
}

function parse(text: string): unknown {
  if (text === '') return {}
  if (isTooDeep(text)) throw new Failure(400, `Body is nested deeper than ${deepest} levels`)
  return JSON.parse(text)
}

/** Counts the brackets outside of strings, before anything is parsed. */
function isTooDeep(text: string) {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[{\]}]/gs)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    if (depth > deepest) return true
  }
  return false
}
