import { html, nothing } from 'lit'
import type { TrackedOrder } from '../contract/tracking.ts'
import { trackingAftercare as en } from '../messages/en.ts'
import { formatMoney } from '../money.ts'
import { fill, speechOf } from '../words.ts'
import { renderItems } from './items.ts'
import { writeDay } from './moments.ts'
import type { Surroundings } from './package.ts'

/** What an order's claims have come to, newest first. Loaded where there are any. */
export function renderClaims({ claims = [] }: TrackedOrder, { host, words, lang }: Surroundings) {
  const speech = speechOf(host, 'trackingAftercare')
  if (!speech) return nothing
  const all = { ...en, ...speech.words, ...words } as unknown as Record<string, string>
  return claims.map(({ resolution, state, at, amount, order_number, items }) => {
    const key = state === 'resolved' ? `${resolution}_resolved` : `claim_${state}`
    const isTold = state !== 'resolved' || (resolution === 'reorder' ? order_number : amount)
    const values = { amount: amount ? formatMoney(amount, lang) : '', number: order_number ?? '' }
    return html`<article part=${`outcome ${state}`}>
      <p part="facts" class="quiet">${writeDay(lang, at)}</p>
      <h3 part="status">${all[key]}</h3>
      <p part="meaning">${fill(all[`${key}_${isTold ? 'means' : 'plain'}`]!, values)}</p>
      ${renderItems(items)}
    </article>`
  })
}
