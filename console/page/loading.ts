import type { ReactiveControllerHost } from 'lit'
import { isSignedOut } from './api.ts'

/** The state of the requests of an element of the console: the last failure. When a session has ended, the whole console is notified. */
export interface Host extends ReactiveControllerHost, HTMLElement {
  failure: unknown
}

/** Runs a request for an element; resolves to its answer, or to undefined once the failure is shown. */
export async function request<Answer>(host: Host, send: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    const answer = await send()
    host.failure = undefined
    return answer
  } catch (error) {
    if (isSignedOut(error)) host.dispatchEvent(new Event('console-signed-out', { bubbles: true }))
    else host.failure = error
    return undefined
  }
}
