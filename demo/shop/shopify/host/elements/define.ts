import { elementNames } from '../vocabulary.ts'
import { actions } from './actions.ts'
import { ShopifyElement } from './element.ts'
import { choices } from './choices.ts'
import { fields } from './fields.ts'
import { layout } from './layout.ts'
import { overlays } from './overlays.ts'
import { pictures } from './pictures.ts'
import { text } from './text.ts'
import { waiting } from './waiting.ts'
import { html } from 'lit'

/** Defines Shopify’s elements in the page. Those without a look of their own here show what is in them. */
export function defineElements() {
  const known: Record<string, CustomElementConstructor | undefined> = {
    ...layout,
    ...text,
    ...actions,
    ...overlays,
    ...pictures,
    ...fields,
    ...choices,
    ...waiting,
  }
  for (const name of elementNames) customElements.define(name, known[name] ?? createPlain())
}

const createPlain = () =>
  class extends ShopifyElement {
    override render() {
      return html`<slot></slot>`
    }
  }
