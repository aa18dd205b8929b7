import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoints } from '../../src/contract/endpoint.ts'
import { Failure } from './failure.ts'
import { pathOf } from './path.ts'

/** Refuses what no endpoint of the tables serves: with 405 and `Allow` if only the method is wrong, otherwise with 404. */
export function refuseTheRest(app: FastifyInstance, tables: readonly Endpoints[], unknown = 'Path is unknown') {
  const patterns = tables
    .flatMap((table) => Object.values(table))
    .map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }))

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url).slice(app.prefix.length)
    const methods = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (methods.size === 0) throw new Failure(404, unknown)
    // A path with GET also supports HEAD.
    reply.header('Allow', [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', '))
    throw new Failure(405, `Method has to be ${[...methods].join(' or ')}`)
  })
}
