import { hostname } from 'node:os'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span as ApiSpan } from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator, type ExportResult } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import { createMetricProducer } from './metric-producer.ts'
import type { Span, SpanAttributes, Tracer } from './spans.ts'
import type { TelemetryConfig } from './telemetry-config.ts'

/** The name of what records, as OpenTelemetry asks for it. */
const scope = 'storefront-proxy'
/** Milliseconds that an export may take, with all its attempts. A shutdown waits for the last one. */
const timeoutMillis = 2_500

type Warn = (details: { err: Error | undefined }, message: string) => void

const headerOf = { set: (headers: Record<string, string>, name: string, value: string) => void (headers[name] = value) }
const headersOf = {
  keys: (headers: object) => Object.keys(headers),
  get: (headers: Record<string, unknown>, name: string) => headers[name] as string | undefined,
}

/** Creates the tracer that sends its spans to the collector of these settings (OTLP over HTTP, in JSON). */
export function createTracer(config: TelemetryConfig, warn: Warn): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${config.endpoint}/v1/traces`, headers: config.headers, timeoutMillis })
  const provider = new TracerProvider({
    resource: resourceOf(config),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.sampled) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: logFailures(exporter, 'traces', warn) })],
  })
  const tracer = provider.getTracer(scope)
  const propagator = new W3CTraceContextPropagator()
  const start = (name: string, kind: SpanKind, attributes: SpanAttributes, parent: Context) => {
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    return toSpan(span, trace.setSpan(parent, span))
  }

  function toSpan(span: ApiSpan, context: Context): Span {
    const { traceId, spanId } = span.spanContext()
    const headers = {}
    propagator.inject(context, headers, headerOf)
    return {
      ids: { trace_id: traceId, span_id: spanId },
      headers,
      startCall: (name, attributes) => start(name, SpanKind.CLIENT, attributes, context),
      end(attributes = {}, failure) {
        span.setAttributes(attributes)
        if (failure !== undefined) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  return {
    startRequest: (name, traceparent) => start(name, SpanKind.SERVER, {}, propagator.extract(ROOT_CONTEXT, { traceparent }, headersOf)),
    startJob: (name, attributes) => start(name, SpanKind.CONSUMER, attributes, ROOT_CONTEXT),
    close: () => inTime(provider.shutdown()),
  }
}

/** Sends the metrics of a registry to the collector of these settings, again and again. */
export function exportMetrics(config: TelemetryConfig, registry: Registry, warn: Warn): { close(): Promise<void> } {
  const exporter = new OTLPMetricExporter({ url: `${config.endpoint}/v1/metrics`, headers: config.headers, timeoutMillis })
  const reader = new PeriodicExportingMetricReader({
    exporter: logFailures(exporter, 'metrics', warn),
    exportIntervalMillis: config.metricInterval,
    exportTimeoutMillis: Math.min(config.metricInterval, timeoutMillis),
    metricProducers: [createMetricProducer(registry, scope)],
  })
  const provider = new MeterProvider({ resource: resourceOf(config), readers: [reader] })
  return { close: () => inTime(provider.shutdown()) }
}

/** Tells instances apart that send to one collector, and is the same in both threads of one. */
const instance = `${hostname()}:${process.pid}`

/** The description of this proxy for the collector: its name, and what `OTEL_RESOURCE_ATTRIBUTES` adds. */
const resourceOf = ({ serviceName }: TelemetryConfig) =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'storefront-proxy', 'service.instance.id': instance }))
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes(serviceName === undefined ? {} : { 'service.name': serviceName }))

/** Makes an exporter log when it begins to fail, and not again before it has succeeded. */
function logFailures<Exporter extends { export(batch: never, done: (result: ExportResult) => void): void }>(
  exporter: Exporter,
  what: string,
  warn: Warn,
): Exporter {
  const send = exporter.export.bind(exporter)
  let fails = false
  exporter.export = (batch, done) =>
    send(batch, (result) => {
      const failed = result.code !== ExportResultCode.SUCCESS
      if (failed && !fails) warn({ err: result.error }, `${what} cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT, and are lost until they can`)
      fails = failed
      done(result)
    })
  return exporter
}

/** Resolves when the work is done, has failed, or takes too long: a collector that is away must not hold up a shutdown. */
async function inTime(work: Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([work.catch(() => {}), new Promise((resolve) => (timer = setTimeout(resolve, timeoutMillis)))])
  clearTimeout(timer)
}
