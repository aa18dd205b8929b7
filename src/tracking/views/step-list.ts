import { html, nothing } from 'lit'
import { progressOf } from '../order/package-status.ts'
import { renderIcon } from './icons.ts'
import type { TrackingWords } from './order-view.ts'
import { datesOfSteps, type SteppedPackage } from './step-dates.ts'

/**
 * The steps of a package, each with its name: those behind it with their days, the present one, and the day on which the last one is expected unless
 * the headline has said it.
 */
export function renderSteps(parcel: SteppedPackage, placedAt: string | null, words: TrackingWords, lang: string, isDaySaid = false) {
  const { step, steps, present } = progressOf(parcel)
  const dates = datesOfSteps(parcel, placedAt, words, lang)
  if (isDaySaid && step < 5) dates.splice(4)
  return html`<ol part="steps">
    ${steps.map(
      ({ name }, index) =>
        html`<li part=${index === present ? 'step present' : 'step'} aria-current=${index === present ? 'step' : nothing}>
          ${index < present || step === 5 ? renderIcon('tick') : html`<svg></svg>`}
          <span>${words[`step_${name as 'confirmed'}`] ?? words[name]}</span>
          <span class="muted" part=${index > present && dates[index] ? 'estimate' : nothing}>${dates[index]}</span>
        </li>`,
    )}
  </ol>`
}
