import { html, nothing } from 'lit'
import type { TrackedOrder, TrackedPackage } from '../contract/tracking.ts'
import { trackingNotes as en } from '../messages/en.ts'
import { fill, speechOf } from '../words.ts'
import type { Surroundings } from './package.ts'

/** What of an order's money the shopper should know before anything else; nothing of one that is paid, or will be. */
export function renderMoney({ financial_status }: TrackedOrder, { host }: Surroundings) {
  const state = stateOf(financial_status)
  const words = wordsFor(host)
  return state && words
    ? html`<article part=${`money ${state}`}>
        <h3 part="status">${words[state]}</h3>
        <p part="meaning">${words[`${state}_means`]}</p>
      </article>`
    : nothing
}

/** How long nothing was heard of a package, and how long that usually takes. */
export function renderQuiet({ quiet_days }: TrackedPackage, { host, lang, words: { tell }, claimUrl }: Surroundings) {
  const words = wordsFor(host)
  if (!quiet_days || !words) return nothing
  const days = new Intl.NumberFormat(lang, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(quiet_days)
  return html`<p part="quiet">${fill(words.quiet, { days })} ${claimUrl ? tell : nothing}</p>`
}

const states = ['refunded', 'partially_refunded', 'voided'] as const
const stateOf = (status: string | null) => states.find((one) => one === status)

function wordsFor(host: Surroundings['host']) {
  const speech = speechOf(host, 'trackingNotes')
  return speech && { ...en, ...speech.words, ...host.messages }
}
