import { ResponseError } from '../contract/client.ts'
import { isBusy, type Fault, type Verb } from './membership-store.ts'
import type { MembershipSync } from './membership-sync.ts'
import { SignedOut } from './session.ts'

/** The page said no. */
export class Declined extends Error {}

/** Sends one action at a time: a second press sends nothing. Resolves to whether it was done. */
export async function sendAction({ store }: MembershipSync, verb: Verb, send: () => Promise<void>): Promise<boolean> {
  if (isBusy(store.state)) return false
  const { shopper } = store.state
  store.dispatch({ type: 'started', verb })
  try {
    await send()
    store.dispatch({ type: 'done', shopper })
  } catch (cause) {
    store.dispatch({ type: 'failed', shopper, fault: toFault(cause) })
  }
  return store.state.shopper === shopper && store.state.action?.status === 'done'
}

/** Why an action was not done. Only the statuses named here say that nothing was done (A3). */
export function toFault(cause: unknown): Fault {
  if (cause instanceof Declined) return { text: 'declined' }
  if (cause instanceof SignedOut) return { text: 'sessionEnded' }
  if (!(cause instanceof ResponseError)) return { text: 'uncertain' }
  const { status, problem } = cause
  if (status === 429) return { text: 'tooMany' }
  if (status === 401) return { text: 'sessionEnded' }
  return [400, 403, 404, 422].includes(status) ? { text: 'refused', detail: problem.errors?.join(' ') || problem.detail } : { text: 'uncertain' }
}
