import { html, type TemplateResult } from 'lit'
import type { Money } from '../../money.ts'
import { keepInside } from '../../page/own-input.ts'

/** How far one step of a slider goes up to that amount, in minor units: a round number of them, so that it is a hundred steps at most. */
export function sliderStep({ cents }: Money): number {
  const size = 10 ** Math.max(Math.ceil(Math.log10(cents / 100)), 0)
  return [size / 5, size / 2].find((step) => step >= 1 && cents / step <= 100) ?? size
}

/** A slider up to the balance, with the amounts at its ends. The rest at the end is the last step, however small. */
export function renderSlider(
  part: string,
  least: number,
  balance: Money,
  { cents, currency }: Money,
  name: string,
  write: (amount: Money) => string,
  choose: (amount: Money) => void,
): TemplateResult {
  const step = sliderStep(balance)
  const end = Math.ceil(balance.cents / step)
  const position = cents === balance.cents ? end : Math.min(Math.round(cents / step), end - 1)
  return html`<div class="slide">
    <input
      part=${part}
      class="slider"
      type="range"
      min=${String(least)}
      max=${String(end)}
      .value=${String(position)}
      aria-label=${name}
      aria-valuetext=${write({ cents, currency })}
      @input=${(event: Event) => {
        keepInside(event)
        choose({ cents: Math.min(Number((event.target as HTMLInputElement).value) * step, balance.cents), currency })
      }}
    />
    <span part="ends" class="split" aria-hidden="true"><span>${write({ cents: least * step, currency })}</span> <span>${write(balance)}</span></span>
  </div>`
}
