import type { TemplateResult } from 'lit'
import type { ActionViews, Wish } from './member-actions.ts'

/** What the views need of the element. */
export interface Panel {
  /** The views of what a shopper can do, once they are loaded. */
  actions: ActionViews | undefined
  signInUrl: string
  cancelUrl: string
  /** A button that loads what the shopper wants to do, and begins it. */
  renderButton: (wish: Wish, text: string, busy?: boolean) => TemplateResult
}
