import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Texts } from './host/extension-page.ts'

/** Where each extension shows, as the merchant has placed it in Shopify’s editor. */
export const placements = {
  'thank-you': [{ handle: 'thank-you', target: 'purchase.thank-you.block.render' }],
  'order-status': [{ handle: 'order-tracking', target: 'customer-account.order-status.block.render' }],
  profile: [{ handle: 'loyalty-card', target: 'customer-account.profile.block.render' }],
  orders: [{ handle: 'loyalty-card', target: 'customer-account.order-index.block.render' }],
  loyalty: [{ handle: 'loyalty-page', target: 'customer-account.page.render' }],
} as const

/** A page of Shopify that shows extensions. */
export type PageName = keyof typeof placements

const bundleOf = (handle: string) => fileURLToPath(new URL(`../../../dist/extensions/${handle}.js`, import.meta.url))
const localeOf = (handle: string, name: string) => fileURLToPath(new URL(`../../../shops/shopify/extensions/${handle}/locales/${name}.json`, import.meta.url))

/** The built bundle of an extension; undefined if there is none. */
export function readBundle(handle: string): string | undefined {
  const known = Object.values(placements)
    .flat()
    .some((each) => each.handle === handle)
  return known && existsSync(bundleOf(handle)) ? readFileSync(bundleOf(handle), 'utf8') : undefined
}

/** The keys that an extension declares: of its settings, and of the metafields that it reads. Shopify gives it no others. */
export function readDeclaredKeys(handle: string): string[] {
  const toml = fileURLToPath(new URL(`../../../shops/shopify/extensions/${handle}/shopify.extension.toml`, import.meta.url))
  return existsSync(toml) ? [...readFileSync(toml, 'utf8').matchAll(/^\s*key = "(.+)"$/gm)].map(([, key]) => key!) : []
}

/** The texts of an extension: in the language, in the same language of another country, or in English. */
export function readTexts(handle: string, language: string): { language: string; texts: Texts } {
  const candidates = [language, language.slice(0, 2), ...(language === 'pt' ? ['pt-BR'] : [])]
  const found = candidates.find((name) => existsSync(localeOf(handle, name)))
  const file = localeOf(handle, found ?? 'en.default')
  return { language: found ?? 'en', texts: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : {} }
}
