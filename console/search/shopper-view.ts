import { html, nothing } from 'lit'
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
  <p><a href=${url} target="_blank" rel="noopener noreferrer">Open the tracking page of the shop</a></p>
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
      <dt>Still to ship</dt>
      <dd>${order.unshipped_items.length === 0 ? 'nothing' : order.unshipped_items.length}</dd>
    </div>
  </dl>
  ${
    order.packages.length === 0
      ? html`<p class="quiet">No package was sent yet.</p>`
      : html`<ul class="history">
          ${order.packages.map(
            (one) =>
              html`<li>
                <p class="history-head"><strong>${one.tracking_number ?? 'without a number'}</strong> ${one.carrier ?? ''} <span>${one.status}</span></p>
              </li>`,
          )}
        </ul>`
  }
`
