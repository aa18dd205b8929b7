import { html } from 'lit'

/** Browsers draw a broken image if a picture does not load. An empty place is better. */
const hideIfBroken = ({ type, currentTarget }: Event) => {
  ;(currentTarget as HTMLElement).style.opacity = type === 'error' ? '0' : ''
}

/** A picture from the shop. Its host does not learn which page shows it. A picture far down the page loads late. */
export const renderPicture = (address: string) =>
  html`<img src=${address} referrerpolicy="no-referrer" loading="lazy" alt="" @load=${hideIfBroken} @error=${hideIfBroken} />`
