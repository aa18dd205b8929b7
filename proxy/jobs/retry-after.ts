import { AsyncLocalStorage } from 'node:async_hooks'

/** The longest `Retry-After` of the services that a try has called, in seconds. */
interface Try {
  retryAfter: number | undefined
}

const current = new AsyncLocalStorage<Try>()

/** Runs a try; resolves to its result and to the wait that services requested during the try, in milliseconds. */
export async function listening<Result>(act: () => Promise<Result>): Promise<{ result: Result; after: number | undefined }> {
  const asked: Try = { retryAfter: undefined }
  const result = await current.run(asked, act)
  return { result, after: asked.retryAfter === undefined ? undefined : asked.retryAfter * 1000 }
}

/** Notes the seconds of a service's `Retry-After` for the current try, which is not repeated earlier. */
export function hearRetryAfter(seconds: number) {
  const asked = current.getStore()
  if (asked) asked.retryAfter = Math.max(asked.retryAfter ?? 0, seconds)
}
