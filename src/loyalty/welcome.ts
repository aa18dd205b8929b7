import { html, nothing, type TemplateResult } from 'lit'
import type { Membership } from '../contract/loyalty.ts'
import { renderBenefits } from './benefits.ts'
import { renderLadder } from './tier.ts'
import type { Voice } from './voice.ts'

/** Where the shop's own pages are, as far as it has them. */
export interface ShopPages {
  signInUrl: string
  joinUrl: string
  cancelUrl: string
}

/** For somebody who is not signed in: why to join, and the ways in. */
export function renderGuest({ signInUrl, joinUrl, cancelUrl }: ShopPages, { words }: Voice) {
  if (!signInUrl && !joinUrl) return html`<slot></slot>`
  return html`<section part="card welcome">
    <h2 part="greeting">${words.guestTitle}</h2>
    <p>${words.guestText}</p>
    <div class="actions">
      ${joinUrl ? html`<a part="button join-link" class="button main" href=${joinUrl}><span>${words.joinLink}</span></a>` : nothing}
      ${signInUrl ? html`<a part="button sign-in" class="button" href=${signInUrl}>${words.signIn}</a>` : nothing} ${renderCancelLink(cancelUrl, words.cancelLink)}
    </div>
  </section>`
}

/** For somebody who is signed in and has not joined: what there is to gain, and the button with what it means. */
export function renderWelcome(membership: Membership, joinable: boolean, busy: boolean, fault: TemplateResult, onJoin: () => void, voice: Voice) {
  const { words, say } = voice
  const { program, tiers } = membership
  return html`<section part="card welcome">
      <h2 part="greeting">${program?.name ? say('joinTitle', { program: program.name }) : words.joinTitlePlain}</h2>
      <p>${words.joinText}</p>
      ${renderLadder(tiers, null, voice)}
      ${joinable
        ? html`<p part="consent" class="quiet" id="consent">${words.joinConsent}</p>
            <div class="actions">
              <button part="button join" class="main" type="button" aria-describedby="consent" aria-disabled=${busy} @click=${onJoin}><span>${words.join}</span></button>
            </div>`
        : nothing}
      ${fault}
    </section>
    ${renderBenefits(membership, words.benefitsToCome, voice)}`
}

/** The way out that needs no signing in, where the law asks for one. */
export const renderCancelLink = (url: string, text: string) => (url ? html`<a part="cancel-link" class="plain" href=${url}>${text}</a>` : nothing)
