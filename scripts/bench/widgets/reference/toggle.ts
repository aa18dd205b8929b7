import { Task } from '@lit/task'
import { css, html, LitElement } from 'lit'
import { property } from 'lit/decorators.js'
import type { Quote } from '../../../../src/contract/protection.ts'

/** Reads the response, or throws. The file that defines the element decides how strictly. */
export type ReadQuote = (body: unknown) => Pick<Quote, 'price' | 'token'>

/**
 * The reference that our toggle is compared with: the same offer, written as an ordinary Lit element. It has the look, the words and the states of
 * ours, but no code that makes a cart follow, and it requests the price only once its code runs.
 */
export class OrdinaryToggle extends LitElement {
  static override styles = css`
    :host {
      display: block;
      min-block-size: 5.25em;
      line-height: 1.4;
    }
    label {
      display: grid;
      grid-template-columns: auto 1fr auto;
      align-items: center;
      gap: 0.25em 0.75em;
      padding: 0.5em 0.75em;
      border: 1px solid #8884;
      border-radius: 0.5em;
    }
    input {
      appearance: none;
      grid-row: 1 / 3;
      inline-size: 2.75em;
      block-size: 1.625em;
      margin: 0;
      padding: 0.125em;
      border: 2px solid;
      border-radius: 1em;
    }
    input::before {
      content: '';
      display: block;
      inline-size: 1.125em;
      block-size: 1.125em;
      border-radius: 1em;
      background: currentColor;
      transition: translate 0.15s;
    }
    input:checked::before {
      translate: 1.125em;
    }
    #description {
      grid-column: 2 / -1;
    }
    [aria-busy='true'] #price {
      opacity: 0.55;
    }
  `
  static readQuote: ReadQuote

  /** The base URL for quotes. */
  @property() api = ''

  @property({ type: Number }) amount = 0

  @property() currency = ''

  #quote = new Task(this, {
    args: () => [this.api, this.amount, this.currency] as const,
    task: async ([api, cents, currency], { signal }) => {
      const answer = await fetch(`${api}/v1/protection/quotes?${new URLSearchParams({ cents: String(cents), currency })}`, { signal })
      if (!answer.ok) throw new Error(`The quote was answered ${answer.status}`)
      return (this.constructor as typeof OrdinaryToggle).readQuote(await answer.json())
    },
  })

  override render() {
    return this.#quote.render({
      pending: () => html`<slot></slot>`,
      error: () => html`<slot></slot>`,
      complete: ({ price: { cents, currency } }) => html`
        <label>
          <input type="checkbox" role="switch" aria-labelledby="label" aria-describedby="price description" @change=${this.#handleChange} />
          <b id="label">Shipment protection</b>
          <b id="price" part="price">${new Intl.NumberFormat(this.lang || 'en', { style: 'currency', currency }).format(cents / 100)}</b>
          <span id="description">Covers loss, theft and damage on the way</span>
        </label>
      `,
    })
  }

  #handleChange(event: Event) {
    const { checked } = event.target as HTMLInputElement
    this.dispatchEvent(new CustomEvent('toggled', { detail: { checked, quote: this.#quote.value }, bubbles: true, composed: true }))
  }
}
