import { ValueType, type Attributes, type HrTime } from '@opentelemetry/api'
import { hrTime } from '@opentelemetry/core'
import { emptyResource } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType, type DataPoint, type Histogram, type MetricData, type MetricProducer } from '@opentelemetry/sdk-metrics'
import type { Registry } from 'prom-client'

interface Sample {
  value: number
  labels: Record<string, string | number>
  metricName?: string
}

interface Metric {
  name: string
  help: string
  type: string
  values: Sample[]
}

/** Measured between two reads, so that only one reader may have them: `/metrics`. */
const ofOneReader = /^nodejs_eventloop_lag_/

/** Reads the metrics that `/metrics` serves for OpenTelemetry, so that both have the same figures. */
export function createMetricProducer(registry: Registry, scope: string): MetricProducer {
  const startTime = hrTime()
  return {
    async collect() {
      const times = { startTime, endTime: hrTime() }
      const metrics = ((await registry.getMetricsAsJSON()) as unknown as Metric[])
        .filter(({ name }) => !ofOneReader.test(name))
        .map((metric) => toMetricData(metric, times))
        .filter((data) => data !== undefined)
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: scope }, metrics }] }, errors: [] }
    },
  }
}

interface Times {
  startTime: HrTime
  endTime: HrTime
}

function toMetricData({ name, help, type, values }: Metric, times: Times): MetricData | undefined {
  if (values.length === 0) return undefined
  const shared = {
    descriptor: { name, description: help, unit: name.endsWith('_seconds') ? 's' : '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const points = () =>
    values.filter(({ value }) => Number.isFinite(value)).map(({ labels, value }): DataPoint<number> => ({ ...times, attributes: labels, value }))
  if (type === 'counter') return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }
  if (type === 'histogram') return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(name, values, times) }
  if (type === 'gauge') return { ...shared, dataPointType: DataPointType.GAUGE, dataPoints: points() }
  return undefined
}

/** Gathers the samples of a histogram by their labels. Prometheus counts the values up to each bound, OpenTelemetry those between two bounds. */
function toHistograms(name: string, samples: readonly Sample[], times: Times): DataPoint<Histogram>[] {
  const found = new Map<string, { attributes: Attributes; sum: number; count: number; upTo: [bound: number, count: number][] }>()
  for (const { labels, value, metricName } of samples) {
    const { le, ...attributes } = labels
    const key = JSON.stringify(attributes)
    const one = found.get(key) ?? { attributes, sum: 0, count: 0, upTo: [] }
    found.set(key, one)
    if (metricName === `${name}_sum`) one.sum = value
    else if (metricName === `${name}_count`) one.count = value
    else if (le !== undefined && le !== '+Inf') one.upTo.push([Number(le), value])
  }
  return [...found.values()].map(({ attributes, sum, count, upTo }) => {
    const totals = [...upTo.map(([, total]) => total), count]
    return {
      ...times,
      attributes,
      value: {
        sum,
        count,
        buckets: { boundaries: upTo.map(([bound]) => bound), counts: totals.map((total, place) => total - (totals[place - 1] ?? 0)) },
      },
    }
  })
}
