import { RedeemingEvent } from '../events/consulting.events.ts'
import { isBusy } from '../membership/membership-store.ts'
import { sendAction, toFault } from '../membership/send-action.ts'
import type { Money } from '../../money.ts'
import type { Caller } from '../membership/read-outcomes.ts'
import { spendable } from '../membership/redemption-state.ts'

/** Sends the confirmed redemption, if the page agrees and the shopper does not go back meanwhile. Resolves to whether it was accepted. */
export async function confirmRedemption(element: EventTarget, sync: Caller): Promise<boolean> {
  const { store } = sync
  const { membership, redemption } = store.state
  const { step } = redemption
  if (!membership?.member || step?.name !== 'confirm' || step.isAsking || isBusy(store.state)) return false
  const { text, amount } = step
  // Credits may have been used elsewhere since.
  if (amount.cents > spendable(membership.member, membership).cents) {
    store.dispatch({ type: 'amountEntered', text, amount })
    return false
  }
  const event = new RedeemingEvent(amount)
  element.dispatchEvent(event)
  store.dispatch({ type: 'pageAsked' })
  if (event.taking) {
    const stepBefore = store.state.redemption.step
    const isRefused = await event.taking.then(
      () => false,
      () => true,
    )
    if (store.state.redemption.step !== stepBefore) return false
    if (isRefused) {
      store.dispatch({ type: 'pageRefused' })
      return false
    }
  }
  return sendAction(sync, 'redeem', () => redeem(sync, amount))
}

/** Turns credits into a code. A second try after a failure without a result is the same request to the proxy. */
async function redeem(sync: Caller, amount: Money) {
  const { store } = sync
  const { shopper } = store.state
  store.dispatch({ type: 'redemptionConfirmed', amount, key: createKey() })
  const { key = '' } = store.state.redemption.intent ?? {}
  try {
    const redemption = await sync.call((api) => api.redeemCredits({ amount }, { headers: { 'Idempotency-Key': key } }))
    store.dispatch({ type: 'redeemed', shopper, redemption })
  } catch (cause) {
    // It may have been accepted although its answer was lost.
    if (toFault(cause).text === 'uncertain') await sync.readAnew()
    throw cause
  }
}

/** A key for one redemption. `crypto.randomUUID` is missing outside of secure contexts, and so in workers without an origin. */
const createKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
