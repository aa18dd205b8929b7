import type { Redemption } from '../../../src/contract/loyalty.ts'
import type { StoredRedemption } from './redemption-store.ts'

/** The response right after a redemption was sent. */
export const toFirstAnswer = ({ id, cents, currency, requestedAt }: StoredRedemption): Redemption => ({
  id,
  state: 'pending',
  amount: { cents, currency },
  requested_at: new Date(requestedAt).toISOString(),
})

/** The redemption in the form for browsers. */
export function toRedemption(kept: StoredRedemption): Redemption {
  const { state, currency, settledAt, code } = kept
  return {
    ...toFirstAnswer(kept),
    state: state === 'reading' || state === 'sending' ? 'pending' : state,
    ...(settledAt !== null && { settled_at: new Date(settledAt).toISOString() }),
    ...(code && { code: code.code, code_value: { cents: code.cents, currency } }),
  }
}
