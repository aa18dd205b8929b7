import { html, nothing, type TemplateResult } from 'lit'
import { noticeOf } from './notice.ts'
import { missPauseOf, problemOf } from './order/order-state.ts'
import { isMiss, isOff, isOutage } from './order/problems.ts'
import type { Proof } from './order/proof.ts'
import { renderIcon } from './views/icons.ts'
import type { OrderView } from './views/order-view.ts'
import { renderOrder } from './views/order.ts'

/**
 * Renders all that stands on screen: the order, the form, or the shop's own words, and the line that tells what changed.
 *
 * @param view - Absent as long as no proof is given.
 * @param isTyped - Whether the shopper has typed the proof into the form of this element.
 * @param renderForm - Renders the form with what was wrong with the proof; returns undefined while the form is loading.
 * @param leave - Leaves the order for the form; absent if the page itself names the order.
 */
export function renderScreen(
  view: OrderView | undefined,
  proof: Proof | undefined,
  isTyped: boolean,
  renderForm: (problem: unknown, isBusy: boolean) => TemplateResult | undefined,
  leave: false | (() => void),
): TemplateResult {
  const { state, words, lang, extras, handlers } = view ?? ({} as Partial<OrderView>)
  const { order, isBusy = false } = state ?? {}
  const problem = state && problemOf(state)
  const isOut = isOutage(problem)
  const isSought = isBusy || (state && missPauseOf(state, proof!))
  // A ticket of a page that was loaded anew is renewed for a day at most. Then the order stays on screen, above the form.
  const isRunOut = !!(order && proof?.ticket && isMiss(problem))
  // The form stands where the shopper has to say something, the shop's own words where nothing can be said.
  const isForm = isRunOut || (!order && !isOff(problem) && (!proof || isTyped || (problem && !isOut && !isSought)))
  const form = isForm && renderForm(isOut || isRunOut ? undefined : problem, isBusy)
  return html`<div part="root" aria-busy=${isBusy} ?data-empty=${!order && !form && !isOut && !isOff(problem)}>
    ${order ? renderOrder(order, view!) : nothing} ${form ? html`${form}<slot name="empty"></slot>` : nothing}
    ${order || (form && !isOut) ? nothing : html`<slot></slot>${isSought ? html`<p part="wait finding" class="muted">${words!.finding}</p>` : nothing}`}
    ${
      order
        ? html`<details part="more" @toggle=${handlers!.more}>
              <summary>${words!.more}${renderIcon('chevron')}</summary>
              ${extras?.renderActions(order, view!)}
            </details>
            <slot name="recommendations"></slot>`
        : nothing
    }
    <div part="actions">
      ${order && leave ? html`<button part="link another" class="link" @click=${leave}>${words!.another}</button>` : nothing}
      <span class=${state?.announcement === 'new_update' && !isOut ? 'unseen' : 'muted'} part="notice" role="status"
        >${order || isOut ? noticeOf(state!, { isOut, isRunOut }, words!, lang!) : nothing}</span
      >
    </div>
  </div>`
}
