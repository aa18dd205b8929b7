import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { endConnectionsOnClose } from './connections.ts'
import type { Metrics } from './metrics.ts'
import type { Services } from './upstream/services.ts'

interface OperatorParts {
  metrics: Metrics
  services: Services
  closing: AbortSignal
  log: FastifyBaseLogger
}

/** Health and metrics, on a port of their own that nobody else reaches. */
export function buildOperatorApp({ metrics, services, closing, log }: OperatorParts): FastifyInstance {
  const operator = Fastify({ loggerInstance: log, logController: new LogController({ disableRequestLogging: true }) })
  endConnectionsOnClose(operator)
  operator.get('/livez', () => ({ status: 'alive' }))
  // A service that is down is told of and does not make the proxy unready: it still answers, and its widgets step aside.
  operator.get('/readyz', (_, reply) => {
    const upstream = Object.fromEntries([...services.transports].map(([service, { broken }]) => [service, broken ? 'failing' : 'fine']))
    return reply.code(closing.aborted ? 503 : 200).send({ status: closing.aborted ? 'closing' : 'ready', upstream })
  })
  operator.get('/metrics', async (_, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()))
  return operator
}
