import type { Observe } from '../upstream/transport.ts'

/** The last call of a service. Times are in milliseconds since 1970. */
export interface LastCall {
  at: number
  /** The first of the failures since the last success; null if this call succeeded. */
  failingSince: number | null
  /** The reason of the failure, as the console shows it; null if this call succeeded. */
  failure: string | null
}

/** Remembers the last call of each service. */
export interface ServiceCalls {
  observe: Observe
  /** By the name of the service; a service that was not called is absent. */
  last: ReadonlyMap<string, LastCall>
}

/** Outcomes that say nothing about the service: the caller left, or the service was not called. */
const silent: ReadonlySet<string> = new Set(['given-up', 'circuit-open'])

/** Remembers the last call of each service. A status below 500 is a success, except those that refuse the key. */
export function createServiceCalls(now: () => number = Date.now): ServiceCalls {
  const last = new Map<string, LastCall>()
  return {
    last,
    observe(service, outcome) {
      if (silent.has(outcome)) return
      const at = now()
      const failure = failureOf(outcome)
      last.set(service, { at, failure, failingSince: failure === null ? null : (last.get(service)?.failingSince ?? at) })
    },
  }
}

function failureOf(outcome: string): string | null {
  if (outcome === '401' || outcome === '403') return `it refuses the key (${outcome})`
  if (/^[1-4]\d\d$/.test(outcome)) return null
  return outcome === 'no-answer' ? 'it does not answer' : `it answered ${outcome}`
}
