import { html } from 'lit'
import { pageAddress } from '../proxy.ts'
import { messages as en } from '../i18n/english/loyalty-guest.ts'
import type { Speaker } from '../i18n/localize.ts'
import { renderLink } from './link.ts'
import { handleSignIn } from './sign-in.ts'
import type { Localizer } from './localizer.ts'

/** An element that knows where the shop's own pages are, as far as it has them. */
export interface ShopPages extends Speaker {
  signInUrl: string
  joinUrl: string
  cancelUrl: string
  refresh(): Promise<void>
}

/** For somebody who is not signed in: why to join, and the ways in. */
export function renderGuest(pages: ShopPages, localizer: Localizer) {
  const { signInUrl, joinUrl, cancelUrl } = pages
  const words = { ...en, ...localizer.words }
  const leave = renderLink(cancelUrl, words.cancelLink, 'cancel-link')
  if (!pageAddress(signInUrl) && !pageAddress(joinUrl)) return html`<slot></slot>${leave}`
  const handleClick = (click: Event) => handleSignIn(click, () => pages.refresh())
  return html`<section part="card welcome">
    <h2 part="greeting">${words.guestTitle}</h2>
    <p>${words.guestText}</p>
    <div class="row">${renderLink(joinUrl, words.joinLink, 'join-link')}${renderLink(signInUrl, words.signIn, 'sign-in', handleClick)}${leave}</div>
  </section>`
}
