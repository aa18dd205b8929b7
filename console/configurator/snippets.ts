import type { Widget } from './manifest.ts'

/** The chosen settings of one widget: its attributes and its custom properties, by name. */
export interface Choice {
  attributes: Record<string, string>
  properties: Record<string, string>
}

/** The shops that a snippet can be for. */
export const shops = { html: 'HTML', shopify: 'Shopify', woocommerce: 'WooCommerce', react: 'React' } as const
/** One of these shops. */
export type ShopKind = keyof typeof shops

/** The code to copy for a kind of shop. */
export function snippetFor(shop: ShopKind, widget: Widget, choice: Choice, proxy: string): string {
  const style = styleOf(widget.tag, choice.properties)
  const css = style ? `\n\n<style>\n${style}\n</style>` : ''
  if (shop === 'html') return `<script async type="module" src="${proxy}/widgets.js"></script>\n${tagOf(widget, choice)}${css}`
  if (shop === 'shopify') return `${liquidOf(widget, choice, proxy)}${css}`
  if (shop === 'woocommerce') return `<!-- A "Custom HTML" block. The plugin loads the script and knows the proxy. -->\n${tagOf(widget, choice)}${css}`
  return reactOf(widget, choice, proxy) + (style ? `\n\n/* style sheet */\n${style}` : '')
}

function tagOf({ tag }: Widget, { attributes }: Choice): string {
  const set = Object.entries(attributes).map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`))
  return `<${tag}${set.join('')}></${tag}>`
}

function liquidOf({ tag }: Widget, { attributes }: Choice, proxy: string): string {
  const set = Object.entries(attributes).map(([name, value]) => `, ${name.replaceAll('-', '_')}: ${value === '' ? 'true' : `'${value.replaceAll("'", '’')}'`}`)
  return `{% render 'storefront-widgets', proxy: '${proxy}' %}\n{% render '${tag}'${set.join('')} %}`
}

function reactOf({ tag }: Widget, { attributes }: Choice, proxy: string): string {
  const name = tag.replace('storefront-', '')
  const element = tag.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
  const set = Object.entries(attributes).map(([key, value]) => (value === '' ? ` ${key}` : ` ${key}=${JSON.stringify(value)}`))
  return `import type {} from 'storefront-widgets/jsx'
import { ${element} } from 'storefront-widgets/${name}'
import 'storefront-widgets/${name}/define'

${element}.proxy = '${proxy}'

export const ${element.replace('Storefront', '')} = () => <${tag}${set.join('')}></${tag}>`
}

function styleOf(tag: string, properties: Record<string, string>): string {
  const rules = Object.entries(properties).map(([name, value]) => `  ${name}: ${value};`)
  return rules.length === 0 ? '' : `${tag} {\n${rules.join('\n')}\n}`
}

const escapeAttribute = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
