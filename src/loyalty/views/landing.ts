import { html, nothing } from 'lit'
import type { Membership, ProgramOffer, Tier } from '../../contract/loyalty.ts'
import { pageAddress } from '../../proxy.ts'
import { renderLink } from './link.ts'
import { createLandingLocalizer, type LandingLocalizer } from './landing-localizer.ts'
import type { Localizer } from './localizer.ts'
import { groupBenefits, isForSome, mostOf, rangeOf, type BenefitGroup } from './benefit-groups.ts'
import { handleSignIn } from './sign-in.ts'
import { renderTierTable } from './tier-table.ts'
import { openCampaigns, windowOf, worthOf } from './benefit-texts.ts'
import { renderTile } from './tile.ts'

export { styles } from './landing.styles.ts'

/** The ways of a guest into the programme. */
interface Ways {
  signInUrl: string
  joinUrl: string
  cancelUrl: string
  refresh(): Promise<void>
}

/** For somebody who is not signed in: why to join, and the ways in. */
export function renderGuest(ways: Ways, offer: ProgramOffer | undefined, firstLocalizer: Localizer) {
  const { signInUrl, joinUrl, cancelUrl } = ways
  const { words } = createLandingLocalizer(firstLocalizer)
  if (!pageAddress(signInUrl) && !pageAddress(joinUrl)) return html`<slot></slot>${renderLink(cancelUrl, words.cancelLink, 'cancel-link', 'link')}`
  const handleClick = (click: Event) => handleSignIn(click, () => ways.refresh())
  const actions = html`<div class="row">
    ${renderLink(joinUrl, words.joinLink, 'button primary join-link', 'button primary')}
    ${renderLink(signInUrl, words.signIn, 'sign-in', pageAddress(joinUrl) ? 'link' : 'button primary', handleClick)}
  </div>`
  return html`<div part="panel">${renderLanding(offer, words.guestText, actions, cancelUrl, firstLocalizer)}</div>`
}

/** What the programme gives, with the button that the shopper is to press. */
export function renderLanding(offer: ProgramOffer | undefined, text: string | undefined, actions: unknown, cancelUrl: string, firstLocalizer: Localizer) {
  const localizer = createLandingLocalizer(firstLocalizer)
  const { words, say, percent } = localizer
  const { program, tiers = [], benefits = [], campaigns = [] } = offer ?? {}
  const groups = groupBenefits(tiers, benefits)
  const back = mostOf(groups, 'creditsBack')?.percent
  const table = renderTierTable(tiers, groups, localizer)
  const title = back ? say('backTitle', { percent: percent(back) }) : program?.name ? say('joinTitle', { program: program.name }) : words.guestTitle
  return html`<section part="card welcome" class="card pass lead">
      <div class="stack">
        <h2 part="greeting" tabindex="-1">${title}</h2>
        <p>${text ?? words.guestText}</p>
        ${actions}
      </div>
      ${renderFacts(groups, tiers, localizer)}
    </section>
    ${renderWaysToEarn(groups, localizer)} ${renderCampaigns(campaigns, localizer)}
    ${
      table
        ? html`<section part="card tiers">
            <h3 part="heading">${words.compare}</h3>
            ${table}
          </section>`
        : nothing
    }
    ${pageAddress(cancelUrl) ? html`<footer class="closing">${renderLink(cancelUrl, words.cancelLink, 'cancel-link', 'link')}</footer>` : nothing}`
}

/** Renders the table that compares the tiers; the member's own tier is marked. */
export const renderComparison = ({ tier, tiers }: Membership, localizer: Localizer) =>
  renderTierTable(tiers, groupBenefits(tiers, []), createLandingLocalizer(localizer), tier)

/** Up to three numbers to be proud of. */
function renderFacts(groups: BenefitGroup[], tiers: Tier[], localizer: LandingLocalizer) {
  const facts = factWords.flatMap(([kind, text]) => {
    const benefit = mostOf(groups, kind)
    const figure = benefit && worthOf(benefit, localizer)
    return figure ? [html`<li><b>${isForSome(groups, kind, tiers) ? localizer.say('upTo', { amount: figure }) : figure}</b> ${localizer.words[text]}</li>`] : []
  })
  return facts.length
    ? html`<ul part="facts" class="facts">
        ${facts}
      </ul>`
    : nothing
}

/** Renders the benefits that earn credits. */
function renderWaysToEarn(groups: BenefitGroup[], localizer: LandingLocalizer) {
  const ways = groups.flatMap((group) => {
    const range = rangeOf(group, localizer)
    return range ? [renderTile(group.type, html`<b>${group.label(localizer)}</b>`, range)] : []
  })
  return renderTiles('ways', localizer.words.waysToEarn, ways)
}

/** Renders the events and offers to which members are invited. */
const renderCampaigns = (campaigns: ProgramOffer['campaigns'], localizer: LandingLocalizer) =>
  renderTiles(
    'campaigns',
    localizer.words.campaigns,
    openCampaigns(campaigns).map((campaign) => renderTile('campaign', html`<b>${campaign.name}</b>`, windowOf(campaign, localizer))),
  )

const renderTiles = (part: string, heading: string, tiles: unknown[]) =>
  tiles.length
    ? html`<section part=${`card ${part}`}>
        <h3 part="heading">${heading}</h3>
        <ul class="tiles">
          ${tiles}
        </ul>
      </section>`
    : nothing

const factWords = [
  ['creditsBack', 'backInCredits'],
  ['SIGNUP', 'whenYouJoin'],
  ['BIRTHDAY', 'onYourBirthday'],
] as const
