import { html, nothing } from 'lit'
import type { TrackedPackage } from '../contract/tracking.ts'
import type { TrackingWords } from '../messages/en/tracking.ts'
import { fill } from '../words.ts'
import { isWebAddress, renderItems } from './items.ts'
import { isMoment, momentsIn } from './moments.ts'
import type { Progress } from './steps.ts'
import { renderTimeline, wordsFor } from './timeline.ts'

/** What a card needs to know beyond its package. */
export interface Surroundings {
  words: TrackingWords
  lang: string
  /** Where the shop takes claims. */
  claimUrl: string
  /** The tracking number that was copied last. */
  copied: string
  copy: (trackingNumber: string) => void
}

/** One package: where it is, in one sentence, and all that lies behind it. */
export function renderPackage(parcel: TrackedPackage, progress: Progress, name: string, { words, lang, claimUrl, copied, copy }: Surroundings) {
  const moments = momentsIn(lang)
  const { status, overlay, step } = progress
  const carrier = parcel.carrier ?? words.the_carrier
  const links = parcel.links.filter(({ url }) => isWebAddress(url))
  const troubled = overlay === 'problem' || overlay === 'late'
  return html`<article class="card" part="package" data-overlay=${overlay ?? nothing}>
    <p class="quiet" part="package-name">${name}${parcel.carrier ? ` · ${parcel.carrier}` : nothing}</p>
    <h3 part="status">${titleOf(parcel, progress, words)}</h3>
    ${renderEstimate()} ${renderBar(progress, parcel.pending, words)}
    <p part="meaning">${renderMeaning()}</p>
    ${claimUrl && (troubled || step === 5) ? html`<p><a part="claim" href=${claimUrl}>${troubled ? words.report : words.not_there}</a></p>` : nothing}
    <div class="history" ?data-pending=${parcel.pending}>${parcel.events.length ? renderTimeline(parcel.events, words, moments) : nothing}</div>
    ${renderItems(parcel.items, words.items)}
    <div class="foot" part="foot">
      ${parcel.tracking_number
        ? html`<span
            ><span class="quiet">${fill(words.number_of, { carrier })}</span> <bdi part="tracking-number">${parcel.tracking_number}</bdi>
            ${'clipboard' in navigator
              ? html`<button type="button" class="link" part="copy" @click=${() => copy(parcel.tracking_number!)}>
                  ${copied === parcel.tracking_number ? words.copied : words.copy}
                </button>`
              : nothing}</span
          >`
        : nothing}
      ${links.map(
        ({ carrier: at, url }) =>
          html`<a part="carrier-link" href=${url} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">${fill(words.carrier_page, { carrier: at ?? carrier })}</a>`,
      )}
    </div>
  </article>`

  function renderMeaning() {
    if (progress.unscanned && (!status || step < 3)) {
      if (parcel.pending) return words.asking
      if (!status) return words.no_scan
    }
    return wordsFor(status, words, 'means') ?? (parcel.pending ? words.asking : nothing)
  }

  function renderEstimate() {
    const arrival = step === 5 ? parcel.events.find((event) => event.status === status)?.created_at : undefined
    if (arrival && isMoment(arrival)) return html`<p class="when" part="estimate">${fill(words.arrived, { date: moments.longDay(arrival) })}</p>`
    const from = isMoment(parcel.estimated_from) ? parcel.estimated_from : null
    const to = isMoment(parcel.estimated_to) ? parcel.estimated_to : null
    const last = to ?? from
    if (!last || step === 5) return nothing
    const isPast = Date.parse(last) + 86_400_000 < Date.now()
    return html`<p class="when" part="estimate">${fill(isPast ? words.expected : words.arrives, { date: moments.days(from, to) })}</p>`
  }
}

/** Where a package is, in two or three words: ours for what we know, the service's own for the rest. */
export const titleOf = ({ label }: Pick<TrackedPackage, 'label'>, { status }: Progress, words: TrackingWords) =>
  wordsFor(status, words) ?? label ?? words[status ? 'at_unknown' : 'step_2']

function renderBar({ step, collect, unscanned, overlay }: Progress, pending: boolean, words: TrackingWords) {
  return html`<ol class="bar" part="steps" aria-label=${words.progress} data-overlay=${overlay ?? nothing} ?data-open=${unscanned && pending}>
    ${[1, 2, 3, 4, 5].map(
      (number) => html`<li
        part=${number < step || number === 5 && step === 5 ? 'step step-done' : number === step ? 'step step-current' : 'step'}
        data-state=${number < step || step === 5 ? 'done' : number === step ? 'current' : 'ahead'}
        aria-current=${number === step ? 'step' : nothing}
      >
        <span>${words[`${collect && number > 3 ? 'collect' : 'step'}_${number}` as 'step_1']}</span>
        ${number < step ? html`<span class="unseen">(${words.done})</span>` : nothing}
      </li>`,
    )}
  </ol>`
}
