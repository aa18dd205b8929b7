import { css, html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import { ShopifyElement } from './element.ts'

const look = css`
  label,
  legend {
    display: block;
    margin-block-end: 0.25rem;
    padding: 0;
    font-weight: 600;
  }
  .exclusive {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  input:not([type='checkbox'], [type='radio']),
  textarea,
  select {
    inline-size: 100%;
    min-block-size: 2.75rem;
    box-sizing: border-box;
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--control);
    border-radius: 0.5rem;
    background: #fff;
    color: inherit;
    font: inherit;
  }
  [aria-invalid='true'] {
    border-color: var(--critical) !important;
  }
  .error {
    margin: 0.25rem 0 0;
    color: var(--critical);
  }
  .choice {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    gap: 0.625rem;
    min-block-size: 2.75rem;
    margin: 0;
    font-weight: 400;
    cursor: pointer;
  }
  .choice input {
    inline-size: 1.25rem;
    block-size: 1.25rem;
    margin: 0;
    accent-color: var(--accent);
  }
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
`

/** A control of a form, with its label and its error. */
export class Field extends ShopifyElement {
  static override styles = [ShopifyElement.styles, look]
  static override shadowRootOptions = { ...ShopifyElement.shadowRootOptions, delegatesFocus: true }

  declare label?: string
  declare labelAccessibilityVisibility?: string
  declare error?: string
  declare name?: string
  declare disabled?: boolean
  declare required?: boolean
  declare readOnly?: boolean
  declare placeholder?: string
  declare autocomplete?: string
  declare defaultValue?: string
  declare maxLength?: number
  declare min?: number
  declare max?: number
  declare step?: number
  declare rows?: number
  declare prefix: string | null

  get #shown() {
    return this.value ?? this.defaultValue ?? ''
  }

  protected takeValue({ type, target }: Event) {
    this.fire(type, { value: (target as HTMLInputElement).value })
  }

  /** The type of the native control; undefined for one that is no input. */
  protected get inputType(): string {
    return 'text'
  }

  #renderError() {
    return this.error ? html`<p class="error" id="error">${this.error}</p>` : nothing
  }

  protected renderControl(): unknown {
    return html`<input
      id="control"
      type=${this.inputType}
      .value=${live(this.#shown)}
      name=${this.name ?? nothing}
      ?disabled=${this.disabled ?? false}
      ?required=${this.required ?? false}
      ?readonly=${this.readOnly ?? false}
      maxlength=${this.maxLength ?? nothing}
      min=${this.min ?? nothing}
      max=${this.max ?? nothing}
      step=${this.step ?? nothing}
      placeholder=${this.placeholder ?? nothing}
      autocomplete=${this.autocomplete ?? nothing}
      inputmode=${this.inputType === 'number' ? 'decimal' : nothing}
      aria-invalid=${this.error ? 'true' : nothing}
      aria-describedby=${this.error ? 'error' : nothing}
      @input=${this.takeValue}
      @change=${this.takeValue}
      @keydown=${this.#handleKey}
    />`
  }

  #handleKey({ key }: KeyboardEvent) {
    if (key === 'Enter') this.closest<ShopifyElement & { submit(): void }>('s-form')?.submit()
  }

  override render() {
    return html`<label for="control" class=${this.labelAccessibilityVisibility === 'exclusive' ? 'exclusive' : ''}>${this.label}</label>
      ${this.renderControl()}${this.#renderError()}`
  }
}

const typed = (type: string) =>
  class extends Field {
    protected override get inputType() {
      return type
    }
  }

class TextArea extends Field {
  protected override renderControl() {
    return html`<textarea
      id="control"
      rows=${this.rows ?? 3}
      .value=${live(this.value ?? this.defaultValue ?? '')}
      aria-invalid=${this.error ? 'true' : nothing}
      @input=${this.takeValue}
      @change=${this.takeValue}
    ></textarea>`
  }
}

interface OptionElement extends ShopifyElement {
  selected?: boolean
  defaultSelected?: boolean
}

class Select extends Field {
  #options: OptionElement[] = []

  #handleOptions({ target }: Event) {
    this.#options = (target as HTMLSlotElement).assignedElements({ flatten: true }).filter(({ localName }) => localName === 's-option') as OptionElement[]
    this.requestUpdate()
  }

  protected override renderControl() {
    const shown = this.value ?? this.#options.find(({ defaultSelected, selected }) => selected || defaultSelected)?.value
    return html`<select id="control" ?disabled=${this.disabled ?? false} @change=${this.takeValue}>
        ${this.#options.map(({ value, textContent }) => html`<option value=${value ?? textContent ?? ''} ?selected=${value === shown}>${textContent}</option>`)}
      </select>
      <slot hidden @slotchange=${this.#handleOptions}></slot>`
  }
}

/** A group of fields. A button of the type `submit` in it, or Enter in a field, submits it. */
class Form extends ShopifyElement {
  submit() {
    this.fire('submit')
  }

  override render() {
    return html`<slot></slot>`
  }
}

export const fields = {
  's-text-field': class extends Field {},
  's-email-field': typed('email'),
  's-number-field': typed('number'),
  's-money-field': typed('number'),
  's-phone-field': typed('tel'),
  's-url-field': typed('url'),
  's-password-field': typed('password'),
  's-date-field': typed('date'),
  's-text-area': TextArea,
  's-select': Select,
  's-option': class extends ShopifyElement {
    override render() {
      return html`<slot></slot>`
    }
  },
  's-form': Form,
}
