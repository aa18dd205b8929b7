import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runInSpan, type Span, type Tracer } from './spans.ts'

interface TraceParts {
  tracer: Tracer
  /** Whether a request came through a reverse proxy of the operator: anybody else could choose what is recorded. */
  isForwarded: (request: FastifyRequest['raw']) => boolean
}

/** Ends the span of a request that was answered. */
export type EndSpan = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Records a span for each request to this server. Its path and query are left out, unlike in OpenTelemetry's conventions: they may name orders and
 * people. Its ids are in the log lines of the request. Returns what ends a span.
 */
export function traceRequests(app: FastifyInstance, { tracer, isForwarded }: TraceParts): EndSpan {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _, done) => {
    const { traceparent } = request.headers
    const isTrusted = typeof traceparent === 'string' && isForwarded(request.raw)
    const span = tracer.startRequest(`${request.method} ${request.routeOptions.url ?? 'none'}`, isTrusted ? traceparent : undefined)
    spans.set(request, span)
    request.log = request.log.child(span.ids)
    runInSpan(span, done)
  })
  return (request, { statusCode }) => {
    const span = spans.get(request)
    spans.delete(request)
    const attributes = { 'http.request.method': request.method, 'http.route': request.routeOptions.url ?? 'none', 'http.response.status_code': statusCode }
    span?.end(attributes, statusCode >= 500 ? String(statusCode) : undefined)
  }
}
