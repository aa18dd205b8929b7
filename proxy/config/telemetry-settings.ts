import { z } from 'zod'
import type { TelemetryConfig } from '../telemetry/telemetry-config.ts'
import { address, isInsecure } from '../upstream/web-address.ts'

const headersFault = 'takes names and values like "api-key=secret,tenant=shop"; a value is percent-encoded'

/** The settings of OpenTelemetry that the proxy knows, by the names of its specification (https://opentelemetry.io/docs/specs/otel/configuration/). */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address
    .refine((value) => !/[?#]/.test(value), 'has a query or a fragment; "http://localhost:4318", for example')
    .optional()
    .describe(
      'Address of a collector of OpenTelemetry (OTLP over HTTP), to which traces and metrics are sent; absent: none are, and nothing of its SDK is loaded',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,=\s]+(,\s*[\w-]+=[^,=\s]+)*$/, headersFault)
    .transform((value) => Object.fromEntries(value.split(',').map((pair) => pair.trim().split('='))) as Record<string, string>)
    .refine((headers) => Object.values(headers).every(isEncoded), headersFault)
    .optional()
    .describe('Headers for that collector, such as its key: `api-key=secret`'),
  OTEL_SERVICE_NAME: z
    .string()
    .max(100)
    .optional()
    .describe('Name of the proxy in traces and metrics; absent: that of `OTEL_RESOURCE_ATTRIBUTES`, or else `storefront-proxy`'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d{1,6}|1\.0+|0\.0+)$/, 'takes a share from 0 to 1; "0.1", for example')
    .transform(Number)
    .default(1)
    .describe(
      'Share of requests and jobs of which traces are recorded; a request that a trusted reverse proxy gives a trace (`TRUST_PROXY`) follows the decision of that trace',
    ),
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

const openWay =
  'begins with "http:", so that anybody on the way can read the headers of OTEL_EXPORTER_OTLP_HEADERS; take the https address, or set ALLOW_INSECURE_UPSTREAM=1 where the way is your own network'

/** A key for the collector must not be sent unprotected. */
export const openTelemetryFaults = (given: Readonly<Record<string, string | undefined>>): [name: string, fault: string][] =>
  given.OTEL_EXPORTER_OTLP_HEADERS && given.ALLOW_INSECURE_UPSTREAM !== '1' && isInsecure(given.OTEL_EXPORTER_OTLP_ENDPOINT ?? '')
    ? [['OTEL_EXPORTER_OTLP_ENDPOINT', openWay]]
    : []
