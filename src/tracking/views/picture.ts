import { html } from 'lit'

/** Browsers draw a torn picture where one does not load. The ground of its place says less, and nothing false. */
const hideIfBroken = ({ type, currentTarget }: Event) => {
  ;(currentTarget as HTMLElement).style.opacity = type === 'error' ? '0' : ''
}

/** A picture that the shop has, which tells nobody where it is shown. One far down the page loads late. */
export const renderPicture = (address: string) =>
  html`<img src=${address} referrerpolicy="no-referrer" loading="lazy" alt="" @load=${hideIfBroken} @error=${hideIfBroken} />`
