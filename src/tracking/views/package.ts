import { html, nothing } from 'lit'
import type { TrackedPackage } from '../../contract/tracking.ts'
import { fill } from '../../i18n/localize.ts'
import { isWebAddress, renderItems } from './items.ts'
import { isOver, writeDay } from '../date-format.ts'
import { mayClaim, progressOf, type Progress } from '../package-status.ts'
import type { OrderView, TrackingWords } from './order-view.ts'
import { renderTimeline } from './timeline.ts'

/** One package: where it is, in one sentence, and all that lies behind it. */
export function renderPackage(parcel: TrackedPackage, name: string, view: OrderView) {
  const progress = progressOf(parcel)
  const { words, lang, claimUrl, extras, state, handlers } = view
  const { step, names, standing, isKnown } = progress
  const number = parcel.tracking_number!
  // "Today" and "a day or two" were meant then.
  const isOld = parcel.quiet_days && /^(pre|out)/.test(standing)
  const to = parcel.estimated_to ?? ''
  const from = parcel.estimated_from || to
  return html`<article part=${`package ${standing}`} ?data-waiting=${parcel.pending} ?data-awaited=${state.awaited.has(parcel.id)}>
    <p part="name" class="quiet">
      ${name} ${parcel.carrier}
      <span part="number"><bdi>${number}</bdi><button part="link copy" @click=${handleCopy}>${words.copy}</button></span>
    </p>
    <h3 part="status">${titleOf(parcel, progress, words)}</h3>
    <p part="estimate">
      ${step < 5 && to ? fill(isOver(to) ? words.expected : words.arrives, { date: writeDay(lang, from, to < from ? from : to) }) : nothing}
    </p>
    <ol part="steps" ?data-waiting=${parcel.pending && step < 3}>
      ${names.map(
        (one, index) =>
          html`<li
            part=${`step ${index + 1 < step || step > 4 ? 'done' : index < step ? 'current' : ''}`}
            aria-current=${index === step - 1 ? 'step' : nothing}
          >
            <span>${words[one]}</span>
          </li>`,
      )}
    </ol>
    ${renderItems(parcel.items)}
    <p part="links">
      ${parcel.links.map(({ carrier, url }) =>
        isWebAddress(url)
          ? html`<a part="carrier" href=${url} rel="noreferrer">${fill(words.follow, { carrier: carrier ?? parcel.carrier ?? words.carrier })}</a>`
          : nothing,
      )}
    </p>
    <div part="history">
      ${isKnown && (parcel.status || !parcel.pending) && !isOld ? html`<p part="meaning">${words[`${standing}_means`]} ${claimUrl && standing === 'problem' ? words.tell : nothing}</p>` : nothing}
      ${claimUrl && mayClaim(progress) ? html`<a part="claim" href=${claimUrl}>${words.report}</a>` : nothing} ${extras?.renderQuiet(parcel, view)}
      ${parcel.pending && !parcel.events.length ? words.finding : renderTimeline(parcel, view)}
    </div>
  </article>`

  async function handleCopy({ target }: Event) {
    try {
      await navigator.clipboard.writeText(number)
      handlers.say(words.copied)
    } catch {
      // Browsers refuse it without permission, and have no clipboard for pages without TLS: the shopper copies the selected number.
      getSelection()!.selectAllChildren((target as Element).previousSibling!)
    }
  }
}

/** Where a package is, in two or three words: ours for what we know, the service's own for the rest. */
export const titleOf = ({ label }: TrackedPackage, { standing, isKnown }: Progress, words: TrackingWords) => (!isKnown && label) || words[standing]
