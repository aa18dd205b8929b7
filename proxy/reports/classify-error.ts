import { ResponseError } from '../../src/contract/client.ts'
import { Refusal, serviceWords } from '../http/problems.ts'
import { Unanswered } from '../upstream/transport.ts'
import { InputError } from '../upstream/checking.ts'
import type { Outcome } from '../jobs/job.ts'

/** What becomes of a job whose handler threw this error. */
export function classifyError(error: unknown): Outcome {
  const { retryAfter } = Object(error) as { retryAfter?: unknown }
  const after = typeof retryAfter === 'number' ? { after: retryAfter * 1000 } : {}
  if (error instanceof Unanswered) return { state: 'waiting', note: error.message, doubtful: error.sent, ...after }
  if (error instanceof ResponseError) return { ...classifyStatus(error), ...after }
  if (error instanceof InputError) return { state: 'failed', note: `it cannot be sent as it is: ${(error.errors ?? [error.message]).join('; ')}` }
  // The client refuses ids that would leave their place in the path.
  if (error instanceof TypeError && / cannot be "/.test(error.message)) return { state: 'failed', note: `it cannot be sent as it is: ${error.message}` }
  if (error instanceof Refusal) {
    // What is not set up may be, and what answered in another shape may have done it.
    if (error.code === 'not-configured') return { state: 'waiting', note: error.message, doubtful: false, ...after }
    if (error.code === 'upstream-unavailable' || error.code === 'overloaded') return { state: 'waiting', note: error.message, doubtful: true, ...after }
    return { state: 'failed', note: [error.message, ...(error.errors ?? [])].join(' ') }
  }
  return { state: 'waiting', note: 'the fault is ours, and stands in the log', doubtful: true, ...after }
}

function classifyStatus(error: ResponseError): Extract<Outcome, { state: 'waiting' | 'failed' | 'held' }> {
  const { status } = error
  const words = serviceWords(error).join('; ')
  const note = `the service answered ${status}${words ? `: ${words}` : ''}`
  // Whoever gives up on a request (408) may have begun with it.
  if (status >= 500 || status === 408) return { state: 'waiting', note, doubtful: true }
  if (status === 429) return { state: 'waiting', note, doubtful: false }
  if (status === 401 || status === 403) return { state: 'waiting', note: `${note}; check the key that it is asked with`, doubtful: false }
  if (status < 400) return { state: 'waiting', note: `${note}, which leads elsewhere; check its address`, doubtful: false }
  return { state: 'failed', note }
}
