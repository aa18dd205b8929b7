import { html, type TemplateResult } from 'lit'
import type { messages as en } from '../i18n/english/protection.ts'
import { fill } from '../i18n/localize.ts'
import { keepInside } from '../page/own-input.ts'
import type { OfferState } from './offer-store.ts'

/** What the control looks like. */
export type Look = 'switch' | 'checkbox' | 'buttons'

/** A script's click on a control or its label decides nothing: only the shopper does. A handler that returns `false` cancels the click. */
export const isMeant = ({ isTrusted }: Event) => isTrusted

/** A switch or a checkbox. An event by a script decides nothing, and the control goes back to the choice. */
export const renderSwitch = (look: Look | undefined, checked: boolean | undefined, choose: (checked: boolean) => void): TemplateResult =>
  html`<input
    part="switch"
    id="switch"
    type="checkbox"
    autocomplete="off"
    role=${look === 'checkbox' ? 'checkbox' : 'switch'}
    aria-describedby="price description"
    @input=${keepInside}
    @change=${({ isTrusted, target }: Event & { target: HTMLInputElement }) => (isTrusted ? choose(target.checked) : (target.checked = !!checked))}
  />`

/** Two choices of one weight, to protect and to continue without. Neither is chosen before the shopper does. */
export function renderChoices(
  { protect, without }: typeof en,
  price: string,
  { checked, declined }: Partial<OfferState> = {},
  choose: (checked: boolean) => void,
): TemplateResult {
  const renderChoice = (text: string, chooses: boolean, isChosen = false) =>
    html`<button
      part="choice"
      type="button"
      aria-describedby="description"
      aria-pressed=${isChosen}
      @click=${(event: Event) => isMeant(event) && !isChosen && choose(chooses)}
    >
      ${text}
    </button>`
  return html`<div part="choices" id="choices" role="group" aria-labelledby="name">
    ${renderChoice(fill(protect, { price }), true, checked)} ${renderChoice(without, false, declined)}
  </div>`
}
