import type { ExtensionPage, PageAnswers, Texts } from './extension-page.ts'
import { Signals, type SignalClass } from './signals.ts'

type RequestPage = <Name extends keyof PageAnswers>(name: Name, ...args: Parameters<PageAnswers[Name]>) => Promise<Awaited<ReturnType<PageAnswers[Name]>>>
type Options = { inExtensionLocale?: boolean } & Intl.NumberFormatOptions & Intl.DateTimeFormatOptions

/** Makes the global `shopify` of one extension. `targets` collects what the bundle extends. */
export function createShopify(page: ExtensionPage, request: RequestPage) {
  const { language, texts, fixed, groups, offers } = page
  const signals = new Signals()
  const targets = new Map<string, () => unknown>()
  const shopify: Record<string, unknown> = {
    ...fixed,
    extend: (target: string, render: () => unknown) => void targets.set(target, render),
    setSignals: (signalClass: SignalClass) => signals.use(signalClass),
    i18n: {
      translate: createTranslate(texts, language),
      formatNumber: (value: number, options?: Options) => new Intl.NumberFormat(language, options).format(value),
      formatCurrency: (value: number, options?: Options) => new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', ...options }).format(value),
      formatDate: (value: Date, options?: Options) => new Intl.DateTimeFormat(language, options).format(value),
    },
    sessionToken: { get: () => request('getSessionToken') },
    analytics: { publish: (name: string, data: unknown) => request('publish', name, data), visitor: async () => ({ type: 'success' }) },
    storage: createStorage(),
    query: async () => ({ errors: [{ message: 'The demo has no Storefront API.' }] }),
    ...(offers.includes('toast') && { toast: { show: async (text: string) => (await request('showToast', text), { hide() {} }) } }),
    ...(offers.includes('navigation') && { navigation: { navigate: (url: string) => void request('navigate', url) } }),
    ...(offers.includes('requireLogin') && { requireLogin: () => request('requireLogin') }),
  }
  for (const [name, value] of Object.entries(page.signals)) signals.define(shopify, name, value)
  for (const [group, values] of Object.entries(groups)) {
    const members = {}
    shopify[group] = members
    for (const [name, value] of Object.entries(values)) signals.define(members, `${group}.${name}`, value)
  }
  return { shopify, targets }
}

/** Looks texts up by dotted keys. A text with forms is chosen by `count`; a replacement that is no text makes a list of the parts. */
function createTranslate(texts: Texts, language: string) {
  return (key: string, replacements: Record<string, unknown> = {}) => {
    const path = key.split('.')
    let found: string | Texts | undefined = texts
    for (const part of path) found = typeof found === 'object' ? found[part] : undefined
    const form = typeof replacements.count === 'number' ? new Intl.PluralRules(language).select(replacements.count) : 'other'
    const text = typeof found === 'object' ? (found[form] ?? found.other) : found
    if (typeof text !== 'string') throw new Error(`There is no text ${key}`)
    const parts = text.split(/\{\{\s*(\w+)\s*\}\}/).map((part, place) => (place % 2 ? (replacements[part] ?? `{{${part}}}`) : part))
    return parts.some((part) => typeof part === 'object') ? parts : parts.join('')
  }
}

/** A storage for as long as the page is open. */
function createStorage() {
  const held = new Map<string, string>()
  return {
    read: async (key: string) => JSON.parse(held.get(key) ?? 'null') as unknown,
    write: async (key: string, value: unknown) => void held.set(key, JSON.stringify(value)),
    delete: async (key: string) => void held.delete(key),
  }
}
