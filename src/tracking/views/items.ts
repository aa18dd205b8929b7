import { html, nothing } from 'lit'
import type { TrackedItem } from '../../contract/tracking.ts'
import { isWebAddress } from '../../page/web-address.ts'
import type { TrackingWords } from './order-view.ts'
import { renderPicture } from './picture.ts'

/** What is in a package. */
export const renderItems = (items: readonly TrackedItem[], words: TrackingWords) =>
  items.length
    ? html`<h4>${words.items}</h4>
        <ul part="items">
          ${items.map(
            ({ name, quantity, image_url }) =>
              html`<li part="item">
                <span part="image">${isWebAddress(image_url) ? renderPicture(image_url) : nothing}</span>
                <span>${name} <span class="muted">× ${quantity}</span></span>
              </li>`,
          )}
        </ul>`
    : nothing
