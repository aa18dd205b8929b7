import { css, html, nothing } from 'lit'
import { ShopifyElement } from './element.ts'

class Progress extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      progress {
        display: block;
        inline-size: 100%;
        block-size: 0.5rem;
        border: 0;
        border-radius: 0.25rem;
        overflow: hidden;
        appearance: none;
        background: var(--track);
        color: var(--accent);
      }
      progress::-webkit-progress-bar {
        background: var(--track);
      }
      progress::-webkit-progress-value {
        background: var(--accent);
      }
      progress::-moz-progress-bar {
        background: var(--accent);
      }
      :host([tone='critical']) progress::-webkit-progress-value {
        background: var(--critical);
      }
    `,
  ]

  declare max?: number

  override render() {
    return html`<progress value=${this.value ?? nothing} max=${this.max ?? 1} aria-label=${this.accessibilityLabel ?? nothing}></progress>`
  }
}

class Spinner extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      span {
        display: inline-block;
        inline-size: 1.25rem;
        block-size: 1.25rem;
        box-sizing: border-box;
        border: 2px solid var(--accent);
        border-block-start-color: transparent;
        border-radius: 50%;
      }
      @media (prefers-reduced-motion: no-preference) {
        span {
          animation: turn 0.8s linear infinite;
        }
      }
      @keyframes turn {
        to {
          rotate: 1turn;
        }
      }
    `,
  ]

  override render() {
    const { accessibilityLabel: label } = this
    return html`<span role=${label ? 'img' : nothing} aria-label=${label ?? nothing} aria-hidden=${label ? nothing : 'true'}></span>`
  }
}

class Skeleton extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      span {
        display: block;
        inline-size: 70%;
        block-size: 1rem;
        border-radius: 0.25rem;
        background: var(--track);
      }
    `,
  ]

  override render() {
    return html`<span aria-hidden="true"></span>`
  }
}

export const waiting = { 's-progress': Progress, 's-spinner': Spinner, 's-skeleton-paragraph': Skeleton }
