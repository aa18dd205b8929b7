import { html, nothing } from 'lit'
import type { TrackedPackage } from '../contract/tracking.ts'
import type { TrackingWords } from '../messages/en/tracking.ts'
import { fill } from '../words.ts'
import { isWebAddress, renderItems } from './items.ts'
import { writeDay } from './moments.ts'
import type { Progress } from './steps.ts'
import { renderTimeline } from './timeline.ts'

/** What the cards need to know beyond the order. */
export interface Surroundings {
  words: TrackingWords
  lang: string
  /** Where the shop takes claims. */
  claimUrl?: string
  copy: (event: Event) => void
}

/** One package: where it is, in one sentence, and all that lies behind it. */
export function renderPackage(parcel: TrackedPackage, progress: Progress, name: string, { words, lang, claimUrl, copy }: Surroundings) {
  const { step, names, standing, isKnown } = progress
  const number = parcel.tracking_number!
  const isPending = parcel.pending && step < 3
  return html`<article part="package ${standing}">
    <p class="quiet" part="name">
      ${name} ${parcel.carrier} <bdi>${number}</bdi>
      ${'clipboard' in navigator ? html`<button part="link copy" value=${number} @click=${copy}>${words.copy}</button>` : nothing}
    </p>
    <h3 part="status">${titleOf(parcel, progress, words)}</h3>
    ${step < 5 ? renderEstimate() : nothing}
    <ol part="steps" ?data-waiting=${isPending}>
      ${names.map(
        (one, index) =>
          html`<li part="step ${index + 1 < step || step > 4 ? 'done' : index < step ? 'current' : ''}" aria-current=${index === step - 1 ? 'step' : nothing}>
            <span>${words[one]}</span>
          </li>`,
      )}
    </ol>
    ${isKnown && (parcel.status || !parcel.pending) ? html`<p part="meaning">${words[`${standing}_means`]} ${claimUrl && standing === 'problem' ? words.tell : nothing}</p>` : nothing}
    <p part="links">
      ${parcel.links.map(({ carrier, url }) =>
        isWebAddress(url)
          ? html`<a part="carrier" href=${url} rel="noopener noreferrer" referrerpolicy="no-referrer"
              >${fill(words.follow, { carrier: carrier ?? parcel.carrier ?? words.carrier })}</a
            >`
          : nothing,
      )}
      ${claimUrl && (step === 5 || standing === 'late' || standing === 'problem') ? html`<a part="claim" href=${claimUrl}>${words.report}</a>` : nothing}
    </p>
    ${renderItems(parcel.items)}
    <div part="history" ?data-waiting=${parcel.pending}>
      ${parcel.pending && !parcel.events.length ? words.finding : renderTimeline(parcel.events, words, lang)}
    </div>
  </article>`

  function renderEstimate() {
    const to = parcel.estimated_to
    const from = parcel.estimated_from ?? to
    if (!from || !to) return nothing
    const isPast = Date.parse(to) + 86_400_000 < Date.now()
    return html`<p part="estimate">${fill(isPast ? words.expected : words.arrives, { date: writeDay(lang, from, to < from ? from : to) })}</p>`
  }
}

/** Where a package is, in two or three words: ours for what we know, the service's own for the rest. */
export const titleOf = ({ label }: TrackedPackage, { standing, isKnown }: Progress, words: TrackingWords) => (!isKnown && label) || words[standing]
