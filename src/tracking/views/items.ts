import { html, nothing } from 'lit'
import type { TrackedItem } from '../../contract/tracking.ts'
import { isWebAddress } from '../../page/web-address.ts'
import type { TrackingWords } from './order-view.ts'

/** What is in a package. */
export const renderItems = (items: readonly TrackedItem[], words: TrackingWords) =>
  items.length
    ? html`<h4>${words.items}</h4>
        <ul part="items">
          ${items.map(
            ({ name, quantity, image_url }) =>
              html`<li part="item">
                <span part="image"
                  >${isWebAddress(image_url) ? html`<img src=${image_url} referrerpolicy="no-referrer" loading="lazy" alt="" />` : nothing}</span
                >
                <span>${name} <span class="quiet">× ${quantity}</span></span>
              </li>`,
          )}
        </ul>`
    : nothing
