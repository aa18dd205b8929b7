import { AsyncLocalStorage } from 'node:async_hooks'

/** The longest `Retry-After` of the services that an attempt has called, in seconds. */
interface Requested {
  seconds: number | undefined
}

const current = new AsyncLocalStorage<Requested>()

/** Runs an attempt; resolves to its result and to the wait that services requested during the attempt, in milliseconds. */
export async function collectRetryAfter<Result>(act: () => Promise<Result>): Promise<{ result: Result; after: number | undefined }> {
  const requested: Requested = { seconds: undefined }
  const result = await current.run(requested, act)
  return { result, after: requested.seconds === undefined ? undefined : requested.seconds * 1000 }
}

/** Notes the seconds of a service's `Retry-After` for the current attempt, which is not repeated earlier. */
export function noteRetryAfter(seconds: number) {
  const requested = current.getStore()
  if (requested) requested.seconds = Math.max(requested.seconds ?? 0, seconds)
}
