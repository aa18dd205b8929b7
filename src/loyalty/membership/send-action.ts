import { ResponseError } from '../../contract/client.ts'
import { isBusy, type Fault, type Verb } from './membership-store.ts'
import type { Caller } from './read-outcomes.ts'
import { SignedOut } from './session.ts'

/** The page rejected the action. */
export class Declined extends Error {}

/** Sends one action at a time: a second press sends nothing. Resolves to whether it was done. */
export async function sendAction({ store }: Pick<Caller, 'store'>, verb: Verb, send: () => Promise<void>): Promise<boolean> {
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

/** Cancels a membership, or takes that back. Resolves to whether the service accepted it. */
export const sendChange = (caller: Caller, verb: 'cancel' | 'reactivate') =>
  sendAction(caller, verb, async () => {
    const { store } = caller
    const { shopper } = store.state
    await caller.call((api) => (verb === 'cancel' ? api.cancelMembership({}) : api.reactivateMembership({})))
    store.dispatch({ type: 'accepted', shopper, verb, at: Date.now() })
    await caller.readAnew()
  })

/** Asks the service to send the link for another payment method. */
export const sendPayment = (caller: Caller) => sendAction(caller, 'payment', () => caller.call((api) => api.updatePaymentMethod({})).then(() => undefined))

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
