import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

interface Ajv {
  addSchema(schema: object, key: string): void
  compile(schema: object): ((value: unknown) => boolean) & { errors?: unknown }
}

// The OpenAPI validator depends on Ajv: this uses the same copy.
const { default: Ajv2020 } = createRequire(createRequire(import.meta.url).resolve('@seriousme/openapi-schema-validator'))('ajv/dist/2020.js') as {
  default: new (options: object) => Ajv
}

interface Operation {
  requestBody?: object
  responses: Record<string, { content?: object }>
}

/** The parts of an OpenAPI 3.1 document that a check needs. */
export interface Document {
  paths: Record<string, Record<string, Operation>>
}

export interface Asked {
  body?: unknown
  headers?: Record<string, string>
}

const pointer = (...names: string[]) => names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

/** Creates a client that calls an API and checks request and response against its document. It returns responses and collects the called operations. */
export function createChecker(document: Document, baseUrl: string) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  const fits = (value: unknown, at: string, what: string) => {
    const check = ajv.compile({ $ref: `document#${at}` })
    assert.ok(check(value), `${what}: ${JSON.stringify(check.errors)} in ${JSON.stringify(value)}`)
  }
  const asked = new Set<string>()
  const templates = Object.keys(document.paths).sort((a, b) => a.split('{').length - b.split('{').length)

  return {
    asked,
    async ask<Answer = Record<string, unknown>>(method: string, path: string, { body, headers }: Asked = {}): Promise<{ status: number; body: Answer }> {
      const [route = ''] = path.split('?')
      const verb = method.toLowerCase()
      const template = templates.find((one) => verb in document.paths[one]! && new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(route))
      assert.ok(template, `${method} ${route} is not in the document`)
      const place = pointer('paths', template, verb)
      const operation = document.paths[template]![verb]!
      const answer = await fetch(baseUrl + path, {
        method,
        headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), Accept: 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.text()
      const found: unknown = text ? JSON.parse(text) : undefined
      const what = `${method} ${template} ${answer.status}`
      const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
      const documented = operation.responses[String(answer.status)]
      assert.ok(documented, `${what} is not in the document: ${text}`)
      if (documented.content) fits(found, place + pointer('responses', String(answer.status), 'content', type, 'schema'), what)
      if (answer.ok && operation.requestBody) fits(body ?? {}, place + pointer('requestBody', 'content', 'application/json', 'schema'), `${what}, asked`)
      asked.add(`${method} ${template}`)
      return { status: answer.status, body: found as Answer }
    },
  }
}
