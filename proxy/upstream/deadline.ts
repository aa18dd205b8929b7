/**
 * Makes a signal that aborts after the milliseconds or when the caller leaves, until `end` is called. `AbortSignal.timeout` and `AbortSignal.any` are not
 * used: their timers and traces outlive the call and hold its memory, and `any` takes more than twice the time (measured on Node 20).
 */
export function startDeadline(milliseconds: number, left?: AbortSignal) {
  const deadline = new AbortController()
  const leave = () => deadline.abort(left!.reason)
  const timer = setTimeout(() => deadline.abort(new DOMException('The deadline has passed', 'TimeoutError')), milliseconds)
  if (left?.aborted) leave()
  else left?.addEventListener('abort', leave)
  const end = () => {
    clearTimeout(timer)
    left?.removeEventListener('abort', leave)
  }
  return { signal: deadline.signal, end }
}
