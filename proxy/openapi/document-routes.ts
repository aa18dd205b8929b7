import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../http/problems.ts'

/** Serves the reference of the proxy at `/v1/openapi.json`, and those of the services beside it. Each is made at its first request. */
export function serveDocuments(app: FastifyInstance) {
  const made = new Map<string, Promise<{ body: string; tag: string }>>()
  const make = async (name: string, server: string) => {
    const { documents } = await import('./documents.ts')
    if (!Object.hasOwn(documents, name)) throw new Refusal('not-found', `There are documents for ${Object.keys(documents).join(', ')}.`)
    const body = JSON.stringify(documents[name as keyof typeof documents](server))
    return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
  }
  const find = (name: string, server: string) => {
    const key = `${server} ${name}`
    const found = made.get(key) ?? make(name, server)
    made.set(key, found)
    found.catch(() => made.delete(key))
    return found
  }

  // Relative, because the proxy may be mounted at any path.
  for (const [url, of, server] of [
    ['/v1/openapi.json', 'proxy', '..'],
    ['/v1/openapi/:name.json', undefined, '../..'],
  ] as const) {
    app.get<{ Params: { name?: string } }>(url, async (request, reply) => {
      const { body, tag } = await find(of ?? request.params.name!, server)
      reply.header('ETag', tag).header('Cache-Control', 'public, no-cache')
      if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(body)
    })
  }
}
