import { css, html, nothing, svg } from 'lit'
import { ShopifyElement } from './element.ts'
import { tones } from './text.ts'

/** Outlines of the icons that are drawn; all others are a dot. */
const drawings: Record<string, string> = {
  'check-circle': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-4 9.2 2.8 2.8 5.2-5.6',
  circle: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14Z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  delivered: 'M4 8l8-4 8 4v8l-8 4-8-4Zm0 0 8 4 8-4M12 12v8',
  delivery: 'M3 7h11v9H3Zm11 3h4l3 3v3h-7M7 18.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm10 0a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  order: 'M5 4h14v16l-2.3-1.5L14.3 20 12 18.5 9.7 20l-2.4-1.5L5 20ZM8.5 9h7M8.5 13h7',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4v5l3.5 2',
  'alert-triangle': 'M12 4 3 19.5h18ZM12 10v4.5M12 17v.5',
  'alert-circle': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.5v5.5M12 16v.5',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5.5M12 7.5V8',
  location: 'M12 21s6.5-6 6.5-11a6.5 6.5 0 1 0-13 0c0 5 6.5 11 6.5 11Zm0-9a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  return: 'M9 6 4 11l5 5M4 11h10a5 5 0 0 1 5 5v2',
  clipboard: 'M8 5H6v15h12V5h-2M9 3h6v4H9Z',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8Z',
  gift: 'M4 9h16v4H4Zm1 4h14v7H5Zm7-4v11M12 9S8 9 8 6.5 12 6 12 9Zm0 0s4 0 4-2.5S12 6 12 9Z',
  x: 'm6 6 12 12M18 6 6 18',
}

class Icon extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    tones,
    css`
      :host {
        display: inline-flex;
        flex: none;
      }
      svg {
        inline-size: 1.125rem;
        block-size: 1.125rem;
        fill: none;
        stroke: currentcolor;
        stroke-width: 1.8;
        stroke-linejoin: round;
        stroke-linecap: round;
        vertical-align: -0.2rem;
      }
      :host([size='small']) svg {
        inline-size: 0.875rem;
        block-size: 0.875rem;
        vertical-align: -0.125rem;
      }
    `,
  ]

  declare type?: string

  override render() {
    const drawing = drawings[this.type?.replace(/-filled$/, '') ?? ''] ?? 'M12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z'
    return html`<svg viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${drawing}></path>`}</svg>`
  }
}

class Image extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      img {
        display: block;
        inline-size: 100%;
        block-size: auto;
        border-radius: 0.375rem;
        object-fit: cover;
      }
      :host([objectfit='contain']) img {
        object-fit: contain;
      }
    `,
  ]

  declare src?: string
  declare alt?: string
  declare aspectRatio?: string

  override render() {
    if (this.aspectRatio) this.style.aspectRatio = this.aspectRatio
    return this.src ? html`<img src=${this.src} alt=${this.alt ?? ''} />` : nothing
  }
}

class ProductThumbnail extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      :host {
        position: relative;
        inline-size: 4rem;
      }
      :host([size='small']) {
        inline-size: 2.75rem;
      }
      img {
        display: block;
        inline-size: 100%;
        aspect-ratio: 1;
        border: 1px solid var(--border);
        border-radius: 0.5rem;
        object-fit: contain;
      }
      span {
        position: absolute;
        inset: -0.5rem -0.5rem auto auto;
        min-inline-size: 1.25rem;
        border-radius: 0.625rem;
        background: #555;
        color: #fff;
        font-size: 0.75rem;
        line-height: 1.25rem;
        text-align: center;
      }
    `,
  ]

  declare src?: string
  declare alt?: string
  declare totalItems?: number

  override render() {
    return html`<img src=${this.src ?? nothing} alt=${this.alt ?? ''} />${(this.totalItems ?? 0) > 1 ? html`<span>${this.totalItems}</span>` : nothing}`
  }
}

export const pictures = {
  's-icon': Icon,
  's-image': Image,
  's-product-thumbnail': ProductThumbnail,
}
