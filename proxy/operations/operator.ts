import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { endConnectionsOnClose } from '../http/connections.ts'
import type { Metrics } from './metrics.ts'
import type { OpenQueue } from '../background/background.ts'
import type { Services } from '../upstream/services.ts'

interface OperatorParts {
  metrics: Metrics
  services: Services
  /** Absent if the proxy has no queue. */
  queue: Pick<OpenQueue, 'check'> | undefined
  closing: AbortSignal
  log: FastifyBaseLogger
}

/** Builds the server for health and metrics, on a separate port that only the operator reaches. */
export function buildOperatorApp({ metrics, services, queue, closing, log }: OperatorParts): FastifyInstance {
  const operator = Fastify({ loggerInstance: log, logController: new LogController({ disableRequestLogging: true }) })
  endConnectionsOnClose(operator)
  operator.get('/livez', () => ({ status: 'alive' }))
  // A failing service or store is reported, but the proxy stays ready: it still answers what it can, and its widgets hide what they cannot show.
  operator.get('/readyz', async (_, reply) => {
    const upstream = Object.fromEntries([...services.transports].map(([service, { isCircuitOpen }]) => [service, isCircuitOpen ? 'failing' : 'fine']))
    const store = queue && !closing.aborted && { store: await queue.check().then(toFine, toFailing) }
    return reply.code(closing.aborted ? 503 : 200).send({ status: closing.aborted ? 'closing' : 'ready', upstream, ...store })
  })
  operator.get('/metrics', async (_, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()))
  return operator
}

const toFine = () => 'fine'
const toFailing = () => 'failing'
