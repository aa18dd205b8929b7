/** Milliseconds before each retry. */
const waits = [500, 1000, 2000, 4000]
/** The most seconds that a command waits for a service. */
const maxDelay = 120
/** Seconds in a year; no date is printed for a longer wait. */
const year = 366 * 86_400

/** Milliseconds to wait before the next retry, after this many failures; undefined to stop retrying. */
export function retryDelay(retries: number, retryAfter = 0): number | undefined {
  const pause = waits[retries]
  return pause === undefined || retryAfter > maxDelay ? undefined : Math.max(pause, retryAfter * 1000)
}

/** A duration in words, rounded up. */
export const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 100) / 10} s`

/** A line with the seconds of `Retry-After` and their end; no line without `Retry-After`. */
export function retryAfterLines(retryAfter: number | undefined): string[] {
  if (retryAfter === undefined) return []
  const end = retryAfter > year ? '' : `: retry after ${new Date(Date.now() + retryAfter * 1000).toISOString().slice(0, 19)}Z`
  return [`The service asks for a pause of ${Math.ceil(retryAfter)} s${end}.`]
}
