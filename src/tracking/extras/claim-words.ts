import type { TrackedClaim } from '../../contract/tracking.ts'
import type { messages } from '../../i18n/english/tracking-extras.ts'

/** The texts for what a claim has come to, by their keys: what it is, and what that means. */
export function claimKeys({ resolution, state, amount, order_number }: TrackedClaim) {
  const title = state === 'resolved' ? (`${resolution}_resolved` as const) : (`claim_${state}` as const)
  const isComplete = state !== 'resolved' || (resolution === 'reorder' ? order_number : amount)
  return { title, text: `${title}_${isComplete ? 'means' : 'plain'}` as keyof typeof messages }
}
