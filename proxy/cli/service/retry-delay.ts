/** Milliseconds before the same is asked again, time after time. */
const waits = [500, 1000, 2000, 4000]
/** Seconds beyond which nobody sits and waits for a service. */
const longest = 120
/** Seconds in a year; a longer wait has no date that would help anybody. */
const year = 366 * 86_400

/** Milliseconds to wait before asking again, after so many times in vain; undefined when that is not worth it. */
export function retryDelay(tries: number, retryAfter = 0): number | undefined {
  const pause = waits[tries]
  return pause === undefined || retryAfter > longest ? undefined : Math.max(pause, retryAfter * 1000)
}

/** A wait as a person reads it, no shorter than it is. */
export const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 100) / 10} s`

/** For how many seconds the service wants to be left alone, and when that ends; no line where it has not said so. */
export function retryAfterLines(retryAfter: number | undefined): string[] {
  if (retryAfter === undefined) return []
  const end = retryAfter > year ? '' : `: come back after ${new Date(Date.now() + retryAfter * 1000).toISOString().slice(0, 19)}Z`
  return [`It asks to be left alone for ${Math.ceil(retryAfter)} s${end}.`]
}
