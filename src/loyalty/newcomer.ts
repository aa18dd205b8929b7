import { html, nothing, render } from 'lit'
import type { Membership, Tier } from '../contract/loyalty.ts'
import type { Messages } from '../i18n/localize.ts'
import { renderBenefits } from './benefits.ts'
import { byRank, renderLadder, renderProgress } from './tier.ts'
import type { Localizer } from './localizer.ts'

/** Takes the room for the panel of somebody who joins now, when they press for it: as tall as that will be in this language and theme. */
export function takeRoomOfNewcomer(root: ParentNode, membership: Membership, localizer: Localizer<Messages<'loyalty'>>) {
  const [frame, panel] = ['frame', 'panel'].map((part) => root.querySelector<HTMLElement>(`[part=${part}]`))
  if (!frame || !panel) return
  const room = panel.appendChild(document.createElement('div'))
  room.className = 'newcomer room'
  render(renderNewcomer(membership, localizer), room)
  frame.style.minBlockSize = `${Math.max(room.offsetHeight, frame.offsetHeight)}px`
  room.remove()
}

/** What it will say is known, but for their name. */
function renderNewcomer(membership: Membership, localizer: Localizer<Messages<'loyalty'>>) {
  const { program, tiers, may } = membership
  const { words, say, date } = localizer
  const [tier, ...above] = byRank(tiers)
  return html`<header>
      <h2>${words.helloPlain}</h2>
      <p class="quiet">${say('since', { date: date(new Date().toISOString()) })}</p>
    </header>
    <div class="columns">
      ${
        program?.credits_enabled === false
          ? nothing
          : html`<section part="card">
              <h3>${words.credits}</h3>
              <p part="balance">0</p>
              <p class="quiet">${say('earned', { amount: '0' })}</p>
              <p class="quiet">${say('expiring', { amount: '0', date: date(new Date().toISOString()) })}</p>
              <button>${words.redeem}</button>
            </section>`
      }
      ${tier ? renderTier(tier, above, localizer) : nothing}
    </div>
    ${renderBenefits(membership, words.benefits, localizer)}
    <section part="card">
      <h3>${words.history}</h3>
      <p>${words.SIGNUP}</p>
      <p class="quiet">${words.noHistory}</p>
    </section>
    ${may.includes('cancel') ? html`<button>${words.cancel}</button>` : nothing}`
}

const renderTier = (tier: Tier, above: Tier[], localizer: Localizer<Messages<'loyalty'>>) =>
  html`<section part="card">
    <h3>${localizer.words.tier}</h3>
    <p part="tier-name">${tier.name}</p>
    <p class="quiet">${tier.description}</p>
    ${renderProgress(above, null, localizer)} ${renderLadder([tier, ...above], 0, localizer)}
  </section>`
