import type { Surface } from './surface.ts'

/** Tells the merchant, and nobody else, why a block shows less than it could. */
export function EditorNote({ shopify, is }: { shopify: Surface; is: 'proxy_missing' | 'proxy_out' | 'customer_missing' }) {
  return shopify.extension.editor ? <s-banner tone="warning">{shopify.i18n.translate(`editor.${is}`)}</s-banner> : null
}
