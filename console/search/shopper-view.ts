import { html, nothing } from 'lit'
import type { TrackedItem, TrackedOrder } from '../../src/contract/tracking.ts'
import type { FoundOrder, ShopperView } from '../contract/search.ts'
import { renderError } from '../page/page-element.ts'
import { inTime } from '../page/words.ts'

interface ViewOptions {
  order: FoundOrder
  view: ShopperView | undefined
  /** Why the last look-up failed. */
  failure: unknown
  open: (email: string) => void
}

/** What the buyer of an order sees, and the link that opens it. */
export function renderShopperView({ order, view, failure, open }: ViewOptions) {
  if (!order.facts) return nothing
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    open(String(new FormData(event.target as HTMLFormElement).get('email') ?? '').trim())
  }
  return html`
    <section class="card" aria-label="As the shopper sees it">
      <header class="card-head">
        <h2>As the shopper sees it</h2>
        <p class="quiet">Everybody with the link sees the order for 15 minutes, and can change nothing. That you opened it stands in the audit log.</p>
      </header>
      ${failure ? renderError(failure) : nothing}
      ${
        view
          ? renderView(view)
          : html`<form class="tools" @submit=${submit}>
              ${order.knows_buyer ? nothing : html`<wa-input label="E-mail address of the buyer" name="email" type="email" required autocomplete="off"></wa-input>`}
              <wa-button type="submit" appearance="outlined">Show</wa-button>
            </form>`
      }
    </section>
  `
}

const renderView = ({ url, order }: ShopperView) => html`
  <p><a class="to-shop" href=${url} target="_blank" rel="noopener noreferrer">Open the tracking page of the shop</a></p>
  <dl class="facts">
    <div>
      <dt>Order</dt>
      <dd>${order.order_number ?? '–'}</dd>
    </div>
    <div>
      <dt>Placed</dt>
      <dd>${order.placed_at ? inTime(order.placed_at) : '–'}</dd>
    </div>
    <div>
      <dt>Protection</dt>
      <dd>${order.protected === null ? 'not shown' : order.protected ? 'protected' : 'not protected'}</dd>
    </div>
    <div>
      <dt>Goes to</dt>
      <dd>${placeOf(order.town) || 'not shown'}</dd>
    </div>
  </dl>
  <ul class="history">
    ${order.packages.map(
      (one) =>
        html`<li>
          <p class="history-head"><strong>${one.tracking_number ?? 'without a number'}</strong> ${one.carrier ?? ''} <span>${one.label ?? one.status}</span></p>
          ${renderGoods(one.items, `Goods of package ${one.tracking_number ?? 'without a number'}`)}
        </li>`,
    )}
    ${
      order.unshipped_items.length > 0
        ? html`<li>
            <p class="history-head"><strong>Still to ship</strong></p>
            ${renderGoods(order.unshipped_items, 'Goods still to ship')}
          </li>`
        : nothing
    }
  </ul>
  ${order.packages.length === 0 ? html`<p class="quiet">No package was sent yet.</p>` : nothing}
`

const renderGoods = (items: TrackedItem[], label: string) =>
  items.length === 0
    ? nothing
    : html`<ul class="goods" aria-label=${label}>
        ${items.map(({ name, quantity }) => html`<li>${quantity} × ${name}</li>`)}
      </ul>`

/** "Portland, US". As in the widget, without the province, whose code says nothing to most readers. */
const placeOf = (town: TrackedOrder['town']) => [town?.city, town?.country].filter(Boolean).join(', ')
