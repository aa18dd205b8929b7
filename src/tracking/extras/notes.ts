import { html, nothing } from 'lit'
import type { TrackedItem, TrackedOrder, TrackedPackage } from '../../contract/tracking.ts'
import { messages as en } from '../../i18n/english/tracking-extras.ts'
import { fill } from '../../i18n/localize.ts'
import { writeShortDay } from '../date-format.ts'
import { renderItems } from '../views/items.ts'
import { renderBar, renderHero } from '../views/hero.ts'
import { isGivenUp, type OrderView } from '../views/order-view.ts'
import { mayClaim, progressOf } from '../package-status.ts'

/** What of an order's money the shopper should know before anything else; nothing of one that is paid. */
export function renderMoney(order: TrackedOrder, view: OrderView) {
  const { financial_status, unshipped_items } = order
  const state = stateOf(financial_status)
  const words = { ...en, ...view.words }
  return state
    ? html`<article part=${`money ${state}`} class="card">
        <div part="hero">${renderHero({ icon: state === 'pending' ? 'clock' : 'back', headline: words[state] })}</div>
        <p part="meaning">${words[`${state}_means`]}</p>
        ${isGivenUp(order) ? renderItems(unshipped_items) : nothing}
      </article>`
    : nothing
}

/** How long nothing was heard of a package, how long that usually takes, and the way to the shop where nothing else of the package shows it. */
export function renderQuiet(parcel: TrackedPackage, { lang, words: { tell, report, quiet = en.quiet }, claimUrl }: OrderView) {
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
      <div part="hero">
        ${renderHero({ icon: kind === 'digital' ? 'mail' : 'box', headline: isFirst ? words.preparing : own[kind]!, status: isFirst ? own[kind] : undefined })}
      </div>
      ${isFirst ? renderBar(1, 5, words.confirmed, words, placed_at ? fill(words.ordered, { date: writeShortDay(lang, placed_at) }) : nothing) : nothing}
      <p part="meaning">${own[`${kind}_means`]}</p>
      ${renderItems(items)}
    </article>`
  })
}

/** The same in two or three words each. */
export function titlesOfRest(order: TrackedOrder, { words }: OrderView): string[] {
  const own = { ...en, ...words } as unknown as Record<string, string>
  return restOf(order).flatMap(([kind]) => own[kind] ?? [])
}

function restOf(order: TrackedOrder) {
  const { packages, unshipped_items, has_fulfillment_without_tracking, has_shippable_items } = order
  const rest: [kind: 'untracked' | 'unshipped' | 'digital' | 'confirmed', items: TrackedItem[]][] = []
  const untracked = packages.filter((parcel) => !parcel.tracking_number)
  if (untracked.length || has_fulfillment_without_tracking) rest.push(['untracked', untracked.flatMap(({ items }) => items)])
  if (isGivenUp(order)) return rest
  if (unshipped_items.length) rest.push(['unshipped', unshipped_items])
  if (!packages.length && !rest.length) rest.push([has_shippable_items ? 'confirmed' : 'digital', []])
  return rest
}

const states = ['pending', 'refunded', 'partially_refunded', 'voided'] as const
const stateOf = (status: string | null) => states.find((one) => one === status)
