import { html, nothing } from 'lit'
import type { TrackedOrder, TrackedPackage } from '../../contract/tracking.ts'
import { messages as en } from '../../i18n/english/tracking-extras.ts'
import { fill } from '../../i18n/localize.ts'
import { renderItems } from '../views/items.ts'
import { renderHero } from '../views/hero.ts'
import { renderSteps } from '../views/step-list.ts'
import { isGivenUp, type OrderView } from '../views/order-view.ts'
import { mayClaim, progressOf } from '../order/package-status.ts'
import { moneyStateOf, restOf } from './rest.ts'

/** What of an order's money the shopper should know before anything else; nothing of one that is paid. */
export function renderMoney(order: TrackedOrder, view: OrderView) {
  const { financial_status, unshipped_items } = order
  const state = moneyStateOf(financial_status)
  const words = { ...en, ...view.words }
  return state
    ? html`<article part=${`money ${state}`} class="card">
        <div part="hero">${renderHero({ icon: state === 'pending' ? 'clock' : 'back', headline: words[state] })}</div>
        <p part="meaning">${words[`${state}_means`]}</p>
        ${isGivenUp(order) ? renderItems(unshipped_items, view.words) : nothing}
      </article>`
    : nothing
}

/** How long nothing was heard of a package, how long that usually takes, and the way to the shop where nothing else of the package shows it. */
export function renderScanGap(parcel: TrackedPackage, { lang, words: { tell, report, quiet = en.quiet }, claimUrl }: OrderView) {
  const { quiet_days } = parcel
  if (!quiet_days) return nothing
  const days = new Intl.NumberFormat(lang, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(quiet_days)
  return html`<p part="quiet">${fill(quiet, { days })} ${claimUrl ? tell : nothing}</p>
    ${claimUrl && !mayClaim(progressOf(parcel)) ? html`<p part="links"><a part="claim" class="button" href=${claimUrl}>${report}</a></p>` : nothing}`
}

/** What of an order is in no package that can be followed, a card for each kind. */
export function renderRest(order: TrackedOrder, { words, lang }: OrderView) {
  const own = { ...en, ...words } as unknown as Record<string, string>
  const { packages, placed_at } = order
  return restOf(order).map(([kind, items]) => {
    // Nothing has left yet: the first of its steps.
    const isFirst = !packages.length && (kind === 'unshipped' || kind === 'confirmed')
    return html`<article part=${`package ${kind}`} class="card">
      <div part="hero">${renderHero({ icon: kind === 'digital' ? 'mail' : 'box', headline: isFirst ? words.preparing : own[kind]! })}</div>
      <div part="body">
        ${isFirst ? renderSteps({ events: [], status: null }, placed_at, words, lang) : nothing}
        <p part="meaning">${own[`${kind}_means`]}</p>
        ${items.length ? html`<div part="aside">${renderItems(items, words)}</div>` : nothing}
      </div>
    </article>`
  })
}

/** The same in two or three words each. */
export function titlesOfRest(order: TrackedOrder, { words }: OrderView): string[] {
  const own = { ...en, ...words } as unknown as Record<string, string>
  return restOf(order).flatMap(([kind]) => own[kind] ?? [])
}
