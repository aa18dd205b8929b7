import type { ShopSources } from './snippets.ts'

// The parts of the shops as text, so that the code to copy has the parameters that these parts take.
const liquids = import.meta.glob<string>('../../shops/shopify/extensions/storefront-widgets/snippets/storefront-*.liquid', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const templates = import.meta.glob<string>('../../shops/woocommerce/storefront-widgets/templates/*.php', { eager: true, query: '?raw', import: 'default' })

const ending = (files: Record<string, string>, end: string) => Object.entries(files).find(([path]) => path.endsWith(end))?.[1] ?? ''

/** The snippet and the template of a widget. */
export const sourcesOf = (tag: string): ShopSources => ({
  liquid: ending(liquids, `/${tag}.liquid`),
  template: ending(templates, `/${tag.replace('storefront-', '')}.php`),
})
