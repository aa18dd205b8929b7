import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { EngineMetrics } from '../jobs/engine.ts'
import type { OpenQueue } from '../background/background.ts'
import type { QueueDepth } from '../jobs/job-queries.ts'
import type { Observe, Transport } from '../upstream/transport.ts'
import { createServiceCalls, type ServiceCalls } from './service-calls.ts'

/** The metrics that the monitoring of the operator reads. */
export interface Metrics {
  registry: Registry
  /** The last call of each service, by this process. */
  lastCalls: ServiceCalls['last']
  /** Counts an answered request; `route` has its placeholders, time in seconds. */
  request(method: string, route: string, status: number, seconds: number): void
  /** Counts a request to a service. */
  upstream: Observe
  /** Counts the attempts and commits of the queue. */
  queue: Required<EngineMetrics>
  /** Adds gauges of the jobs in the queue, whether the store accepts writes, and whether the shop refuses the jobs. */
  watchQueue(queue: Pick<OpenQueue, 'depth' | 'check' | 'shopFault'>): void
  /** Adds a gauge of each service: whether requests to it are paused. */
  watchServices(transports: ReadonlyMap<string, Pick<Transport, 'isCircuitOpen'>>): void
}

/** Creates the metrics in a separate registry, together with those of the process. */
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
  const durations = new Histogram({
    name: 'storefront_upstream_seconds',
    help: 'Time a service took to answer',
    labelNames: ['service'],
    buckets,
    registers: [registry],
  })
  const outcomes = new Counter({
    name: 'storefront_upstream_total',
    help: 'Answers of a service by status, or the reason for no answer',
    labelNames: ['service', 'outcome'],
    registers: [registry],
  })
  const attempts = new Counter({
    name: 'storefront_queue_tries_total',
    help: 'Tries of jobs, by kind and new state of the job',
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
  const [requestsOf, durationsOf, outcomesOf] = [remember<Histogram.Internal<string>>(), remember<Histogram.Internal<string>>(), remember<Counter.Internal>()]
  const calls = createServiceCalls()
  return {
    registry,
    lastCalls: calls.last,
    request: (method, route, status, seconds) =>
      requestsOf(`${method} ${status} ${route}`, () => requests.labels({ method, route, status: String(status) })).observe(seconds),
    upstream(service, outcome, seconds) {
      durationsOf(service, () => durations.labels({ service })).observe(seconds)
      outcomesOf(`${service} ${outcome}`, () => outcomes.labels({ service, outcome })).inc()
      calls.observe(service, outcome, seconds)
    },
    queue: {
      attempted(kind, state, seconds) {
        attempts.inc({ kind, state })
        if (state === 'delivered') ages.observe({ kind }, seconds)
      },
      committed: (what, seconds) => commits.observe({ what }, seconds),
    },
    watchQueue: (queue) => watchQueue(registry, queue),
    watchServices: (transports) => watchServices(registry, transports),
  }
}

/** Adds gauges of the jobs in the queue, of the store, and of the shop's answers to the jobs. */
function watchQueue(registry: Registry, queue: Pick<OpenQueue, 'depth' | 'check' | 'shopFault'>) {
  let asked: Promise<QueueDepth[]> | undefined
  // Both gauges share one read. If the store does not respond, they have no values; /readyz reports this.
  const depth = () =>
    (asked ??= queue
      .depth()
      .catch((): QueueDepth[] => [])
      .finally(() => (asked = undefined)))
  const gauge = (name: string, help: string, valueOf: (depth: QueueDepth) => number) =>
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
  new Gauge({
    name: 'storefront_store_up',
    help: '1 if the store accepts writes, else 0',
    registers: [registry],
    async collect() {
      this.set(
        await queue.check().then(
          () => 1,
          () => 0,
        ),
      )
    },
  })
  new Gauge({
    name: 'storefront_shop_refuses',
    help: '1 while the platform of the shop gives the proxy no new token, else 0',
    registers: [registry],
    async collect() {
      const fault = await queue.shopFault().catch(() => undefined)
      this.set(Number(fault !== undefined))
    },
  })
  gauge('storefront_queue_oldest_seconds', 'Time since the oldest job that is not done was accepted, by kind and state', ({ oldest }) => oldest / 1000)
  gauge('storefront_queue_works', 'Jobs that are not done, by kind and state', ({ jobs }) => jobs)
}

/** Adds a gauge of each service: whether requests to it are paused. */
function watchServices(registry: Registry, transports: ReadonlyMap<string, Pick<Transport, 'isCircuitOpen'>>) {
  new Gauge({
    name: 'storefront_upstream_paused',
    help: '1 while requests to a service are paused after failures, else 0',
    labelNames: ['service'],
    registers: [registry],
    collect() {
      for (const [service, { isCircuitOpen }] of transports) this.set({ service }, Number(isCircuitOpen))
    },
  })
}

/** Remembers what was made under a name. A metric looks its labels up at each count, which takes longer than counting; routes, codes and outcomes are few. */
function remember<Made>() {
  const made = new Map<string, Made>()
  return (name: string, make: () => Made): Made => {
    const known = made.get(name)
    if (known) return known
    const one = make()
    made.set(name, one)
    return one
  }
}
