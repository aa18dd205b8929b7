import { css, html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import { ShopifyElement } from './element.ts'
import { Field } from './fields.ts'

class Checkbox extends Field {
  declare checked?: boolean
  declare defaultChecked?: boolean

  /** The role of the native checkbox, if it has another. */
  protected get role_(): 'switch' | undefined {
    return undefined
  }

  override connectedCallback() {
    super.connectedCallback()
    if (this.defaultChecked) this.checked = true
  }

  #handleChange({ target }: Event) {
    const { checked } = target as HTMLInputElement
    this.fire('input', { checked })
    this.fire('change', { checked })
  }

  override render() {
    return html`<label class="choice">
        <input
          type="checkbox"
          role=${this.role_ ?? nothing}
          .checked=${live(this.checked ?? false)}
          ?disabled=${this.disabled ?? false}
          ?required=${this.required ?? false}
          aria-label=${this.accessibilityLabel ?? nothing}
          aria-invalid=${this.error ? 'true' : nothing}
          @change=${this.#handleChange} />
        <span>${this.label}<slot name="label"></slot></span></label
      >${this.error ? html`<p class="error">${this.error}</p>` : nothing}`
  }
}

class Choice extends ShopifyElement {
  static override styles = [
    ShopifyElement.styles,
    css`
      :host {
        display: inline;
      }
    `,
  ]
  declare selected?: boolean
  declare defaultSelected?: boolean
  declare disabled?: boolean

  override render() {
    return html`<slot></slot>`
  }
}

class ChoiceList extends Field {
  declare multiple?: boolean
  declare values?: string[]

  get #choices() {
    return [...this.children].filter((child): child is Choice => child instanceof Choice)
  }

  #isChosen({ value = '', selected, defaultSelected }: Choice) {
    return this.values ? this.values.includes(value) : !!(selected ?? defaultSelected)
  }

  #handleChange({ target }: Event) {
    const { value, checked } = target as HTMLInputElement
    const others = this.multiple ? this.#choices.filter((choice) => choice.value !== value && this.#isChosen(choice)).map((choice) => choice.value!) : []
    const values = checked ? [...others, value] : others
    this.fire('input', { values })
    this.fire('change', { values })
  }

  override render() {
    for (const [place, choice] of this.#choices.entries()) choice.slot = `choice-${place}`
    return html`<fieldset>
      <legend class=${this.labelAccessibilityVisibility === 'exclusive' ? 'exclusive' : ''}>${this.label}</legend>
      ${this.#choices.map(
        (choice, place) =>
          html`<label class="choice">
            <input
              type=${this.multiple ? 'checkbox' : 'radio'}
              name="choice"
              value=${choice.value ?? ''}
              .checked=${live(this.#isChosen(choice))}
              ?disabled=${choice.disabled ?? false}
              @change=${this.#handleChange}
            />
            <slot name="choice-${place}"></slot>
          </label>`,
      )}
      <slot hidden @slotchange=${() => this.requestUpdate()}></slot>
      ${this.error ? html`<p class="error">${this.error}</p>` : nothing}
    </fieldset>`
  }
}

export const choices = {
  's-checkbox': Checkbox,
  's-switch': class extends Checkbox {
    protected override get role_() {
      return 'switch' as const
    }
  },
  's-choice-list': ChoiceList,
  's-choice': Choice,
}
