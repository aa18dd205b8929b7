import { html, nothing } from 'lit'
import { pageAddress } from '../proxy.ts'

/** A way to a page of the shop, where it has one. */
export const renderLink = (url: string, text: string, part: string, onClick?: (click: Event) => void) =>
  pageAddress(url) ? html`<a part=${part} class="button" href=${url} @click=${onClick}>${text}</a>` : nothing
