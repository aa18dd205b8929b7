import { html, nothing } from 'lit'
import type { Problem } from '../../src/contract/problem.ts'
import { api } from '../page/api.ts'
import { PageElement, renderEmpty } from '../page/page-element.ts'
import { inMoney } from '../page/words.ts'
import { contrastWarning } from './contrast.ts'
import { faultOf } from './css-value.ts'
import { choicesOf, isColour, widgets } from './manifest.ts'
import type { Attribute, Property, Widget } from './widget.ts'
import { sourcesOf } from './sources.ts'
import { shops, snippetFor, type Choice, type ShopKind } from './snippets.ts'

/** The settings with which the configurator opens. */
const beginnings: Record<string, Choice> = {
  'storefront-protection': { attributes: { cart: 'events' }, properties: {} },
  'storefront-loyalty': { attributes: { 'sign-in-url': '/account/login', 'join-url': '/account/register' }, properties: {} },
}
/** The cart of the preview, whose page has none. The code to copy never has it: each cart would get the price of this one. */
const sampleCart = { cart: 'events', amount: '12000', currency: 'USD' }

/** Milliseconds after which a customer without a panel counts as no member. */
const memberTimeout = 3_000

const nothingSet: Choice = { attributes: {}, properties: {} }

/** Names for people. */
const titles: Record<string, string> = { 'storefront-protection': 'Protection', 'storefront-tracking': 'Tracking', 'storefront-loyalty': 'Loyalty' }

/** The colours of the shop around the preview. */
interface Shop {
  ground: string
  text: string
  font: string
}

const fonts: Record<string, string> = { 'system-ui, sans-serif': 'System', 'Georgia, serif': 'Serif', 'ui-monospace, monospace': 'Monospace' }

/** Shows the three widgets, a control for each property that a theme may set, and the code to copy. */
export class ConsoleConfigurator extends PageElement {
  static override properties = {
    tag: { state: true },
    choices: { state: true },
    shop: { state: true },
    kind: { state: true },
    copied: { state: true },
    failed: { state: true },
    proxy: { state: true },
    member: { state: true },
    seen: { state: true },
    faults: { state: true },
  }

  declare private tag: string
  declare private choices: Record<string, Choice>
  declare private shop: Shop
  declare private kind: ShopKind
  declare private copied: boolean
  declare private failed: boolean
  declare private proxy: string
  /** The id of the customer whose panel is shown; empty: a guest. */
  declare private member: string
  /** The sentence below the preview about the chosen member, such as that nobody has this id. */
  declare private seen: { words: string; isError: boolean } | undefined
  /** The values that a custom property does not take, and why, by widget and property. */
  declare private faults: Readonly<Record<string, { value: string; fault: string }>>
  #drawn = ''
  #waiting: ReturnType<typeof setTimeout> | undefined
  /** The member whose panel is on the stage. */
  #shown = ''

  constructor() {
    super()
    this.tag = widgets[0]?.tag ?? ''
    this.choices = { ...beginnings }
    this.shop = { ground: '#ffffff', text: '#22201d', font: Object.keys(fonts)[0]! }
    this.kind = 'html'
    this.copied = false
    this.failed = false
    this.proxy = 'https://widgets.example.com'
    this.member = ''
    this.faults = {}
  }

  override connectedCallback() {
    super.connectedCallback()
    // The widgets are served beside this page, as they are served to a shop.
    import(/* @vite-ignore */ new URL('widgets/widgets.js', document.baseURI).href).catch(() => (this.failed = true))
    void api.showShop({}).then(
      ({ proxy }) => (this.proxy = proxy),
      () => undefined,
    )
  }

  get #choice(): Choice {
    return this.choices[this.tag] ?? nothingSet
  }

  /** Shows another widget, or the code for another kind of shop: the code that was copied is not on the page any more. */
  #show(changed: { tag?: string; kind?: ShopKind }) {
    Object.assign(this, changed)
    this.copied = false
  }

  #set(part: keyof Choice, name: string, value: string | null) {
    const { [name]: _, ...rest } = this.#choice[part]
    const changed = { ...this.#choice, [part]: value === null ? rest : { ...rest, [name]: value } }
    this.choices = { ...this.choices, [this.tag]: changed }
    this.copied = false
  }

  /** Sets a custom property, or says why it does not take this value. */
  #setProperty(name: string, value: string) {
    const fault = value === '' ? undefined : faultOf(name, value)
    const { [`${this.tag} ${name}`]: _, ...others } = this.faults
    this.faults = fault === undefined ? others : { ...others, [`${this.tag} ${name}`]: { value, fault } }
    this.#set('properties', name, fault === undefined && value !== '' ? value : null)
  }

  protected override updated() {
    this.#drawPreview()
  }

  /** Creates a new widget if its attributes have changed, as a page does that renders it. Colours are set on the existing widget. */
  #drawPreview() {
    const stage = this.querySelector<HTMLElement>('.stage')
    if (!stage) return
    const attributes = shownAttributes(this.tag, this.#choice)
    const member = this.tag === 'storefront-loyalty' ? this.member : ''
    const drawn = JSON.stringify([this.tag, attributes, member])
    if (drawn !== this.#drawn) {
      this.#drawn = drawn
      // The panel of a member stays, so that each change does not open another session and fill the audit log.
      const stays = member !== '' && member === this.#shown ? stage.firstElementChild : null
      if (!stays) this.#awaitMember(member)
      this.#shown = member
      const widget = stays ?? document.createElement(this.tag)
      for (const name of widget.getAttributeNames()) if (!(name in attributes) && !['assertion', 'proxy', 'style'].includes(name)) widget.removeAttribute(name)
      widget.setAttribute('proxy', new URL('preview', document.baseURI).pathname)
      for (const [name, value] of Object.entries(attributes)) widget.setAttribute(name, value)
      // The console takes the id in place of the proof that a shop signs.
      if (member && !stays) widget.setAttribute('assertion', member)
      else if (!member && this.tag === 'storefront-loyalty') widget.textContent = 'The programme is shown here to guests; members see their own panel.'
      if (!stays) this.#replace(stage, widget)
    }
    this.#paint(stage)
  }

  /** Says after some seconds that no member has this id: the widget then shows what such a customer sees, and reports nothing. */
  #awaitMember(member: string) {
    clearTimeout(this.#waiting)
    this.seen = undefined
    if (member)
      this.#waiting = setTimeout(
        () => (this.seen = { words: 'No member has this id. The preview shows what a customer sees who is no member.', isError: false }),
        memberTimeout,
      )
  }

  #sawMember = () => {
    clearTimeout(this.#waiting)
    this.seen = undefined
  }

  #sawNothing = ({ problem }: Event & { problem?: Partial<Problem> }) => {
    if (this.#shown === '') return
    clearTimeout(this.#waiting)
    this.seen = { words: problem?.detail ?? 'The panel cannot be shown.', isError: true }
  }

  /** The widgets of a page share what is known of a shopper until the last of them has left, so another member's panel comes after that. */
  #replace(stage: HTMLElement, widget: Element) {
    stage.replaceChildren()
    setTimeout(() => {
      stage.replaceChildren(widget)
      this.#paint(stage)
    })
  }

  #paint(stage: HTMLElement) {
    const { properties } = this.#choice
    const { ground, text, font } = this.shop
    stage.style.background = ground
    stage.style.color = text
    stage.style.fontFamily = font
    const widget = stage.firstElementChild as HTMLElement | null
    const { properties: known = [] } = widgets.find(({ tag }) => tag === this.tag) ?? {}
    for (const { name } of known) widget?.style.setProperty(name, properties[name] ?? '')
  }

  override render() {
    const widget = widgets.find(({ tag }) => tag === this.tag)
    if (!widget || this.failed) return renderEmpty('There is no widget to show.', 'The widgets were not built with this proxy: run "npm run build".')
    return html`
      <p class="lead">The widgets as shoppers see them, with the answers of this proxy. Set what the theme needs, then copy the code.</p>
      <div class="tabs" role="group" aria-label="Widgets">
        ${widgets.map(
          ({ tag }) =>
            html`<button type="button" aria-pressed=${tag === this.tag ? 'true' : 'false'} @click=${() => this.#show({ tag })}>${titles[tag] ?? tag}</button>`,
        )}
      </div>
      <div class="configurator">
        <div class="shown">
          <section class="stage" aria-label="Preview" @storefront-member=${this.#sawMember} @storefront-unavailable=${this.#sawNothing}></section>
          <p role="status" class="quiet sample">${previewNote(this.tag, this.#choice)}</p>
          ${this.#renderShop()} ${this.#renderSnippet(widget)}
        </div>
        <div class="controls">
          <section class="card" aria-label="Attributes">
            <h2>Attributes</h2>
            ${widget.attributes.map((attribute) => this.#renderAttribute(attribute))}
          </section>
          <section class="card" aria-label="Custom properties">
            <h2>Custom properties</h2>
            ${widget.properties.map((property) => this.#renderProperty(property))}
          </section>
        </div>
      </div>
    `
  }

  #renderAttribute(attribute: Attribute) {
    const { name, description, type } = attribute
    const value = this.#choice.attributes[name]
    const choices = choicesOf(attribute)
    const set = (event: Event) => this.#set('attributes', name, (event.target as HTMLInputElement).value || null)
    const toggle = (event: Event) => this.#set('attributes', name, (event.target as HTMLInputElement).checked ? '' : null)
    const id = `attribute-${name}`
    if (/\bboolean\b/.test(type))
      return html`<div class="control">
        <label class="pick"
          ><input type="checkbox" .checked=${value !== undefined} @change=${toggle} aria-describedby="${id}-help" /><code>${name}</code></label
        >
        <small id="${id}-help">${withCode(description)}</small>
      </div>`
    return html`<div class="control">
      <label for=${id}><code>${name}</code></label>
      ${
        choices
          ? html`<select id=${id} aria-describedby="${id}-help" @change=${set}>
              <option value="" ?selected=${value === undefined}>default</option>
              ${choices.map((choice) => html`<option value=${choice} ?selected=${choice === value}>${choice}</option>`)}
            </select>`
          : html`<input
              id=${id}
              type=${/\bnumber\b/.test(type) ? 'number' : 'text'}
              aria-describedby="${id}-help"
              placeholder=${attribute.default === undefined || attribute.default === "''" || attribute.default === 'undefined' ? 'default' : attribute.default}
              .value=${value ?? ''}
              @change=${set}
            />`
      }
      <small id="${id}-help">${withCode(description)}</small>
    </div>`
  }

  #renderProperty(property: Property) {
    const { name, description } = property
    const value = this.#choice.properties[name]
    const id = `property${name}`
    const warning = contrastWarning(name, this.#choice, this.shop.text)
    const wrong = this.faults[`${this.tag} ${name}`]
    const set = (event: Event) => this.#setProperty(name, (event.target as HTMLInputElement).value.trim())
    return html`<div class="control">
      <label for=${id}><code>${name}</code></label>
      <div class="colour">
        ${
          isColour(property)
            ? html`<input
                type="color"
                class=${value ? '' : 'unset'}
                aria-label="${name}, chosen by eye"
                .value=${/^#[\da-f]{6}$/i.test(value ?? '') ? value! : '#1f6f5c'}
                @input=${set}
              />`
            : nothing
        }
        <input
          id=${id}
          type="text"
          aria-describedby="${id}-help"
          aria-invalid=${wrong ? 'true' : nothing}
          placeholder="default"
          .value=${wrong?.value ?? value ?? ''}
          @change=${set}
          spellcheck="false"
        />
      </div>
      <span role="status" class="control-warning"
        >${wrong ? html`<wa-callout variant="danger" size="s">${wrong.fault}</wa-callout>` : nothing}${warning ? html`<wa-callout variant="warning" size="s">${warning}</wa-callout>` : nothing}</span
      >
      <small id="${id}-help">${withCode(description)}</small>
    </div>`
  }

  #renderShop() {
    const change = (part: keyof Shop) => (event: Event) => (this.shop = { ...this.shop, [part]: (event.target as HTMLInputElement).value })
    return html`
      <fieldset class="shop">
        <legend>Page of the shop</legend>
        <label>Ground <input type="color" .value=${this.shop.ground} @input=${change('ground')} /></label>
        <label>Text <input type="color" .value=${this.shop.text} @input=${change('text')} /></label>
        <label>
          Font
          <select @change=${change('font')}>
            ${Object.entries(fonts).map(([value, words]) => html`<option value=${value} ?selected=${value === this.shop.font}>${words}</option>`)}
          </select>
        </label>
        ${this.tag === 'storefront-loyalty' ? this.#renderMember() : nothing}
      </fieldset>
    `
  }

  #renderMember() {
    const show = (event: Event) => (this.member = (event.target as HTMLInputElement).value.trim())
    return html`<label class="member"
      >Customer id of a member
      <input .value=${this.member} placeholder="a guest" autocomplete="off" spellcheck="false" aria-describedby="member-help" @change=${show} />
      <span role="status" class="member-seen">${this.seen ? html`<span class=${this.seen.isError ? 'wrong' : ''}>${this.seen.words}</span>` : nothing}</span>
      <small id="member-help">Shows the panel of this member, and changes nothing. That you looked stands in the audit log.</small>
    </label>`
  }

  #renderSnippet(widget: Widget) {
    const code = snippetFor(this.kind, { widget, choice: this.#choice, proxy: this.proxy, sources: sourcesOf(widget.tag) })
    const copy = async () => {
      await navigator.clipboard.writeText(code)
      this.copied = true
    }
    return html`
      <section class="card" aria-label="Code">
        <header class="card-head">
          <div class="tabs" role="group" aria-label="Kind of shop">
            ${Object.entries(shops).map(
              ([kind, words]) =>
                html`<button type="button" aria-pressed=${kind === this.kind ? 'true' : 'false'} @click=${() => this.#show({ kind: kind as ShopKind })}>
                  ${words}
                </button>`,
            )}
          </div>
          <wa-button size="s" appearance="outlined" @click=${() => void copy()}>${this.copied ? 'Copied' : 'Copy'}</wa-button>
        </header>
        <pre class="code" tabindex="0" aria-label="Code to copy"><code>${code}</code></pre>
      </section>
    `
  }
}

/** The attributes of the widget in the preview: the sample cart stands for what a shop's page knows. */
function shownAttributes(tag: string, { attributes }: Choice): Record<string, string> {
  if (tag !== 'storefront-protection') return attributes
  const { amount = sampleCart.amount, currency = sampleCart.currency } = attributes
  return { ...attributes, cart: sampleCart.cart, amount, currency }
}

/** Describes the cart of the preview, or says why the preview offers no protection for it. */
function previewNote(tag: string, { attributes }: Choice): string {
  if (tag !== 'storefront-protection') return ''
  if (attributes.pickup !== undefined) return 'With pickup nothing ships, so nothing is offered.'
  if (attributes.amount !== undefined && !(Number(attributes.amount) > 0)) return `Nothing is offered for an amount of ${attributes.amount}.`
  const { amount = sampleCart.amount, currency = sampleCart.currency } = attributes
  if (!/^[A-Z]{3}$/.test(currency)) return `Nothing is offered: ${currency} is no code of a currency, such as USD.`
  const of = inMoney({ cents: Number(amount), currency })
  return attributes.amount === undefined
    ? `The preview has a sample cart of ${of}. The code leaves the amount to your page.`
    : `The preview has a cart of ${of}.`
}

/** A description with its names as code, as Markdown writes them. */
const withCode = (description: string) => description.split('`').map((text, index) => (index % 2 === 1 ? html`<code>${text}</code>` : text))

customElements.define('console-configurator', ConsoleConfigurator)
