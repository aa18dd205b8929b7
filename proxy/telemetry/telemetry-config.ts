/** Where traces and metrics are sent, and how. */
export interface TelemetryConfig {
  /** The address of the collector, without a slash at its end. */
  endpoint: string
  headers: Record<string, string>
  /** Absent: the default, or that of `OTEL_RESOURCE_ATTRIBUTES`. */
  serviceName: string | undefined
  /** The share of the requests and jobs that are recorded, from 0 to 1, unless who asks has decided. */
  sampled: number
  /** Milliseconds. */
  metricInterval: number
}
