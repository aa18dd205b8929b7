import { css, html, nothing } from 'lit'
import { levelOf, ShopifyElement } from './element.ts'
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js'
import { hostTexts } from '../host-texts.ts'

/** A dialog over the page, which a command opens and closes. */
class Modal extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      :host {
        display: contents;
      }
      dialog {
        inline-size: min(32rem, calc(100vw - 2rem));
        box-sizing: border-box;
        padding: 1.25rem;
        border: 0;
        border-radius: 0.75rem;
        background: var(--card);
        color: var(--text);
        box-shadow: 0 1rem 4rem rgb(0 0 0 / 0.25);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 0.45);
      }
      header {
        display: flex;
        align-items: start;
        justify-content: space-between;
        gap: 1rem;
      }
      h2 {
        margin: 0.5rem 0 1rem;
        font-size: 1.125rem;
      }
      footer {
        display: flex;
        flex-wrap: wrap-reverse;
        justify-content: end;
        gap: 0.5rem;
        margin-block-start: 1.25rem;
      }
      .close {
        flex: none;
        inline-size: 2.75rem;
        block-size: 2.75rem;
        border: 0;
        border-radius: 0.5rem;
        background: none;
        color: inherit;
        font: inherit;
        cursor: pointer;
      }
    `,
  ]

  get #dialog() {
    return this.shadowRoot?.querySelector('dialog')
  }

  showOverlay() {
    if (this.#dialog?.open !== false) return
    this.#dialog.showModal()
    this.fire('show')
    this.fire('aftershow')
  }

  hideOverlay() {
    this.#dialog?.close()
  }

  toggleOverlay() {
    if (this.#dialog?.open) this.hideOverlay()
    else this.showOverlay()
  }

  override handleCommand(name: string) {
    if (name === '--hide') this.hideOverlay()
    else if (name === '--show') this.showOverlay()
    else this.toggleOverlay()
  }

  #handleClose() {
    this.fire('hide')
    this.fire('afterhide')
  }

  override render() {
    return html`<dialog aria-label=${this.accessibilityLabel ?? this.heading ?? nothing} @close=${this.#handleClose}>
      <header>
        ${this.heading ? html`<h2>${this.heading}</h2>` : html`<span></span>`}
        <button class="close" type="button" aria-label=${hostTexts().close} @click=${this.hideOverlay}><s-icon type="x"></s-icon></button>
      </header>
      <slot></slot>
      <footer><slot name="secondary-actions"></slot><slot name="primary-action"></slot></footer>
    </dialog>`
  }
}

/** A part that its summary opens. */
class Details extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      summary {
        min-block-size: 1.5rem;
        padding-block: 0.625rem;
        color: var(--accent);
        cursor: pointer;
      }
      summary ::slotted(*) {
        display: inline;
      }
    `,
  ]

  declare open?: boolean
  declare defaultOpen?: boolean

  override connectedCallback() {
    super.connectedCallback()
    if (this.defaultOpen) this.open = true
  }

  #handleToggle({ target }: Event) {
    const { open } = target as HTMLDetailsElement
    if (open === !!this.open) return
    this.fire('toggle', { open })
    this.fire('aftertoggle', { open })
  }

  override render() {
    return html`<details ?open=${this.open ?? false} @toggle=${this.#handleToggle}>
      <summary><slot name="summary"></slot></summary>
      <slot></slot>
    </details>`
  }
}

class Summary extends ShopifyElement {
  override connectedCallback() {
    super.connectedCallback()
    this.slot = 'summary'
  }

  override render() {
    return html`<slot></slot>`
  }
}

/** The icon of a banner by its tone. */
const signs: Record<string, string> = { critical: 'alert-circle', warning: 'alert-triangle', success: 'check-circle' }

class Banner extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      div {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        gap: 0.625rem;
        padding: 0.75rem 1rem;
        border: 1px solid var(--border);
        border-radius: 0.5rem;
        background: var(--subdued);
      }
      :host([tone='critical']) div {
        border-color: var(--critical);
        background: var(--critical-ground);
      }
      :host([tone='warning']) div {
        border-color: var(--warning);
        background: var(--warning-ground);
      }
      :host([tone='success']) div {
        border-color: var(--success);
        background: var(--success-ground);
      }
      h2,
      h3,
      h4 {
        margin: 0;
        font-size: 1rem;
        font-weight: 600;
      }
      button {
        inline-size: 2.75rem;
        block-size: 2.75rem;
        margin: -0.625rem;
        border: 0;
        background: none;
        color: inherit;
        cursor: pointer;
      }
    `,
  ]

  declare dismissible?: boolean

  #handleDismiss() {
    this.hidden = true
    this.fire('dismiss')
    this.fire('afterhide')
  }

  override render() {
    const tag = unsafeStatic(`h${levelOf(this)}`)
    return html`<div role=${this.tone === 'critical' ? 'alert' : 'status'}>
      <s-icon type=${signs[this.tone ?? ''] ?? 'info'}></s-icon>
      <span>${this.heading ? staticHtml`<${tag}>${this.heading}</${tag}>` : nothing}<slot></slot></span>
      ${this.dismissible ? html`<button type="button" aria-label=${hostTexts().close} @click=${this.#handleDismiss}><s-icon type="x"></s-icon></button>` : nothing}
    </div>`
  }
}

/** A hint that a button shows. */
class Tooltip extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      :host {
        display: none;
      }
    `,
  ]

  override render() {
    return html`<slot></slot>`
  }
}

export const overlays = {
  's-modal': Modal,
  's-sheet': class extends Modal {},
  's-popover': class extends Modal {},
  's-customer-account-action': class extends Modal {},
  's-details': Details,
  's-summary': Summary,
  's-banner': Banner,
  's-tooltip': Tooltip,
}
