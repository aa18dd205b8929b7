import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between attempts to store the result of a request. */
const storeRetryDelay = 2_000

/** Creates the function that stores the result of a request. It gives up when `closing` is aborted. */
export function createEventualStore(closing: AbortSignal, log: Record<'error', (what: object, message: string) => void>) {
  /** Stores the result of a request, now or when the store is back. Does not wait for the store, because the response is correct in both cases. */
  return async function storeEventually(act: () => Promise<void>) {
    const first = await act().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (!first) return
    log.error({ err: first.error }, 'the result of a redemption cannot be stored yet')
    const again = async () => {
      while (!closing.aborted) {
        await pause(storeRetryDelay, undefined, { signal: closing, ref: false }).catch(() => {})
        const isStored = await act().then(
          () => true,
          () => false,
        )
        if (isStored) return
      }
    }
    void again()
  }
}
