import type { Money } from '../money.ts'
import type { ActionViews, MemberActions } from './member-actions.ts'
import type { TierComparison } from './views/tier.ts'

/** What the views need of the element. */
export interface Panel extends TierComparison {
  /** The views of what a shopper can do, once they are loaded. */
  actions: ActionViews | undefined
  signInUrl: string
  cancelUrl: string
  /** The total of the shopper's cart, as far as the shop says it. */
  cart: Money | undefined
  /** A handler that loads what the shopper wants to do, and does it. */
  act: (run: (actions: MemberActions) => void) => () => void
}
