import { html, nothing } from 'lit'
import type { OrderAction } from '../../contract/order-protection.ts'
import type { TrackedOrder } from '../../contract/tracking.ts'
import { messages as en } from '../../i18n/english/tracking-extras.ts'
import { formatMoney } from '../../money.ts'
import { fill } from '../../i18n/localize.ts'
import { mayClaim, progressOf } from '../order/package-status.ts'
import { isClaimed, isGivenUp, itemsOf, type OrderView } from '../views/order-view.ts'
import { protectionKeys } from './protection-words.ts'

/** The state of an order's protection, and what its owner may do about it. */
export function renderProtection(order: TrackedOrder, { state: { protection: change }, words, lang, claimUrl, hasKey, handlers }: OrderView) {
  const { protection, may = [], packages } = order
  if (!protection || isGivenUp(order)) return nothing
  const { state, refund } = protection
  const { isAsking, isBusy, progress, fault } = change
  const all = { ...en, ...words }
  const say = (key: keyof typeof en) => fill(all[key], { amount: refund ? formatMoney(refund, lang) : '' })
  // A refusal is for good, whatever the answer after it still allows.
  const allows = (action: OrderAction) => hasKey && may.includes(action) && !fault?.endsWith('_refused')
  if (state === 'unprotected' && !allows('protect-later') && !fault) return nothing
  if (state === 'protected' && !allows('unprotect') && !fault && isClaimed(order, itemsOf(order))) return nothing
  const [title, text] = protectionKeys[state]
  const isConfirming = isAsking && allows('unprotect')
  return html`<article part=${`protection ${state}`} class="card" aria-busy=${!!isBusy}>
    <div aria-live="polite">
      <h3 part="status" id="protection" tabindex="-1">${say(progress ?? title)}</h3>
      ${
        state === 'unprotected' && !allows('protect-later')
          ? nothing
          : html`<p part="meaning">${say(state === 'removed' && !refund ? 'removed_plain' : text)}</p>`
      }
    </div>
    <p part="fault" role="alert">${fault ? say(fault) : nothing}</p>
    ${
      isConfirming
        ? html`<div part="confirm" role="group" aria-labelledby="confirm" @keydown=${handleKey}>
            <h4 id="confirm" tabindex="-1">${say('unprotect_title')}</h4>
            <p part="meaning">${say('unprotect_text')}</p>
            <p part="links">
              <button part="unprotect primary" class="button primary" aria-disabled=${!!isBusy} @click=${() => handlers.changeProtection('unprotect')}>
                <span>${say('unprotect_confirm')}</span>
              </button>
              <button part="keep" class="button" aria-disabled=${!!isBusy} @click=${handleKeep}>${say('unprotect_keep')}</button>
            </p>
          </div>`
        : html`<p part="links">${renderProtect()}${renderClaim()}${renderAsk()}</p>`
    }
  </article>`

  function renderProtect() {
    if (!allows('protect-later')) return nothing
    return html`<button part="protect primary" class="button primary" aria-disabled=${!!isBusy} @click=${() => handlers.changeProtection('protect-later')}>
      <span>${say('protect')}</span>
    </button>`
  }

  function renderClaim() {
    // A package that needs it shows the same way.
    return state === 'protected' &&
      claimUrl &&
      !packages.some((parcel) => parcel.tracking_number && (parcel.quiet_days || mayClaim(progressOf(parcel)))) &&
      !isClaimed(order, itemsOf(order))
      ? html`<a part="claim" class="button" href=${claimUrl}>${words.report}</a>`
      : nothing
  }

  function renderAsk() {
    return allows('unprotect') ? html`<button part="link ask" class="link" @click=${() => handlers.confirm(true)}>${say('unprotect')}</button>` : nothing
  }

  function handleKeep() {
    if (!isBusy) handlers.confirm(false)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // An element around this one, such as a drawer, is not to close.
    event.stopPropagation()
    handleKeep()
  }
}
