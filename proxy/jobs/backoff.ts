/** Milliseconds: the first wait; the longest wait; the longest wait of a job that waits for something missing; and the longest wait that a service may request. */
export const waits = { first: 1_000, longest: 300_000, missing: 60_000, requested: 3_600_000 }

/** Returns how long a job waits after so many attempts: twice as long each time, minus a random part, so that many jobs do not come back at once. */
export function backoff(attempts: number, missing: boolean): number {
  const wait = Math.min(waits.first * 2 ** Math.min(attempts - 1, 20), missing ? waits.missing : waits.longest)
  return Math.round(wait * (0.5 + Math.random() / 2))
}

/** Limits a wait that a service has requested: no service can delay a job for days. */
export const limitRequestedWait = (requested: number) => (requested > 0 ? Math.ceil(Math.min(requested, waits.requested)) : 0)
