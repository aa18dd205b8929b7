import { AsyncLocalStorage } from 'node:async_hooks'

/** How long those who were asked during a try want to be left alone, in seconds. */
interface Try {
  retryAfter: number | undefined
}

const current = new AsyncLocalStorage<Try>()

/** Runs a try, and answers with what it answers how long it was asked to wait meanwhile, in milliseconds. */
export async function listening<Result>(act: () => Promise<Result>): Promise<{ result: Result; after: number | undefined }> {
  const asked: Try = { retryAfter: undefined }
  const result = await current.run(asked, act)
  return { result, after: asked.retryAfter === undefined ? undefined : asked.retryAfter * 1000 }
}

/** A service wants to be asked again after so many seconds (`Retry-After`); the try that hears it is not repeated earlier. */
export function hearRetryAfter(seconds: number) {
  const asked = current.getStore()
  if (asked) asked.retryAfter = Math.max(asked.retryAfter ?? 0, seconds)
}
