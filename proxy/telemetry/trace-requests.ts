import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runInSpan, type Span, type Tracer } from './spans.ts'

/**
 * Records a span for each request to this server. Its path and query are left out, unlike in OpenTelemetry's conventions: they may name orders and
 * people. Its ids are in the log lines of the request.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer) {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _, done) => {
    const span = tracer.startRequest(`${request.method} ${request.routeOptions.url ?? 'none'}`, request.headers)
    spans.set(request, span)
    request.log = request.log.child(span.ids)
    runInSpan(span, done)
  })
  // The body arrives on the connection, whose work is part of no span.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request)
    return span ? runInSpan(span, done) : done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const { statusCode } = reply
    const attributes = { 'http.request.method': method, 'http.route': routeOptions.url ?? 'none', 'http.response.status_code': statusCode }
    spans.get(request)?.end(attributes, statusCode >= 500 ? String(statusCode) : undefined)
    done()
  })
}
