import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Liquid } from 'liquidjs'
import { speakShopify, type Locale } from './shopify-liquid.ts'

/** The folder of the theme app extension as merchants deploy it. The demo renders these same files. */
export const extensionFolder = fileURLToPath(new URL('../../../shops/shopify/extensions/storefront-widgets', import.meta.url))

/** One entry of a block's `{% schema %}` (https://shopify.dev/docs/storefronts/themes/architecture/settings/input-settings). */
export interface Setting {
  type: string
  id?: string
  label?: string
  /** The words of a header or a paragraph. */
  content?: string
  info?: string
  default?: unknown
  options?: { value: string; label: string }[]
  min?: number
  max?: number
  step?: number
  unit?: string
}

interface Schema {
  name: string
  target: 'head' | 'body' | 'section'
  settings: Setting[]
}

/** The global variables that the platform gives a block. */
export interface BlockGlobals {
  cart: unknown
  customer?: unknown
  order?: unknown
  request: { design_mode: boolean; page_type?: string; locale: { iso_code: string } }
  routes: { account_login_url: string }
}

// Shopify does not escape values by itself, so this engine does not either.
const liquid = new Liquid({ root: [extensionFolder], partials: [`${extensionFolder}/snippets`], extname: '.liquid', cache: true })
speakShopify(liquid)

/** Renders a block with the merchant’s settings from the theme editor, and with the defaults of its schema for the others. */
export async function renderBlock(name: string, chosen: Record<string, unknown>, globals: BlockGlobals): Promise<string> {
  const { settings } = readSchema(name)
  const known = settings.filter(({ id }) => id !== undefined) as (Setting & { id: string })[]
  const values = Object.fromEntries(known.map(({ id, default: usual }) => [id, chosen[id] ?? usual]))
  const locale = readLocale(globals.request.locale.iso_code)
  return (await liquid.renderFile(`blocks/${name}`, { block: { settings: values } }, { globals: { ...globals, locale } })) as string
}

/** Reads the schema that a block gives the theme editor. */
export function readSchema(name: string): Schema {
  const text = readFileSync(`${extensionFolder}/blocks/${name}.liquid`, 'utf8')
  return JSON.parse(/\{% schema %\}(.*)\{% endschema %\}/s.exec(text)![1]!) as Schema
}

const languages = readdirSync(`${extensionFolder}/locales`).flatMap((file) => /^([a-z]{2}(?:-[A-Z]{2})?)\.json$/.exec(file)?.[1] ?? [])

/** Reads the shop’s words in that language, in the nearest one, or in English. */
function readLocale(lang: string): Locale {
  const name = languages.find((each) => each === lang) ?? languages.find((each) => each.startsWith(`${lang}-`)) ?? 'en.default'
  return JSON.parse(readFileSync(`${extensionFolder}/locales/${name}.json`, 'utf8')) as Locale
}
