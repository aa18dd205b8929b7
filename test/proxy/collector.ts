import { once } from 'node:events'
import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number; doubleValue?: number }
}

/** A span as it is sent (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
export interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code: number }
}

export interface SentMetric {
  name: string
  unit: string
  sum?: { dataPoints: { attributes: Attribute[]; asDouble: number }[]; isMonotonic: boolean }
  gauge?: { dataPoints: { attributes: Attribute[]; asDouble: number }[] }
  histogram?: { dataPoints: { attributes: Attribute[]; count: number; sum: number; bucketCounts: number[]; explicitBounds: number[] }[] }
}

interface Body {
  resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[]
  resourceMetrics?: { scopeMetrics: { metrics: SentMetric[] }[] }[]
}

/** The attributes of a span, a resource or a figure by their names. */
export const attributesOf = ({ attributes }: { attributes: readonly Attribute[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]))

/** A collector of OpenTelemetry that keeps all that it receives. */
export async function startCollector() {
  const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, reply) => {
    received.push({ path: request.url!, headers: request.headers, body: await text(request) })
    reply.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bodies = (path: string) => received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Body)
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: () => bodies('/v1/traces').flatMap(({ resourceSpans = [] }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))),
    resources: () => bodies('/v1/traces').flatMap(({ resourceSpans = [] }) => resourceSpans.map(({ resource }) => attributesOf(resource))),
    /** The latest of each metric. */
    metrics: () =>
      new Map(
        bodies('/v1/metrics')
          .flatMap(({ resourceMetrics = [] }) => resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)))
          .map((metric) => [metric.name, metric]),
      ),
    stop: () => new Promise<void>((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  }
}

/** Forwards all requests to a service, and keeps their headers. */
export async function startRelay(service: string) {
  const seen: { method: string; path: string; headers: IncomingHttpHeaders }[] = []
  const target = new URL(service)
  const server = createServer((request, reply) => {
    seen.push({ method: request.method!, path: request.url!, headers: request.headers })
    const passed = forward({ host: target.hostname, port: target.port, path: request.url, method: request.method, headers: request.headers }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(reply)
    })
    passed.once('error', () => reply.destroy())
    request.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname}`,
    seen,
    stop: () => new Promise<void>((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  }
}
