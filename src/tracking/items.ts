import { html, nothing } from 'lit'
import type { TrackedItem } from '../contract/tracking.ts'

/** What is in a package. */
export const renderItems = (items: readonly TrackedItem[], label: string) =>
  items.length
    ? html`<ul class="items" part="items" aria-label=${label}>
        ${items.map(
          ({ name, quantity, image_url }) => html`<li part="item">
            <span class="image" part="image"
              >${isWebAddress(image_url)
                ? html`<img src=${image_url} alt="" width="48" height="48" loading="lazy" decoding="async" referrerpolicy="no-referrer" />`
                : nothing}</span
            >
            <span>${name}${quantity > 1 ? html` <span class="quiet">× ${quantity}</span>` : nothing}</span>
          </li>`,
        )}
      </ul>`
    : nothing

/** Whether a browser may be sent there: services' texts become links and images of the web only. */
export const isWebAddress = (url: string | null): url is string => /^https?:\/\//i.test(url ?? '')
