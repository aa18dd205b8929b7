import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { EngineWatch } from '../jobs/engine.ts'
import type { OpenQueue } from '../background/background.ts'
import type { Depth } from '../jobs/reading.ts'
import type { Observe } from '../upstream/transport.ts'

/** What the operator's monitoring reads. */
export interface Metrics {
  registry: Registry
  /** A request that was answered; `route` with its placeholders, time in seconds. */
  request(method: string, route: string, status: number, seconds: number): void
  /** A question to a service. */
  upstream: Observe
  /** What the queue has done. */
  queue: Required<EngineWatch>
  /** Lets whoever reads see what is in the queue. */
  watchQueue(queue: Pick<OpenQueue, 'depth'>): void
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
  const tries = new Counter({
    name: 'storefront_queue_tries_total',
    help: 'Tries of jobs of the queue, by what became of the job',
    labelNames: ['kind', 'state'],
    registers: [registry],
  })
  const ages = new Histogram({
    name: 'storefront_queue_delivery_seconds',
    help: 'Time from accepting a job to delivering it',
    labelNames: ['kind'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600, 21600, 86400],
    registers: [registry],
  })
  const commits = new Histogram({
    name: 'storefront_queue_commit_seconds',
    help: 'Time that a commit of the queue took',
    labelNames: ['what'],
    buckets: [0.001, ...buckets],
    registers: [registry],
  })
  return {
    registry,
    request: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    upstream(service, outcome, seconds) {
      questions.observe({ service }, seconds)
      outcomes.inc({ service, outcome })
    },
    queue: {
      tried(kind, state, seconds) {
        tries.inc({ kind, state })
        if (state === 'delivered') ages.observe({ kind }, seconds)
      },
      committed: (what, seconds) => commits.observe({ what }, seconds),
    },
    watchQueue(queue) {
      let asked: Promise<Depth[]> | undefined
      // Both are read at once. Where the store does not answer there is nothing to say of it; readyz says so.
      const depth = () =>
        (asked ??= queue
          .depth()
          .catch((): Depth[] => [])
          .finally(() => (asked = undefined)))
      const gauge = (name: string, help: string, valueOf: (depth: Depth) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['kind', 'state'],
          registers: [registry],
          async collect() {
            const rows = await depth()
            this.reset()
            for (const row of rows) this.set({ kind: row.kind, state: row.state }, valueOf(row))
          },
        })
      gauge('storefront_queue_oldest_seconds', 'Time since the oldest job was accepted that is not done, by kind and state', ({ oldest }) => oldest / 1000)
      gauge('storefront_queue_works', 'Jobs that are not done, by kind and state', ({ jobs }) => jobs)
    },
  }
}
