import { css, html, nothing, type PropertyValues } from 'lit'
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js'
import { levelOf, ShopifyElement, toSpace } from './element.ts'

/** The styles that a container takes from a property of the same name. */
const spaced = [
  ...['gap', 'rowGap', 'columnGap', 'padding', 'paddingBlock', 'paddingBlockStart', 'paddingBlockEnd'],
  ...['paddingInline', 'paddingInlineStart', 'paddingInlineEnd'],
]
const copied = [
  ...['alignItems', 'alignContent', 'justifyContent', 'justifyItems', 'gridTemplateColumns', 'gridTemplateRows', 'gridColumn', 'gridRow', 'overflow'],
  ...['blockSize', 'inlineSize', 'minBlockSize', 'minInlineSize', 'maxBlockSize', 'maxInlineSize'],
]

/** A container: its spaces and sizes are those of its properties. */
class Container extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      :host([background='subdued']) {
        background: var(--subdued);
      }
      :host([border]:not([border='none'])) {
        border: 1px solid var(--border);
      }
      :host([borderradius]:not([borderradius='none'])) {
        border-radius: 0.5rem;
      }
    `,
  ]

  protected override get takesRole() {
    return true
  }

  protected override willUpdate(changed: PropertyValues) {
    for (const name of changed.keys() as IterableIterator<string>) {
      const value = (this as unknown as Record<string, string | undefined>)[name]
      if (spaced.includes(name)) this.style[name as 'gap'] = value ? toSpace(value) : ''
      else if (copied.includes(name)) this.style[name as 'alignItems'] = value ?? ''
    }
  }

  override render(): unknown {
    return html`<slot></slot>`
  }
}

class Stack extends Container {
  static override styles = [
    Container.styles,
    css`
      :host {
        display: flex;
        flex-direction: column;
      }
      :host([direction='inline']) {
        flex-flow: row wrap;
      }
    `,
  ]
}

class Grid extends Container {
  static override styles = [
    Container.styles,
    css`
      :host {
        display: grid;
      }
    `,
  ]
}

class Section extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      section {
        padding: 1.25rem;
        border: 1px solid var(--border);
        border-radius: 0.625rem;
        background: var(--card);
      }
      :host([padding='none']) section {
        padding: 0;
      }
      h2,
      h3,
      h4 {
        margin: 0 0 1rem;
        font-size: 1rem;
        font-weight: 600;
      }
    `,
  ]

  override render() {
    const tag = unsafeStatic(`h${levelOf(this)}`)
    return html`<section aria-label=${this.accessibilityLabel ?? this.heading ?? nothing}>
      ${this.heading ? staticHtml`<${tag}>${this.heading}</${tag}>` : nothing}<slot></slot>
    </section>`
  }
}

class Page extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem 1rem;
        margin-block-end: 1.25rem;
      }
      h1 {
        margin: 0;
        font-size: 1.5rem;
        font-weight: 600;
      }
      p {
        inline-size: 100%;
        margin: 0;
        color: var(--soft);
      }
      .actions {
        display: flex;
        gap: 0.5rem;
        margin-inline-start: auto;
      }
    `,
  ]

  declare subheading?: string

  override render() {
    return html`<header>
        <slot name="breadcrumb-actions"></slot>
        ${this.heading ? html`<h1>${this.heading}</h1>` : nothing}
        <span class="actions"><slot name="secondary-actions"></slot><slot name="primary-action"></slot></span>
        ${this.subheading ? html`<p>${this.subheading}</p>` : nothing}
      </header>
      <slot></slot>`
  }
}

class Divider extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      hr {
        margin: 0;
        border: 0;
        border-block-start: 1px solid var(--border);
      }
    `,
  ]

  override render() {
    return html`<hr />`
  }
}

export const layout = {
  's-stack': Stack,
  's-grid': Grid,
  's-grid-item': class extends Container {},
  's-box': class extends Container {},
  's-query-container': class extends Container {},
  's-scroll-box': class extends Container {},
  's-button-group': class extends Stack {
    constructor() {
      super()
      Object.assign(this, { direction: 'inline', gap: 'small-200' })
    }
  },
  's-section': Section,
  's-page': Page,
  's-divider': Divider,
}
