import type { Money } from '../money.ts'
import type * as Landing from './landing.ts'
import type { ActionViews, MemberActions } from './member-actions.ts'

/** What the views need of the element. */
export interface Panel {
  /** The views of what a shopper can do, once they are loaded. */
  actions: ActionViews | undefined
  signInUrl: string
  cancelUrl: string
  /** The total of the shopper's cart, as far as the shop says it. */
  cart: Money | undefined
  /** The table that compares the tiers, once it is loaded. */
  landing: typeof Landing | undefined
  /** Loads that table. */
  loadLanding: () => Promise<unknown>
  /** A handler that loads what the shopper wants to do, and does it. */
  act: (run: (actions: MemberActions) => void) => () => void
}
