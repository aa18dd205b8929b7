import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Observe } from './transport.ts'

/** What the operator's monitoring reads. */
export interface Metrics {
  registry: Registry
  /** A request that was answered; `route` with its placeholders, time in seconds. */
  request(method: string, route: string, status: number, seconds: number): void
  /** A question to a service. */
  upstream: Observe
}

/** Metrics in a registry of their own, with those of the process among them. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]
  const requests = new Histogram({
    name: 'storefront_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  const questions = new Histogram({
    name: 'storefront_upstream_seconds',
    help: 'Time a service took to answer',
    labelNames: ['service'],
    buckets,
    registers: [registry],
  })
  const outcomes = new Counter({
    name: 'storefront_upstream_total',
    help: 'Answers of a service by status, or what kept them from coming',
    labelNames: ['service', 'outcome'],
    registers: [registry],
  })
  return {
    registry,
    request: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    upstream(service, outcome, seconds) {
      questions.observe({ service }, seconds)
      outcomes.inc({ service, outcome })
    },
  }
}
