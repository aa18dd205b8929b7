import { html, nothing } from 'lit'
import type { Place, TrackedPackage } from '../../contract/tracking.ts'
import { fill } from '../../i18n/localize.ts'
import { isWebAddress } from '../../page/web-address.ts'
import { daysOf, headlineOf, restatesStatus, titleOf } from './headline.ts'
import { writeRestOfDay } from '../order/date-format.ts'
import { mayClaim, progressOf, type Phase } from '../order/package-status.ts'
import { renderHero } from './hero.ts'
import { renderIcon, type Icon } from './icons.ts'
import { renderItems } from './items.ts'
import type { OrderView, TrackingWords } from './order-view.ts'
import { renderRoute } from './route.ts'
import { renderSteps } from './step-list.ts'
import { renderTimeline } from './timeline.ts'

const icons: Record<Phase, Icon> = {
  confirmed: 'box',
  preparing: 'box',
  on_the_way: 'truck',
  out_for_delivery: 'truck',
  delivered: 'tick',
  collect: 'pin',
  picked_up: 'tick',
  late: 'clock',
  attempted: 'door',
  problem: 'triangle',
  returning: 'back',
}

/** The data of the order that the card of a package needs, and the place of the package among the others. */
export interface OrderContext {
  index: number
  total: number
  placedAt: string | null
  /** The town to which the order goes. */
  town: Place | null
}

/** One package: the answer, then what it means, what can be done, its number, and what happened. One of several is a row that opens. */
export function renderPackage(parcel: TrackedPackage, { index, total, placedAt, town }: OrderContext, view: OrderView) {
  const progress = progressOf(parcel)
  const { state, words, lang, claimUrl, contactUrl, extras } = view
  const { step, phase, isKnown } = progress
  const { pending, status, carrier, items, events, quiet_days } = parcel
  const isAwaited = pending && !status
  const title = titleOf(parcel, progress, words)
  const headline = isAwaited ? words.finding : (headlineOf(parcel, progress, words, lang) ?? title)
  const days = daysOf(parcel, progress)
  const isEnded = step === 5
  // The texts of these phases promise a near day, which is wrong after a gap in the scans.
  const isOld = quiet_days && /^(pre|out)/.test(phase)
  // For a status that this widget does not know, only the shop can help.
  const isWrong = !isAwaited && (quiet_days || /^(late|attempted|problem|returning)$/.test(phase) || (!isKnown && contactUrl))
  // Above the headline: who says so, or the status. Of several packages that have arrived, the headline says it all.
  const above = isEnded
    ? (events.find(({ status }) => status === phase)?.message ??
      (total > 1 ? undefined : fill(words[`${phase as 'delivered'}_means`], { carrier: carrier ?? words.carrier })))
    : title
  const hero = renderHero({
    icon: icons[phase],
    headline,
    day: isAwaited || !days ? undefined : writeRestOfDay(lang, ...days),
    status: headline === title || isAwaited || restatesStatus(phase) ? undefined : above,
    name: total > 1 ? fill(words.package, { n: index + 1, total }) : undefined,
    // A picture of the contents distinguishes several packages.
    image: total > 1 ? items.find(({ image_url }) => isWebAddress(image_url))?.image_url : undefined,
  })
  const claim =
    claimUrl && mayClaim(progress)
      ? html`<a part="claim" class=${isEnded ? 'link' : 'button'} href=${claimUrl}>${isEnded ? words.not_received : words.start_claim}</a>`
      : nothing
  const link = contactUrl ? html`<a part="contact" class="button" href=${contactUrl}>${renderIcon('mail')}<span>${words.contact}</span></a>` : nothing
  // What the shop gives stands in one place alone.
  const contact = index ? link : html`<slot name="support">${link}</slot>`
  const meaning =
    !isAwaited && !isEnded && isKnown && !isOld
      ? html`<p part="meaning">${words[`${phase}_means`]} ${claimUrl && phase === 'problem' ? words.tell : nothing}</p>`
      : nothing

  return html`<article part=${`package ${isAwaited ? 'awaited' : phase}`} class="card" ?data-waiting=${pending}>
    ${
      total > 1 || isEnded
        ? html`<details name="packages" ?open=${total > 1 && !index && !state.wasUnknown}>
            <summary part="hero">${hero}${renderIcon('chevron')}</summary>
            ${renderBody()}
          </details>`
        : html`<div part="hero">${hero}</div>
            ${renderBody()}`
    }
    ${isEnded && total === 1 && claim !== nothing ? html`<p part="after">${claim}</p>` : nothing}
  </article>`

  function renderBody() {
    // In the size of what comes, which replaces it as a whole: nothing is seen to move.
    if (isAwaited) return html`<div part="body wait">${renderLinks(parcel, words)} ${renderNumber(parcel, view)} ${renderItems(items, words)}</div>`
    return html`<div part="body">
      ${renderSteps(parcel, placedAt, words, lang, !!days)}
      <div part="main">
        ${
          isWrong
            ? html`<div part="help">
                ${meaning} ${extras?.renderScanGap(parcel, view)}
                <p part="links">${contact}${isEnded ? nothing : claim}</p>
              </div>`
            : meaning
        }
        ${index ? nothing : html`<slot name="delivery-note"></slot>`} ${renderLinks(parcel, words)} ${renderNumber(parcel, view)}
        ${isEnded && total > 1 ? claim : nothing} ${renderItems(items, words)}
      </div>
      ${
        pending || events.length
          ? html`<div part="aside">
              <h4>${words.updates}</h4>
              ${
                pending && !events.length
                  ? html`<div part="history wait" class="muted">${words.finding}</div>`
                  : html`<div part="history">${renderTimeline(parcel, view)}</div>
                      ${renderRoute(parcel, progress, town, words, lang)}`
              }
            </div>`
          : nothing
      }
    </div>`
  }
}

/** The ways to follow a package at its carriers. */
function renderLinks({ carrier, links: known }: TrackedPackage, words: TrackingWords) {
  const links = known.filter(({ url }) => isWebAddress(url))
  return links.length
    ? html`<p part="links">
        ${links.map((link) => {
          const name = link.carrier ?? carrier
          return html`<a part="carrier" class="button" href=${link.url} rel="noreferrer"
            >${renderIcon('out')}<span>${name ? fill(words.follow, { carrier: name }) : words.follow_plain}</span></a
          >`
        })}
      </p>`
    : nothing
}

/** The carrier's mark, and the tracking number with a button that copies it. */
function renderNumber({ carrier, tracking_number }: TrackedPackage, { words, handlers }: OrderView) {
  const number = tracking_number!
  return html`<p part="number">
    ${carrier ? html`<slot name=${`carrier-${carrier.toLowerCase().replace(/\W+/g, '-')}`}><span part="mark">${carrier}</span></slot>` : nothing}
    <span><bdi dir="ltr">${number}</bdi> <button part="copy" class="link" aria-label=${words.copy} @click=${handleCopy}>${renderIcon('copy')}</button></span>
  </p>`

  async function handleCopy({ currentTarget }: Event) {
    // Browsers refuse it without permission, and have no clipboard for pages without TLS: the shopper copies the selected number.
    const bdi = (currentTarget as Element).previousElementSibling!
    try {
      await navigator.clipboard.writeText(number)
      handlers.say(words.copied)
    } catch {
      getSelection()!.selectAllChildren(bdi)
    }
  }
}
