import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { smallBody } from './body-reader.ts'
import type { AddressReader } from './client-address.ts'
import { endIdleConnections } from './connections.ts'
import { addStrictJsonParser } from './json.ts'
import { answerWithProblems } from './problems.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { closeAfterEarlyAnswer, hasUnreadBody, lingerTime, sendContinueOnceAccepted } from './lingering-close.ts'
import { toAddress } from './network.ts'
import { noSchemaCompilers } from './serve.ts'
import type { Tracer } from '../telemetry/spans.ts'
import { traceRequests } from '../telemetry/trace-requests.ts'

/** Milliseconds: how long the headers of a request may take to arrive, how long the whole request may take, and the time between checks of both. */
export interface RequestTimes {
  headers: number
  whole: number
  check: number
}

/**
 * All three are needed: by default Node allows 60 seconds for the headers, uses the longer of the two times for the whole request, and checks every
 * 30 seconds (https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener). Measured with only the time for the whole set: 90 seconds.
 */
const productionTimes: RequestTimes = { headers: 10_000, whole: 15_000, check: 1_000 }

interface ServerParts {
  log: FastifyBaseLogger
  addressOf: AddressReader
  /** Answers a request that Fastify refuses before it finds a route; by default Fastify answers in its own format. */
  refuse: (error: Error, request: FastifyRequest, reply: FastifyReply) => unknown
  /** Answers a request before Fastify sees it; `false` if it did not. */
  answerFirst?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Records requests; absent: no request is recorded. */
  tracer?: Tracer | undefined
  /** Counts an answer. */
  observe: (method: string, route: string, status: number, seconds: number) => void
  /** How long a request may take to arrive; absent: as in production. */
  requestTimes?: RequestTimes | undefined
  /** Milliseconds that the connection of an unread request outlives its answer; absent: as in production. */
  linger?: number | undefined
  /** Aborted when the server is going to close: from then on each connection ends with its answer. */
  leaving?: AbortSignal | undefined
}

/** Creates a server without routes that limits time and size of requests, answers errors as problems, and logs and counts each answer. */
export function createServer({
  log,
  addressOf,
  refuse,
  answerFirst = () => false,
  tracer,
  observe,
  requestTimes = productionTimes,
  linger = lingerTime,
  leaving,
}: ServerParts): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: smallBody,
    schemaController: noSchemaCompilers,
    routerOptions: { maxParamLength: 512 },
    serverFactory: (answer) =>
      createHttpServer(
        {
          headersTimeout: requestTimes.headers,
          requestTimeout: requestTimes.whole,
          connectionsCheckingInterval: requestTimes.check,
          keepAliveTimeout: 65_000,
        },
        (request, response) => {
          if (!answerFirst(request, response)) answer(request, response)
        },
      ).setTimeout(30_000),
    frameworkErrors(error, request, reply) {
      // No hook runs for such a request, so the header is set here.
      if (hasUnreadBody(request.raw)) reply.header('Connection', 'close')
      void refuse(error, request, reply)
    },
  })
  const isForwarded = (request: FastifyRequest['raw']) => addressOf(request) !== toAddress(request.socket.remoteAddress ?? '')
  const endSpan = tracer && traceRequests(app, { tracer, isForwarded })
  const noteAnswer = (request: FastifyRequest, reply: FastifyReply) => {
    const route = request.routeOptions.url ?? 'none'
    endSpan?.(request, reply)
    observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  }
  endIdleConnections(app, leaving)
  answerWithProblems(app)
  addStrictJsonParser(app)
  app.addHook('onResponse', (request, reply, done) => {
    noteAnswer(request, reply)
    done()
  })
  sendContinueOnceAccepted(app)
  closeAfterEarlyAnswer(app, { linger, addressOf, answered: noteAnswer })
  return app
}

/** Adds security headers to every answer, and refuses requests while the event loop is late by more than `maxEventLoopDelay` milliseconds (0: never). */
export async function protectServer(app: FastifyInstance, { maxEventLoopDelay }: { maxEventLoopDelay: number }) {
  addSecurityHeaders(app)
  if (maxEventLoopDelay > 0) await app.register((await import('@fastify/under-pressure')).default, { maxEventLoopDelay, retryAfter: 5 })
}
