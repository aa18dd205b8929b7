// Writes the texts of the extensions for Shopify, one file for each language: those for shoppers from src/i18n; those for merchants, and the few for shoppers
// that no element has, from shops/shopify/surface/editor.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languages } from '../src/contract/languages.ts'
import { messages as loyalty } from '../src/i18n/english/loyalty.ts'
import { messages as loyaltyActions } from '../src/i18n/english/loyalty-actions.ts'
import { messages as loyaltyDetails } from '../src/i18n/english/loyalty-details.ts'
import { messages as loyaltyLanding } from '../src/i18n/english/loyalty-landing.ts'
import { messages as tracking } from '../src/i18n/english/tracking.ts'
import { messages as trackingExtras } from '../src/i18n/english/tracking-extras.ts'
import { extensionsFolder, readExtensions } from './build/extensions.ts'

type Texts = Record<string, string>

/** The texts for merchants, and those for shoppers that only extensions have, in one language. */
interface EditorTexts {
  extensions: Record<string, Texts>
  settings: Texts
  editor: Texts
  surface: Texts
  /** The texts of the theme extension: those of its blocks in the page, and those of its settings in the theme editor. */
  theme: object
  theme_settings: object
}

const membership: Texts = { ...loyalty, ...loyaltyDetails, ...loyaltyActions, ...loyaltyLanding }
const order: Texts = { ...tracking, ...trackingExtras }
const ofThankYou =
  /^(track|order|confirmed(_means)?|on_the_way_means|(untracked|unshipped|digital)_means|(protect|protected|removing|removed|unprotect)(_.+)?|protecting(_text)?|act_.+)$/
const ofCard =
  /^(helloPlain|guestTitle|joinText|joinLink|redeem|credits|expiring(Soon)?|toNext|reached|spent|noSpend|monthly|quarterly|semi_annual|annual|all_time)$/
const only = (texts: Texts, keys: RegExp): Texts => Object.fromEntries(Object.entries(texts).filter(([key]) => keys.test(key)))
/** The widget whose texts an extension shows, and which of them, in English. */
const shown: Record<string, { widget: string; english: Texts }> = {
  'loyalty-page': { widget: 'loyalty', english: membership },
  'loyalty-card': { widget: 'loyalty', english: only(membership, ofCard) },
  'order-tracking': { widget: 'tracking', english: order },
  'thank-you': { widget: 'tracking', english: only(order, ofThankYou) },
}

/** The languages as Shopify names them: it has no Portuguese without a country. */
export const shopifyLanguages = languages.flatMap((language) => (language === 'pt' ? ['pt-BR', 'pt-PT'] : language))

const editorFolder = new URL('../shops/shopify/surface/editor/', import.meta.url)

/** The texts of all extensions: the content of each file by its path. */
export async function extensionLocales(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const write = (handle: string, file: string, texts: object) =>
    files.set(join(extensionsFolder, handle, 'locales', file), `${JSON.stringify(texts, null, 2)}\n`)
  for (const language of shopifyLanguages) {
    const { extensions, settings, editor, surface, theme, theme_settings } = readEditorTexts(language)
    const name = language === 'en' ? 'en.default' : language
    write('storefront-widgets', `${name}.json`, theme)
    write('storefront-widgets', `${name}.schema.json`, theme_settings)
    for (const handle of readExtensions().keys()) {
      const toml = readFileSync(join(extensionsFolder, handle, 'shopify.extension.toml'), 'utf8')
      const used = Object.fromEntries(Object.entries(settings).filter(([key]) => toml.includes(`"t:settings.${key}"`)))
      const texts = { ...extensions[handle], settings: used, editor, ...(await shopperTexts(handle, language)), ...(handle === 'order-tracking' && surface) }
      write(handle, `${name}.json`, texts)
    }
  }
  return files
}

const readEditorTexts = (language: string) => JSON.parse(readFileSync(new URL(`${language}.json`, editorFolder), 'utf8')) as EditorTexts

async function shopperTexts(handle: string, language: string): Promise<Texts> {
  const { widget, english } = shown[handle]!
  if (language === 'en') return english
  const { messages } = (await import(`../src/i18n/translations/${language.slice(0, 2)}/${widget}.ts`)) as { messages: Texts }
  return Object.fromEntries(Object.keys(english).map((key) => [key, messages[key]!]))
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, content] of await extensionLocales()) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
