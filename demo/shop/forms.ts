import type { FastifyInstance } from 'fastify'

/** The body of an HTML form: a text, a list from `name[]`, a record from `name[key]`. */
export type FormBody = Record<string, string | string[] | Record<string, string>>

/** Makes routes accept HTML forms. */
export function readForms(app: FastifyInstance) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 65_536 }, (_, text, done) => {
    done(null, toFormBody(String(text)))
  })
  app.addHook('preHandler', async (request) => {
    // A request without a body is an empty form.
    request.body ??= {}
  })
}

function toFormBody(text: string): FormBody {
  const body = Object.create(null) as FormBody
  for (const [name, value] of new URLSearchParams(text)) {
    const [, base = name, key] = /^([^[]+)\[([^\]]*)\]$/.exec(name) ?? []
    if (key === undefined) body[base] = value
    else if (key === '') body[base] = [...(Array.isArray(body[base]) ? body[base] : []), value]
    else body[base] = Object.assign(Object.create(null) as Record<string, string>, body[base], { [key]: value })
  }
  return body
}
