import { z } from 'zod'

/** Where traces and metrics are sent, and how. */
export interface TelemetryConfig {
  /** The address of the collector, without a slash at its end. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** The share of the requests and jobs that are recorded, from 0 to 1, unless who asks has decided. */
  sampled: number
  /** Milliseconds. */
  metricInterval: number
}

const headersFault = 'takes names and values like "api-key=secret,tenant=shop"; a value is percent-encoded'

/** The settings of OpenTelemetry that the proxy knows, by the names of its specification (https://opentelemetry.io/docs/specs/otel/configuration/). */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'is no address; "http://localhost:4318", for example' })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional()
    .describe('Address of a collector of OpenTelemetry (OTLP over HTTP), to which traces and metrics are sent; absent: none are, and nothing of it is loaded'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,=\s]+(,\s*[\w-]+=[^,=\s]+)*$/, headersFault)
    .transform((value) => Object.fromEntries(value.split(',').map((pair) => pair.trim().split('='))) as Record<string, string>)
    .refine((headers) => Object.values(headers).every(isEncoded), headersFault)
    .optional()
    .describe('Headers for that collector, such as its key: `api-key=secret`'),
  OTEL_SERVICE_NAME: z.string().max(100).default('storefront-proxy').describe('Name of the proxy in traces and metrics'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d{1,6}|1\.0+|0\.0+)$/, 'takes a share from 0 to 1; "0.1", for example')
    .transform(Number)
    .default(1)
    .describe('Share of requests and jobs of which traces are recorded; a request that belongs to a trace follows the decision of that trace'),
  OTEL_METRIC_EXPORT_INTERVAL: z
    .string()
    .regex(/^[1-9]\d{2,6}$/, 'takes milliseconds from 100 to 9999999')
    .transform(Number)
    .default(60_000)
    .describe('Milliseconds between two exports of the metrics'),
}

function isEncoded(value: string): boolean {
  try {
    return decodeURIComponent(value) !== ''
  } catch {
    return false
  }
}

/** Reads where to send traces and metrics; undefined: nowhere. */
export const toTelemetryConfig = (all: z.output<z.ZodObject<typeof telemetrySettings>>): TelemetryConfig | undefined =>
  all.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: all.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: Object.fromEntries(Object.entries(all.OTEL_EXPORTER_OTLP_HEADERS ?? {}).map(([name, value]) => [name, decodeURIComponent(value)])),
        serviceName: all.OTEL_SERVICE_NAME,
        sampled: all.OTEL_TRACES_SAMPLER_ARG,
        metricInterval: all.OTEL_METRIC_EXPORT_INTERVAL,
      }
