import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getExtension, type AnyExtensionTarget } from '@shopify/ui-extensions-tester'
import { build } from 'esbuild'
import { JSDOM } from 'jsdom'
import { extensionOptions, extensionsFolder, readExtensions } from '../../scripts/build/extensions.ts'
import { until } from '../until.ts'

/*
 * A page of Shopify with one extension: Shopify's own tester gives the global object, whose values do not change, and jsdom the document. What the
 * extension requests goes to the real proxy. Its waits are fifty times shorter, and are listed.
 */

const { window } = new JSDOM('<!doctype html><body></body>', { pretendToBeVisual: true })
const requestOf = globalThis.fetch
Object.assign(globalThis, { window, document: window.document, navigator: { onLine: true } })

const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))

/** Compiles the modules of an extension, with what takes them off the page, into a folder with the settings of the extension. */
async function compile(handle: string): Promise<string> {
  const folder = mkdtempSync(join(cache, `${handle}-`))
  const source = join(extensionsFolder, handle)
  const targets = readExtensions().get(handle)!
  for (const { module } of new Set(targets)) {
    await build({
      ...extensionOptions,
      stdin: {
        contents: `export { default } from '${module}'\nimport { render } from 'preact'\nexport const remove = () => render(null, document.body)`,
        resolveDir: source,
        loader: 'tsx',
      },
      format: 'esm',
      minify: false,
      define: { setTimeout: 'extensionTimeout' },
      outfile: join(folder, module.replace(/\.tsx$/, '.mjs')),
    })
  }
  const toml = readFileSync(join(source, 'shopify.extension.toml'), 'utf8')
  writeFileSync(join(folder, 'shopify.extension.toml'), toml.replaceAll('.tsx"', '.mjs"'))
  return folder
}

/** An extension on a page, as a shopper sees it. */
export interface ExtensionPage {
  /** All words on the page, with those in headings and labels of elements. */
  words(): string
  /** The same with the characters that keep the directions of texts apart. */
  rawWords(): string
  /** Resolves once the page shows this text. */
  shows(text: string | RegExp): Promise<void>
  /** Resolves once the page does not show this text any more. */
  hides(text: string): Promise<void>
  /** The element of that kind with this text. */
  element(name: string, text?: string | RegExp): Element
  press(text: string | RegExp): void
  /** Tells the extension what was typed into a field. */
  type(field: Element): void
  /** Milliseconds of each wait. */
  readonly waits: number[]
  /** The addresses that were requested, without the proxy's. */
  readonly requests: string[]
  /** The events that were published. */
  readonly published: [name: string, data: unknown][]
  /** Ends the waits of minutes. */
  passMinutes(): void
  /** Cuts the connection of the page, or joins it again. */
  connect(isOnline: boolean): void
}

/** A value of Shopify that does not change. */
export const fixed = <Value>(value: Value) => ({ value, subscribe: () => () => undefined })

/** What a test is about. */
export interface PageOptions {
  proxy: string
  /** The merchant's settings, beside the address of the proxy. */
  settings?: Record<string, unknown>
  /** Whether the page is in the merchant's editor. */
  isEditor?: boolean
  /** What Shopify's global object has, beside that. */
  values: Record<string, unknown>
  /** What Shopify's own API of the account answers; it refuses without. */
  account?: unknown
}

const compiled = new Map<string, Promise<string>>()
let remove: (() => void) | undefined

/** Opens a page with this extension, and closes the last one. */
export async function openPage(
  handle: string,
  target: AnyExtensionTarget,
  { proxy, settings, isEditor = false, values, account }: PageOptions,
): Promise<ExtensionPage> {
  closePage()
  if (!compiled.has(handle)) compiled.set(handle, compile(handle))
  const folder = await compiled.get(handle)!
  const module = readExtensions()
    .get(handle)!
    .find((one) => one.target === target)!.module
  const toml = readFileSync(join(extensionsFolder, handle, 'shopify.extension.toml'), 'utf8')
  const texts = JSON.parse(readFileSync(join(extensionsFolder, handle, 'locales/en.default.json'), 'utf8')) as Record<string, unknown>
  const waits: number[] = []
  const requests: string[] = []
  const published: [string, unknown][] = []
  const long: (() => void)[] = []
  let isOnline = true
  const extension = getExtension(target, { configSearchDir: folder })
  extension.setUp()
  extension.fetch = (async (url: string, init: RequestInit) => {
    if (url.startsWith('shopify://customer-account/')) {
      requests.push(url)
      return Response.json(account ?? { errors: [{ message: 'Access denied' }] })
    }
    if (url.startsWith(`${proxy}/v1/extension`)) {
      requests.push(url.slice(`${proxy}/v1/extension`.length))
      if (!isOnline) throw new TypeError('Failed to fetch')
    }
    return requestOf(url, init)
  }) as typeof fetch
  const shopify = extension.shopify as Record<string, unknown>
  const language = fixed({ isoCode: 'en' })
  // The tester refuses to read what a merchant can leave out.
  const unset = Object.fromEntries(['claim_url', ...[...toml.matchAll(/key = "(\w+)"/g)].map(([, key = '']) => key)].map((key) => [key, undefined]))
  Object.assign(shopify, {
    settings: fixed({ ...unset, proxy, ...settings }),
    extension: { editor: isEditor ? { type: 'checkout' } : undefined },
    localization: { language, extensionLanguage: language },
    analytics: { publish: async (name: string, data: unknown) => published.push([name, data]) > 0 },
    i18n: {
      translate(key: string) {
        const text = key.split('.').reduce<unknown>((found, part) => (found as Record<string, unknown> | undefined)?.[part], texts)
        assert.equal(typeof text, 'string', `${handle} has no text ${key}`)
        return text
      },
    },
    ...values,
  })
  Object.assign(globalThis, {
    extensionTimeout: (run: () => void, milliseconds = 0) => {
      if (milliseconds >= 1_000) waits.push(milliseconds)
      if (milliseconds < 100_000) return setTimeout(run, milliseconds / 50)
      long.push(run)
      return undefined
    },
  })
  const file = (await import(join(folder, module.replace(/\.tsx$/, '.mjs')))) as { default: () => void; remove: () => void }
  remove = () => {
    file.remove()
    extension.tearDown()
  }
  await extension.render()

  const { body } = window.document
  const words = () => plain(wordsIn(body)).replace(/\s+/g, ' ').trim()
  const has = (text: string | RegExp) => (typeof text === 'string' ? words().includes(text) : text.test(words()))
  const find = (name: string, text: string | RegExp = '') =>
    [...body.querySelectorAll(name)].find((element) => (typeof text === 'string' ? plain(wordsIn(element)).includes(text) : text.test(plain(wordsIn(element)))))
  const element = (name: string, text?: string | RegExp) => find(name, text) ?? assert.fail(`no <${name}> with ${String(text)} in: ${words()}`)
  return {
    words,
    rawWords: () => wordsIn(body),
    element,
    waits,
    requests,
    published,
    async shows(text) {
      await until(
        async () => words(),
        () => has(text),
        20,
      )
    },
    async hides(text) {
      await until(
        async () => words(),
        () => !has(text),
        20,
      )
    },
    press(text) {
      const pressed = find('s-button', text) ?? element('s-link', text)
      pressed.dispatchEvent(new window.Event('click', { bubbles: true }))
    },
    type(field) {
      field.dispatchEvent(new window.Event('input', { bubbles: true }))
    },
    passMinutes() {
      for (const run of long.splice(0)) run()
    },
    connect(online) {
      isOnline = online
      Object.assign(globalThis, { navigator: { onLine: online } })
    },
  }
}

/** Takes the extension off its page, which ends its requests. */
export function closePage() {
  remove?.()
  remove = undefined
  window.document.body.innerHTML = ''
  Object.assign(globalThis, { navigator: { onLine: true } })
}

/** A text without the characters that keep its directions apart, which nobody sees. */
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '')

/** The words of an element. jsdom does not know the elements of Shopify, so properties with words are attributes. */
function wordsIn(element: Element): string {
  const labels = ['heading', 'subheading', 'accessibilitylabel', 'label', 'error'].map((name) => element.getAttribute(name) ?? '')
  const inside = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.textContent : wordsIn(node as Element)))
  return [...labels, ...inside].filter(Boolean).join(' ')
}
