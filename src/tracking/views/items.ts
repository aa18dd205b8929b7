import { html, nothing } from 'lit'
import type { TrackedItem } from '../../contract/tracking.ts'

/** What is in a package. */
export const renderItems = (items: readonly TrackedItem[]) =>
  items.length
    ? html`<ul part="items">
        ${items.map(
          ({ name, quantity, image_url }) =>
            html`<li part="item">
              <span part="image">${isWebAddress(image_url) ? html`<img src=${image_url} referrerpolicy="no-referrer" loading="lazy" alt="" />` : nothing}</span>
              <span>${name} <span class="quiet">× ${quantity}</span></span>
            </li>`,
        )}
      </ul>`
    : nothing

/** Whether a browser may be sent there: services' texts become links and images of the web only. */
export const isWebAddress = (url: string | null): url is string => /^https?:\/\//i.test(url ?? '')
