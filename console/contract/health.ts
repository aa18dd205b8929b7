/** One line of the doctor. */
export interface Finding {
  check: string
  verdict: 'passed' | 'failed' | 'noted'
  says: string
  remedy?: string
}

/** A service as this proxy has seen it since it started. */
export interface ServiceHealth {
  name: string
  /** By the outcome of the last call. `paused`: failing, and not called for some seconds. */
  state: 'not-called' | 'fine' | 'failing' | 'paused'
  /** When the last call ended; null if there was none. */
  last_call_at: string | null
  /** The first of the failures since the last success; null if the last call succeeded. */
  failing_since: string | null
  /** The reason of the last failure, such as `it answered 500`; null if the last call succeeded. */
  failure: string | null
  answers: number
  failures: number
  average_ms: number | null
}

/** The state of the proxy now. */
export interface Health {
  store: 'fine' | 'failing'
  queue: { states: Record<string, number>; oldest_waiting_seconds: number; waiting_by_kind: Record<string, number> }
  services: ServiceHealth[]
  /** The keys of tokens and sessions. `months`: their age, if the name begins with their month. */
  keys: { setting: string; name: string; months: number | null; seals: boolean }[]
}
