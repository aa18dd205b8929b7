import type { TemplateResult } from 'lit'
import type { MemberActions, Wish } from './member-actions.ts'

/** What the views need of the element. */
export interface Panel {
  /** What a shopper can do, once that is loaded. */
  actions: MemberActions | undefined
  signInUrl: string
  cancelUrl: string
  /** A button that loads what the shopper wants to do, and begins it. */
  renderButton: (wish: Wish, text: string, busy?: boolean) => TemplateResult
}
