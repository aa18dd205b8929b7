import { html, nothing } from 'lit'
import type { TrackedItem, TrackedOrder, TrackedPackage } from '../../contract/tracking.ts'
import { messages as en } from '../../i18n/english/tracking-extras.ts'
import { fill } from '../../i18n/localize.ts'
import { renderItems } from '../views/items.ts'
import type { OrderView } from '../views/order-view.ts'
import { mayClaim, progressOf } from '../package-status.ts'

/** What of an order's money the shopper should know before anything else; nothing of one that is paid. */
export function renderMoney({ financial_status, unshipped_items }: TrackedOrder, view: OrderView) {
  const state = stateOf(financial_status)
  const words = { ...en, ...view.words }
  return state
    ? html`<article part=${`money ${state}`}>
        <h3 part="status">${words[state]}</h3>
        <p part="meaning">${words[`${state}_means`]}</p>
        ${isUndone(financial_status) ? renderItems(unshipped_items) : nothing}
      </article>`
    : nothing
}

/** How long nothing was heard of a package, how long that usually takes, and the way to the shop where nothing else of the package shows it. */
export function renderQuiet(parcel: TrackedPackage, { lang, words: { tell, report, quiet = en.quiet }, claimUrl }: OrderView) {
  const { quiet_days } = parcel
  if (!quiet_days) return nothing
  const days = new Intl.NumberFormat(lang, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(quiet_days)
  return html`<p part="quiet">${fill(quiet, { days })} ${claimUrl ? tell : nothing}</p>
    ${claimUrl && !mayClaim(progressOf(parcel)) ? html`<a part="claim" href=${claimUrl}>${report}</a>` : nothing}`
}

/** What of an order is in no package that can be followed, a card for each kind. */
export function renderRest(order: TrackedOrder, { words }: OrderView) {
  const own = { ...en, ...words } as unknown as Record<string, string>
  return restOf(order).map(
    ([kind, items]) =>
      html`<article part=${`package ${kind}`}>
        <h3 part="status">${own[kind]}</h3>
        <p part="meaning">${own[`${kind}_means`]}</p>
        ${renderItems(items)}
      </article>`,
  )
}

/** The same in two or three words each. */
export function titlesOfRest(order: TrackedOrder, { words }: OrderView): string[] {
  const own = { ...en, ...words } as unknown as Record<string, string>
  return restOf(order).flatMap(([kind]) => own[kind] ?? [])
}

function restOf({ packages, unshipped_items, has_fulfillment_without_tracking, has_shippable_items, financial_status }: TrackedOrder) {
  const rest: [kind: 'untracked' | 'unshipped' | 'digital' | 'confirmed', items: TrackedItem[]][] = []
  const untracked = packages.filter((parcel) => !parcel.tracking_number)
  if (untracked.length || has_fulfillment_without_tracking) rest.push(['untracked', untracked.flatMap(({ items }) => items)])
  if (isUndone(financial_status)) return rest
  if (unshipped_items.length) rest.push(['unshipped', unshipped_items])
  if (!packages.length && !rest.length) rest.push([has_shippable_items ? 'confirmed' : 'digital', []])
  return rest
}

const states = ['pending', 'refunded', 'partially_refunded', 'voided'] as const
/** Whether the order is given up: what has not left by then is not going to. */
const isUndone = (status: string | null) => status === 'refunded' || status === 'voided'
const stateOf = (status: string | null) => states.find((one) => one === status)
