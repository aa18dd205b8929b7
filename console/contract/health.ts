/** One line of the doctor. */
export interface Finding {
  check: string
  verdict: 'passed' | 'failed' | 'noted'
  says: string
  remedy?: string
}

/** The state of the proxy now. */
export interface Health {
  store: 'fine' | 'failing'
  queue: { states: Record<string, number>; oldest_waiting_seconds: number; waiting_by_kind: Record<string, number> }
  services: { name: string; circuit: 'closed' | 'open'; answers: number; failures: number; average_ms: number | null }[]
  /** The keys of tokens and sessions. `months`: their age, if the name begins with their month. */
  keys: { setting: string; name: string; months: number | null; seals: boolean }[]
}
