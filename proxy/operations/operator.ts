import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { endIdleConnections } from '../http/connections.ts'
import { noSchemaCompilers } from '../http/serve.ts'
import type { Metrics } from './metrics.ts'
import type { LastCall } from './service-calls.ts'
import type { OpenQueue } from '../background/background.ts'
import type { Services } from '../upstream/services.ts'

interface OperatorParts {
  metrics: Metrics
  services: Services
  /** Absent if the proxy has no queue. */
  queue: Pick<OpenQueue, 'check' | 'shopFault'> | undefined
  closing: AbortSignal
  log: FastifyBaseLogger
}

/** Builds the server for health and metrics, on a separate port that only the operator reaches. */
export function buildOperatorApp({ metrics, services, queue, closing, log }: OperatorParts): FastifyInstance {
  const operator = Fastify({ loggerInstance: log, logController: new LogController({ disableRequestLogging: true }), schemaController: noSchemaCompilers })
  endIdleConnections(operator)
  operator.get('/livez', () => ({ status: 'alive' }))
  // A failing service, shop or store is reported, but the proxy stays ready: it still answers what it can, and its widgets hide what they cannot show.
  operator.get('/readyz', async (_, reply) => {
    const reasons: Reason[] = closing.aborted ? [{ part: 'proxy', reason: 'it is shutting down, and completes the requests that it has accepted' }] : []
    const upstream: Record<string, ServiceState> = {}
    for (const [service, { isCircuitOpen, failure }] of services.transports) {
      upstream[service] = isCircuitOpen ? 'failing' : stateOf(metrics.lastCalls.get(service))
      if (isCircuitOpen) reasons.push({ part: service, reason: `requests to this service are paused after failures; the latest: ${failure}` })
    }
    if (!queue || closing.aborted) return reply.code(closing.aborted ? 503 : 200).send({ status: closing.aborted ? 'closing' : 'ready', upstream, reasons })
    const [fault, shopFault] = await Promise.all([queue.check().then(() => undefined, describe), queue.shopFault().catch(() => undefined)])
    if (shopFault !== undefined) reasons.push({ part: 'shop', reason: shopFault })
    if (fault !== undefined) reasons.push({ part: 'store', reason: `nothing can be accepted: ${fault}` })
    const store: State = fault === undefined ? 'fine' : 'failing'
    return reply.send({ status: 'ready', upstream, store, reasons })
  })
  operator.get('/metrics', async (_, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()))
  return operator
}

type State = 'fine' | 'failing'
type ServiceState = State | 'not called yet' | 'last call failed'

const stateOf = (last: LastCall | undefined): ServiceState => (last === undefined ? 'not called yet' : last.failure === null ? 'fine' : 'last call failed')

/** Why a part of the proxy does not work, for the operator. */
interface Reason {
  part: string
  reason: string
}

/** The cause of a refused check. Without a cause, the thread of the store is being restarted. */
const describe = (error: unknown) => (error instanceof Error && error.cause instanceof Error ? error.cause.message : 'the store does not respond')
