import { css, html, nothing } from 'lit'
import { toAddress } from '../addresses.ts'
import { runCommand, ShopifyElement } from './element.ts'

/** Something to press: a link if it has an address, else a button. The extension gets the press as an event of the element. */
class Pressable extends ShopifyElement {
  static override shadowRootOptions = { ...ShopifyElement.shadowRootOptions, delegatesFocus: true }

  declare disabled?: boolean
  declare loading?: boolean
  declare pressed?: boolean
  declare type?: string

  /** Whether a button says that it is pressed; undefined if it has no such state. */
  protected get isPressed(): boolean | undefined {
    return undefined
  }

  protected handlePress(event: Event) {
    // A press on anything inside the element counts as a press on the element.
    event.stopPropagation()
    if (this.loading) return event.preventDefault()
    this.fire('click')
    runCommand(this)
    if (this.type === 'submit') this.closest<ShopifyElement & { submit(): void }>('s-form')?.submit()
  }

  override render() {
    const { href, disabled = false, loading = false, accessibilityLabel: label = nothing, target, isPressed } = this
    const content = html`<slot></slot>${loading ? html`<i class="spinner" aria-hidden="true"></i>` : nothing}`
    return href && !disabled
      ? html`<a part="control" href=${toAddress(href)} target=${target === '_blank' ? '_blank' : nothing} aria-label=${label} @click=${this.handlePress}
          >${content}</a
        >`
      : html`<button
          part="control"
          type="button"
          ?disabled=${disabled}
          aria-busy=${loading ? 'true' : nothing}
          aria-pressed=${isPressed === undefined ? nothing : String(isPressed)}
          aria-label=${label}
          @click=${this.handlePress}
        >
          ${content}
        </button>`
  }
}

const plain = css`
  a,
  button {
    all: unset;
    box-sizing: border-box;
    cursor: pointer;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`

class Button extends Pressable {
  static override styles = [
    ShopifyElement.styles,
    plain,
    css`
      :host {
        display: inline-block;
        inline-size: fit-content;
      }
      :host([inlinesize='fill']) {
        inline-size: 100%;
      }
      a,
      button {
        position: relative;
        display: block;
        inline-size: 100%;
        min-block-size: 2.75rem;
        padding: 0.625rem 1rem;
        border: 1px solid var(--control);
        border-radius: 0.5rem;
        background: #fff;
        color: var(--text);
        font-weight: 600;
        text-align: center;
      }
      :host([variant='primary']) :is(a, button) {
        border-color: var(--accent);
        background: var(--accent);
        color: #fff;
      }
      :host([tone='critical']) :is(a, button) {
        border-color: var(--critical);
        background: #fff;
        color: var(--critical);
      }
      :host([variant='primary'][tone='critical']) :is(a, button) {
        background: var(--critical);
        color: #fff;
      }
      button[disabled] {
        border-color: var(--border);
        background: var(--subdued);
        color: #6d6d6d;
        cursor: default;
      }
      button[aria-pressed='true'] {
        border-color: var(--accent);
        box-shadow: inset 0 0 0 1px var(--accent);
        color: var(--accent);
      }
      :host([loading]) button {
        opacity: 0.7;
      }
      .spinner {
        display: inline-block;
        inline-size: 0.875rem;
        block-size: 0.875rem;
        margin-inline-start: 0.5rem;
        border: 2px solid currentcolor;
        border-block-start-color: transparent;
        border-radius: 50%;
        vertical-align: -0.125rem;
        animation: turn 0.8s linear infinite;
      }
      @keyframes turn {
        to {
          rotate: 1turn;
        }
      }
      @media (prefers-reduced-motion: reduce) {
        .spinner {
          animation: none;
        }
      }
    `,
  ]
}

/** A button that stays pressed as long as the extension says so. */
class PressButton extends Button {
  protected override get isPressed() {
    return this.pressed ?? false
  }
}

class Link extends Pressable {
  static override styles = [
    ShopifyElement.styles,
    plain,
    css`
      :host {
        display: inline;
      }
      a,
      button {
        color: var(--accent);
        text-decoration: underline;
        text-underline-offset: 0.15em;
      }
      :host([tone='critical']) :is(a, button) {
        color: var(--critical);
      }
      :host([tone='neutral']) :is(a, button) {
        color: inherit;
      }
    `,
  ]
}

class Clickable extends Pressable {
  static override styles = [
    ShopifyElement.styles,
    plain,
    css`
      a,
      button {
        display: block;
        inline-size: 100%;
        min-block-size: 2.75rem;
      }
    `,
  ]
}

/** A text that a button copies. */
class ClipboardItem extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      :host {
        display: none;
      }
    `,
  ]
  declare text?: string

  override handleCommand(name: string) {
    if (name !== '--copy' && name !== '--auto') return
    navigator.clipboard.writeText(this.text ?? '').then(
      () => this.fire('copy'),
      () => this.fire('copyerror'),
    )
  }
}

export const actions = {
  's-button': Button,
  's-link': Link,
  's-clickable': Clickable,
  's-press-button': PressButton,
  's-clipboard-item': ClipboardItem,
}
