import { html, nothing } from 'lit'
import type { Spend, Tier } from '../../contract/loyalty.ts'
import type { Localizer } from './localizer.ts'
import { progressTo } from './tier-progress.ts'

/** How far it is to the lowest of the tiers above. */
export function renderProgress(above: Tier[], spend: Spend | null, localizer: Localizer) {
  const progress = progressTo(above, spend, localizer)
  if (!progress) return nothing
  const { value, max, text, spent } = progress
  return html`<div class="meter">
    <progress part="progress" aria-label=${text} max=${max} value=${value}></progress>
    <p class="split"><b>${text}</b><span>${spent}</span></p>
  </div>`
}
