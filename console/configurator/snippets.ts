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
  if (shop === 'html') return `<script async type="module" src="${proxy}/widgets.js"></script>\n${tagOf(widget, choice)}${css}`
  if (shop === 'shopify') return `${liquidOf(parts)}${css}`
  if (shop === 'woocommerce') return `${shortcodeOf(parts)}${css}`
  return reactOf(widget, choice, proxy) + (style ? `\n\n/* style sheet */\n${style}` : '')
}

const attributeOf = (name: string, value: string) => (value === '' ? name : `${name}="${escapeAttribute(value)}"`)

function tagOf({ tag }: Widget, { attributes }: Choice): string {
  const set = Object.entries(attributes).map(([name, value]) => ` ${attributeOf(name, value)}`)
  return `<${tag}${set.join('')}></${tag}>`
}

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

function reactOf({ tag }: Widget, { attributes }: Choice, proxy: string): string {
  const name = tag.replace('storefront-', '')
  const element = tag.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
  const set = Object.entries(attributes).map(([key, value]) => (value === '' ? ` ${key}` : ` ${key}=${jsxValue(value)}`))
  return `import type {} from 'storefront-widgets/jsx'
import { ${element} } from 'storefront-widgets/${name}'
import 'storefront-widgets/${name}/define'

${element}.proxy = '${proxy}'

export const ${element.replace('Storefront', '')} = () => <${tag}${set.join('')}></${tag}>`
}

/** A value in JSX. Between quotes JSX knows no escapes and reads entities, so a value with such characters is an expression. */
const jsxValue = (value: string) => (/["\\&\n]/.test(value) ? `{${JSON.stringify(value)}}` : `"${value}"`)

function styleOf(tag: string, properties: Record<string, string>): string {
  const rules = Object.entries(properties).map(([name, value]) => `  ${name}: ${value};`)
  return rules.length === 0 ? '' : `${tag} {\n${rules.join('\n')}\n}`
}

const escapeAttribute = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
