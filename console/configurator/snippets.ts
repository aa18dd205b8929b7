import { staysInDeclaration } from './css-value.ts'
import type { Widget } from './widget.ts'

/** The chosen settings of one widget: its attributes and its custom properties, by name. */
export interface Choice {
  attributes: Record<string, string>
  properties: Record<string, string>
}

/** The shops that a snippet can be for. */
export const shops = { html: 'HTML', shopify: 'Shopify', woocommerce: 'WooCommerce', react: 'React' } as const
/** One of these shops. */
export type ShopKind = keyof typeof shops

/** How the theme extension for Shopify and the plugin for WooCommerce render a widget: the snippet of the one, the template of the other. */
export interface ShopSources {
  liquid: string
  template: string
}

/** The parts of the code that a merchant copies. */
export interface SnippetParts {
  widget: Widget
  choice: Choice
  proxy: string
  sources: ShopSources
}

/** The code to copy for a kind of shop. */
export function snippetFor(shop: ShopKind, parts: SnippetParts): string {
  const { widget, choice, proxy } = parts
  const style = styleOf(widget.tag, choice.properties)
  const css = style ? `\n\n<style>\n${style}\n</style>` : ''
  if (shop === 'html') return `<script async type="module" src="${proxy}/widgets.js"></script>\n${htmlOf(widget, choice)}${css}`
  if (shop === 'shopify') return `${liquidOf(parts)}${css}`
  if (shop === 'woocommerce') return `${shortcodeOf(parts)}${css}`
  return reactOf(widget, choice, proxy) + (style ? `\n\n/* style sheet */\n${style}` : '')
}

const attributeOf = (name: string, value: string) => (value === '' && !filledByPage.has(name) ? name : `${name}="${escapeAttribute(value)}"`)

/** Attributes whose value the page of the shop writes. */
const filledByPage: ReadonlySet<string> = new Set(['amount', 'currency'])

function tagOf({ tag }: Widget, { attributes }: Choice): string {
  const set = Object.entries(attributes).map(([name, value]) => ` ${attributeOf(name, value)}`)
  return `<${tag}${set.join('')}></${tag}>`
}

/** The comment about `amount` in the code to copy. Without an amount, the element offers no protection. */
const amountNote =
  'amount: the value of what ships in this cart, in the smallest unit of the currency, such as 6200 for 62.00 USD. Your page sets it, and changes it with the cart.'

/** Whether the page itself keeps the cart, so that it has to change it. An element without `cart` finds out in the page. */
const isCartOfPage = ({ tag }: Widget, { attributes: { cart } }: Choice) => tag === 'storefront-protection' && cart === 'events'

/** Whether the page has to say what its cart is worth. */
const needsAmount = ({ tag }: Widget, { attributes: { cart } }: Choice) => tag === 'storefront-protection' && cart !== 'shopify'

function htmlOf(widget: Widget, choice: Choice): string {
  const comment = needsAmount(widget, choice) ? `<!-- ${amountNote} -->\n` : ''
  const attributes = { ...choice.attributes, ...(needsAmount(widget, choice) && amountOf(choice)) }
  return `${comment}${tagOf(widget, { ...choice, attributes })}${isCartOfPage(widget, choice) ? `\n${cartListener}` : ''}`
}

/** The attributes that the page fills in, empty unless they were entered. */
const amountOf = ({ attributes: { amount = '', currency = '' } }: Choice) => ({ amount, currency })

/** It fails until it is written, so that the toggle goes back instead of saying that protection was added. */
const cartListener = `<script type="module">
  const toggle = document.querySelector('storefront-protection')
  // The toggle does not change the cart: your page does, for each event.
  toggle.addEventListener('storefront-chosen', (event) => event.waitUntil(changeCart(event.checked ? event.quote : undefined)))

  async function changeCart(quote) {
    // With a quote: put a line of quote.price with quote.token into the cart, and set toggle.line = quote.
    // Without one: take that line out, and set toggle.line = undefined.
    throw new Error('changeCart() is not written yet')
  }
</script>`

/** Whether a snippet or a template writes an attribute itself. */
const writes = (source: string, name: string) => new RegExp(`^\\s+(?:<[\\w-]+ .*)?${name}(?:=|$)| ${name}="`, 'm').test(source)

/** The snippet's parameters are the attributes that a theme may set. The others come from the page, or the snippet has no parameter for them. */
function liquidOf({ widget: { tag }, choice: { attributes }, proxy, sources: { liquid } }: SnippetParts): string {
  const parameters = new Set([...liquid.matchAll(/@param \{\w+\} \[?(\w+)/g)].map(([, name]) => name))
  const given = Object.entries(attributes).map(([name, value]) => ({ name, parameter: name.replaceAll('-', '_'), value }))
  const set = given
    .filter(({ parameter }) => parameters.has(parameter))
    .map(({ parameter, value }) => `, ${parameter}: ${value === '' ? 'true' : `'${value.replaceAll("'", '’')}'`}`)
  const missing = given.filter(({ name, parameter }) => !parameters.has(parameter) && !writes(liquid, name)).map(({ name, value }) => attributeOf(name, value))
  const note = missing.length > 0 ? `\n{% comment %} The snippet has no parameter for this: ${missing.join(' ')} {% endcomment %}` : ''
  return `{% render 'storefront-widgets', proxy: '${proxy}' %}\n{% render '${tag}'${set.join('')} %}${note}`
}

/** The plugin renders the element from its template, with all that it knows of the cart, the order and the person. */
function shortcodeOf({ widget: { tag }, choice: { attributes }, sources: { template } }: SnippetParts): string {
  const missing = Object.entries(attributes).filter(([name]) => !writes(template, name))
  const note =
    missing.length > 0 ? `\n<!-- The shortcode has no setting for this: ${missing.map(([name, value]) => attributeOf(name, value)).join(' ')} -->` : ''
  return `<!-- A "Shortcode" block. The plugin loads the script and knows the proxy. -->\n[${tag.replace('-', '_')}]${note}`
}

function reactOf(widget: Widget, choice: Choice, proxy: string): string {
  const { tag } = widget
  const name = tag.replace('storefront-', '')
  const element = tag.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
  const given = Object.entries(choice.attributes).filter(([key]) => !(needsAmount(widget, choice) && filledByPage.has(key)))
  const set = given.map(([key, value]) => (value === '' ? ` ${key}` : ` ${key}=${jsxValue(value)}`))
  const begin = `import type {} from 'storefront-widgets/jsx'
import { ${element} } from 'storefront-widgets/${name}'
import 'storefront-widgets/${name}/define'

${element}.proxy = '${proxy}'
`
  if (!needsAmount(widget, choice))
    return `${begin}
export const ${element.replace('Storefront', '')} = () => <${tag}${set.join('')}></${tag}>`
  const listens = isCartOfPage(widget, choice)
  return `${begin}${listens ? `\n${jsxListener}\n` : ''}
// ${amountNote}
export const ${element.replace('Storefront', '')} = ({ amount, currency }: { amount: number; currency: string }) => (
  <${tag}${set.join('')} amount={amount} currency={currency}${listens ? ' onstorefront-chosen={handleChosen}' : ''}></${tag}>
)`
}

/** As in HTML: it fails until it is written. */
const jsxListener = `type Chosen = HTMLElementEventMap['storefront-chosen']

// The toggle does not change the cart: your page does, for each event.
const handleChosen = (event: Chosen) => event.waitUntil(changeCart(event.checked ? event.quote : undefined))

async function changeCart(quote: Chosen['quote']) {
  // With a quote: put a line of quote.price with quote.token into the cart, and set the element's line to the quote.
  // Without one: take that line out, and set line to undefined.
  throw new Error('changeCart() is not written yet')
}`

/** A value in JSX. Between quotes JSX knows no escapes and reads entities, so a value with such characters is an expression. */
const jsxValue = (value: string) => (/["\\&\n]/.test(value) ? `{${JSON.stringify(value)}}` : `"${value}"`)

function styleOf(tag: string, properties: Record<string, string>): string {
  const given = Object.entries(properties).filter(([, value]) => staysInDeclaration(value))
  const rules = given.map(([name, value]) => `  ${name}: ${value};`)
  return rules.length === 0 ? '' : `${tag} {\n${rules.join('\n')}\n}`
}

const escapeAttribute = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
