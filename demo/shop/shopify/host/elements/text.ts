import { css, html, nothing, type CSSResultGroup } from 'lit'
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js'
import { levelOf, ShopifyElement } from './element.ts'

class Heading extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      h2,
      h3,
      h4,
      h5,
      h6 {
        margin: 0;
        font-size: 1rem;
        font-weight: 600;
      }
    `,
  ]

  override render() {
    const tag = unsafeStatic(`h${levelOf(this)}`)
    return this.accessibilityRole === 'none' ? html`<strong><slot></slot></strong>` : staticHtml`<${tag}><slot></slot></${tag}>`
  }
}

/** The colours by tone. */
export const tones = css`
  :host([color='subdued']) {
    color: var(--soft);
  }
  :host([tone='critical']) {
    color: var(--critical);
  }
  :host([tone='success']) {
    color: var(--success);
  }
  :host([tone='warning']) {
    color: var(--warning);
  }
`

class Paragraph extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    tones,
    css`
      p {
        margin: 0;
      }
    `,
  ]

  override render() {
    return html`<p><slot></slot></p>`
  }
}

class Text extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    tones,
    css`
      :host {
        display: inline;
      }
      :host([type='strong']) {
        font-weight: 600;
      }
      :host([type='emphasis']) {
        font-style: italic;
      }
      :host([type='redundant']) {
        text-decoration: line-through;
      }
      :host([type='small']) {
        font-size: 0.8125rem;
      }
    `,
  ]

  override render() {
    return html`<slot></slot>`
  }
}

class Badge extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      :host {
        display: inline-block;
        inline-size: fit-content;
        padding: 0.125rem 0.5rem;
        border-radius: 0.375rem;
        background: var(--subdued);
        font-size: 0.8125rem;
        font-weight: 600;
      }
      :host([color='subdued']) {
        background: none;
        box-shadow: inset 0 0 0 1px var(--border);
      }
      :host([tone='critical']) {
        background: var(--critical-ground);
        color: var(--critical);
      }
    `,
  ]

  declare icon?: string

  override render() {
    return html`${this.icon ? html`<s-icon type=${this.icon} size="small"></s-icon> ` : nothing}<slot></slot>`
  }
}

class Time extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      :host {
        display: inline;
      }
    `,
  ]
  declare dateTime?: string

  override render() {
    return html`<time datetime=${this.dateTime ?? nothing}><slot></slot></time>`
  }
}

/** A list or an item of one. The role stands on the element, because the items are outside of its shadow. */
const listed = (role: string, styles: CSSResultGroup) =>
  class extends ShopifyElement {
    static override styles = [ShopifyElement.styles, styles]

    override connectedCallback() {
      super.connectedCallback()
      this.setAttribute('role', role)
    }

    override render() {
      return html`<slot></slot>`
    }
  }

const lines = css`
  :host {
    display: grid;
    gap: 0.5rem;
    padding-inline-start: 1.25rem;
  }
`

const numbered = css`
  :host {
    counter-reset: list-item;
    list-style: decimal;
  }
`

export const text = {
  's-heading': Heading,
  's-paragraph': Paragraph,
  's-text': Text,
  's-abbreviation': class extends Text {},
  's-badge': Badge,
  's-chip': class extends Badge {},
  's-time': Time,
  's-unordered-list': listed('list', lines),
  's-ordered-list': listed('list', [lines, numbered]),
  's-list-item': listed(
    'listitem',
    css`
      :host {
        display: list-item;
      }
    `,
  ),
}
