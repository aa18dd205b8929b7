/** The end of the time of one call. */
export interface CallLimit {
  /** Why the call has to end; undefined while it may go on. */
  readonly passed: Error | undefined
  /** Sets what is called once the call has to end. There is one such function: the next one replaces it. */
  onPassed(stop: (reason: Error) => void): void
  /** Ends the limit, because the call has ended. */
  end(): void
}

/**
 * Limits a call to these milliseconds, or until the caller leaves. This is no `AbortSignal`, because most calls end in time, and a signal with its listener
 * costs more than the rest of a limit.
 */
export function limitCall(milliseconds: number, left?: AbortSignal): CallLimit {
  let passed: Error | undefined
  let stop: ((reason: Error) => void) | undefined
  const pass = (reason: Error) => {
    passed = reason
    stop?.(reason)
  }
  const leave = () => pass(left!.reason as Error)
  const timer = setTimeout(() => pass(timeoutError()), milliseconds)
  if (left?.aborted) leave()
  else left?.addEventListener('abort', leave)
  return {
    get passed() {
      return passed
    },
    onPassed(then) {
      stop = then
      if (passed) then(passed)
    },
    end() {
      clearTimeout(timer)
      left?.removeEventListener('abort', leave)
    },
  }
}

/**
 * Makes a signal that aborts after the milliseconds, until `end` is called. `AbortSignal.timeout` is not used: its timer and trace outlive the call and hold
 * its memory.
 */
export function startDeadline(milliseconds: number) {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(timeoutError()), milliseconds)
  return { signal: deadline.signal, end: () => clearTimeout(timer) }
}

const timeoutError = () => new DOMException('The deadline has passed', 'TimeoutError')
