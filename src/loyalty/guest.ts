import { html } from 'lit'
import { en } from '../messages/en/loyalty-guest.ts'
import { renderLink } from './link.ts'
import type { Voice } from './voice.ts'

/** Where the shop's own pages are, as far as it has them. */
export interface ShopPages {
  signInUrl: string
  joinUrl: string
  cancelUrl: string
}

/** For somebody who is not signed in: why to join, and the ways in. */
export function renderGuest({ signInUrl, joinUrl, cancelUrl }: ShopPages, voice: Voice) {
  if (!signInUrl && !joinUrl) return html`<slot></slot>`
  const words = { ...en, ...voice.words }
  return html`<section part="card welcome">
    <h2 part="greeting">${words.guestTitle}</h2>
    <p>${words.guestText}</p>
    <div class="row">
      ${renderLink(joinUrl, words.joinLink, 'join-link')}${renderLink(signInUrl, words.signIn, 'sign-in')}${renderLink(cancelUrl, words.cancelLink, 'cancel-link')}
    </div>
  </section>`
}
