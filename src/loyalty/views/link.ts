import { html, nothing } from 'lit'
import { pageAddress } from '../../proxy.ts'

/** A way to a page of the shop, where it has one. */
export const renderLink = (url: string, text: string, part: string, look: 'button' | 'button primary' | 'link', onClick?: (click: Event) => void) =>
  pageAddress(url) ? html`<a part=${part} class=${look} href=${url} @click=${onClick}><span>${text}</span></a>` : nothing
