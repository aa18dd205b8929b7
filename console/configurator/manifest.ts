import type { Attribute, Property, Widget } from './widget.ts'

interface Declaration {
  tagName?: string
  customElement?: boolean
  attributes?: { name: string; description?: string; type?: { text?: string }; default?: string }[]
  cssProperties?: { name: string; description?: string; default?: string }[]
}

// The manifest that the npm package contains. A glob, because it is only there once the package is built.
const files = import.meta.glob<{ modules: { declarations?: Declaration[] }[] }>('../../dist/package/custom-elements.json', { eager: true, import: 'default' })

/** Attributes that the configurator leaves out: the page of the shop sets them for each shopper (proofs, data), or they name the proxy. */
const notOfTheme: ReadonlySet<string> = new Set(['proxy', 'assertion', 'order-key', 'email', 'analytics'])

/** The order in which the widgets are shown. */
const order = ['storefront-protection', 'storefront-tracking', 'storefront-loyalty']

/** The widgets, from the custom-elements manifest: its descriptions are those of the sources. */
export const widgets: Widget[] = Object.values(files)
  .flatMap(({ modules }) => modules.flatMap(({ declarations = [] }) => declarations))
  .filter(({ tagName, customElement }) => customElement && tagName)
  .map(({ tagName, attributes = [], cssProperties = [] }) => ({
    tag: tagName!,
    attributes: attributes
      .filter(({ name }) => !notOfTheme.has(name))
      .map(({ name, description = '', type, default: initial }) => ({ name, description, type: type?.text ?? 'string', default: initial })),
    properties: cssProperties.map(({ name, description = '', default: initial }) => ({ name, description, default: initial })),
  }))
  .sort((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag))

/** The choices of an attribute whose type names them; null if it takes any text. */
export function choicesOf({ type, name }: Attribute): string[] | null {
  if (name === 'look') return ['switch', 'checkbox', 'buttons']
  if (name === 'cart') return ['shopify', 'form', 'events']
  const choices = [...type.matchAll(/'([^']+)'/g)].map(([, choice]) => choice!)
  return choices.length > 0 ? choices : null
}

/** Whether a custom property takes a colour. */
export const isColour = ({ name }: Property) => /accent|surface|good/.test(name)
