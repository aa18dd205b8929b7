import { analyticsPrefix, type AnalyticsData, type AnalyticsEvent, type AnalyticsSurface } from '../../../src/contract/analytics.ts'

/** A value of Shopify that can change. */
export interface Watched<Value> {
  readonly value: Value
  subscribe(listener: (value: Value) => void): () => void
}

/**
 * What every extension reads of Shopify's global object. Only the modules of an extension have that object, so they pass it to all others
 * (https://shopify.dev/docs/api/checkout-ui-extensions/2026-07).
 */
export interface Surface {
  readonly i18n: { translate(key: string): string }
  readonly localization: { readonly language: Watched<{ isoCode: string }>; readonly extensionLanguage: Watched<{ isoCode: string }> }
  readonly settings: Watched<Settings>
  readonly sessionToken: { get(): Promise<string> }
  readonly analytics: { publish(name: string, data: Record<string, unknown>): Promise<boolean> }
  /** Present if the extension is on a page of the merchant's editor. */
  readonly extension: { readonly editor?: object | undefined }
}

/** What the merchant has set for a block. All are optional; each extension has those that it needs. */
export interface Settings {
  /** The address of the proxy. */
  proxy?: string
  /** The page on which the shop takes claims. */
  claim_url?: string
  /** The page on which the shop shows orders. */
  tracking_url?: string
  /** The page on which shoppers write to the shop. */
  contact_url?: string
  hide_protection?: boolean
  hide_history?: boolean
  hide_credits?: boolean
  hide_campaigns?: boolean
  analytics?: boolean
}

/** The texts of an extension. Each is looked up when it is read, because Shopify gives only those of one language. */
export const wordsOf = <Texts extends object>({ i18n }: Surface): Texts =>
  new Proxy({}, { get: (_, key) => (typeof key === 'string' ? i18n.translate(key) : undefined) }) as Texts

/** The locale for dates and money: the buyer's, unless the texts are in another language. */
export function localeOf({ localization: { language, extensionLanguage } }: Surface): string {
  const [buyer, texts] = [language.value.isoCode, extensionLanguage.value.isoCode]
  return buyer.slice(0, 2) === texts.slice(0, 2) ? buyer : texts
}

/** Publishes events to the pixels of the shop if the merchant has turned that on; each once. */
export function createPublish(shopify: Surface, surface: AnalyticsSurface) {
  const published = new Set<AnalyticsEvent>()
  return (name: AnalyticsEvent) => {
    if (shopify.settings.value.analytics !== true || published.has(name)) return
    published.add(name)
    shopify.analytics.publish(analyticsPrefix + name, { surface } satisfies AnalyticsData).catch(() => undefined)
  }
}
