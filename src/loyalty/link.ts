import { html, nothing } from 'lit'

/** A way to a page of the shop, where it has one. */
export const renderLink = (url: string, text: string, part: string) => (url ? html`<a part=${part} class="button" href=${url}>${text}</a>` : nothing)
