import { ResponseError } from '../../src/contract/client.ts'
import { Refusal, serviceWords } from '../http/problems.ts'
import { Unanswered } from '../upstream/transport.ts'
import { InputError } from '../upstream/checked-client.ts'
import type { Outcome } from '../jobs/handler.ts'

/** The outcome of a job whose handler threw this error. */
export function classifyError(error: unknown): Outcome {
  const { retryAfter } = Object(error) as { retryAfter?: unknown }
  const after = typeof retryAfter === 'number' ? { after: retryAfter * 1000 } : {}
  if (error instanceof Unanswered) return { state: 'waiting', note: error.message, inDoubt: error.sent, ...after }
  if (error instanceof ResponseError) return { ...classifyStatus(error), ...after }
  if (error instanceof InputError) return { state: 'failed', note: `it cannot be sent as it is: ${(error.errors ?? [error.message]).join('; ')}` }
  // The client refuses ids that would change the path of the request.
  if (error instanceof TypeError && / cannot be "/.test(error.message)) return { state: 'failed', note: `it cannot be sent as it is: ${error.message}` }
  if (error instanceof Refusal) {
    // A missing setting may be added later. A response in another shape may come after the request took effect.
    if (error.code === 'not-configured') return { state: 'waiting', note: error.message, inDoubt: false, ...after }
    if (error.code === 'upstream-unavailable' || error.code === 'overloaded') return { state: 'waiting', note: error.message, inDoubt: true, ...after }
    return { state: 'failed', note: [error.message, ...(error.errors ?? [])].join(' ') }
  }
  return { state: 'waiting', note: 'the fault is ours; see the log', inDoubt: true, ...after }
}

function classifyStatus(error: ResponseError): Extract<Outcome, { state: 'waiting' | 'failed' | 'held' }> {
  const { status } = error
  const words = serviceWords(error).join('; ')
  const note = `the service answered ${status}${words ? `: ${words}` : ''}`
  // A service that gives up on a request (408) may have begun with it.
  if (status >= 500 || status === 408) return { state: 'waiting', note, inDoubt: true }
  if (status === 429) return { state: 'waiting', note, inDoubt: false }
  if (status === 401 || status === 403) return { state: 'waiting', note: `${note}; check the key that the proxy sends`, inDoubt: false }
  if (status < 400) return { state: 'waiting', note: `${note}, a redirect; check its address`, inDoubt: false }
  return { state: 'failed', note }
}
