import type { consoleReads, Person } from '../../console/contract/console.ts'
import type { Finding, Health, ServiceHealth } from '../../console/contract/health.ts'
import type { OpenQueue } from '../background/background.ts'
import type { Config } from '../config/config.ts'
import { Refusal } from '../http/problems.ts'
import type { Handlers } from '../http/serve.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { LastCall } from '../operations/service-calls.ts'
import type { Services } from '../upstream/services.ts'

/** What the health of a proxy is read from. */
export interface HealthParts {
  config: Pick<Config, 'sessionKeys' | 'assertionKeys'>
  queue: OpenQueue
  services: Pick<Services, 'transports'>
  metrics: Pick<Metrics, 'registry' | 'lastCalls'>
  /** Checks the set-up; absent in a proxy that was not started with settings of its own. */
  doctor: (() => Promise<Finding[]>) | undefined
}

/** Handlers that show how the proxy is. */
export function healthRoutes({ config, queue, services, metrics, doctor }: HealthParts): Handlers<Pick<typeof consoleReads, 'health' | 'runDoctor'>, Person> {
  /** The doctor that runs now: it calls every service, so people who ask at the same time share it. */
  let running: Promise<Finding[]> | undefined
  return {
    async health(): Promise<Health> {
      const [store, stats, traffic] = await Promise.all([
        queue.check().then(
          () => 'fine' as const,
          () => 'failing' as const,
        ),
        queue.stats(),
        trafficOf(metrics),
      ])
      return {
        store,
        queue: { states: stats.states, oldest_waiting_seconds: Math.round(stats.oldestWaiting / 1000), waiting_by_kind: stats.waiting },
        // The shop is called by jobs alone, so it has no transport here.
        services: [...new Set([...services.transports.keys(), ...metrics.lastCalls.keys()])].map((name) => ({
          name,
          ...toState(metrics.lastCalls.get(name), services.transports.get(name)?.isCircuitOpen ?? false),
          ...(traffic.get(name) ?? { answers: 0, failures: 0, average_ms: null }),
        })),
        keys: [
          ...config.sessionKeys.map(({ kid }, index) => ({ setting: 'SESSION_KEYS', name: kid, months: monthsOf(kid), seals: index === 0 })),
          ...config.assertionKeys.map(({ kid }) => ({ setting: 'ASSERTION_KEYS', name: kid, months: monthsOf(kid), seals: false })),
        ],
      }
    },
    async runDoctor() {
      if (!doctor) throw new Refusal('not-configured', 'The doctor runs only in a proxy that was started by itself. Run "storefront-proxy doctor".')
      running ??= doctor().finally(() => (running = undefined))
      return { findings: await running }
    },
  }
}

const toState = (last: LastCall | undefined, isPaused: boolean): Pick<ServiceHealth, 'state' | 'last_call_at' | 'failing_since' | 'failure'> => ({
  state: isPaused ? 'paused' : last === undefined ? 'not-called' : last.failure === null ? 'fine' : 'failing',
  last_call_at: last === undefined ? null : toTime(last.at),
  failing_since: last?.failingSince == null ? null : toTime(last.failingSince),
  failure: last?.failure ?? null,
})

const toTime = (time: number) => new Date(time).toISOString()

interface Traffic {
  answers: number
  failures: number
  average_ms: number | null
}

/** What this instance has seen of each service since it started. */
async function trafficOf({ registry }: Pick<Metrics, 'registry'>): Promise<Map<string, Traffic>> {
  const metrics = await registry.getMetricsAsJSON()
  const valuesOf = (name: string) =>
    (metrics.find((one) => one.name === name)?.values ?? []) as { labels: Record<string, string>; value: number; metricName?: string }[]
  const found = new Map<string, Traffic>()
  const of = (service = '') => found.get(service) ?? found.set(service, { answers: 0, failures: 0, average_ms: null }).get(service)!
  for (const { labels, value } of valuesOf('storefront_upstream_total')) {
    // An outcome is a status, or the reason why there was none.
    if (/^[1-4]\d\d$/.test(labels.outcome ?? '')) of(labels.service).answers += value
    else of(labels.service).failures += value
  }
  const seconds = valuesOf('storefront_upstream_seconds')
  for (const [service, traffic] of found) {
    const part = (end: string) => seconds.find(({ labels, metricName }) => labels.service === service && metricName?.endsWith(end))?.value ?? 0
    if (part('_count') > 0) traffic.average_ms = Math.round((part('_sum') / part('_count')) * 1000)
  }
  return found
}

/** How old a key is, if its name begins with its month. */
function monthsOf(kid: string, now = new Date()): number | null {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])(?!\d)/.exec(kid) ?? []
  return year === undefined ? null : (now.getUTCFullYear() - Number(year)) * 12 + now.getUTCMonth() + 1 - Number(month)
}
