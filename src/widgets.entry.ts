/**
 * The file for the script tag. It finds the widgets on the page, also those added later, and loads only the code they need. The widgets
 * use the proxy that served this file. While the code is loading, this file requests the price of protection and the translation.
 */

import './page/trusted-types.ts'
import { loadWordsEarly } from './i18n/early.ts'
import type { Widget } from './i18n/localize.ts'

interface WidgetClass extends CustomElementConstructor {
  proxy: string
}

/** An element whose code is still loading, with the price request made for it. */
interface WaitingElement extends HTMLElement {
  earlyRequest?: { url: string; answer: Promise<Response> }
}

/** The exports of a widget's file: the class, and on a retry also the exports that its lazily loaded files import. */
type WidgetFile = Record<string, WidgetClass>

const loaders: Record<Widget, () => Promise<WidgetFile>> = {
  protection: () => import('./protection/protection.ts').then(({ StorefrontProtection }) => ({ StorefrontProtection })),
  loyalty: () => import('./loyalty/loyalty.ts').then(({ StorefrontLoyalty }) => ({ StorefrontLoyalty })),
  tracking: () => import('./tracking/tracking.ts').then(({ StorefrontTracking }) => ({ StorefrontTracking })),
}

// Stored in a variable, because bundlers treat `new URL('./', import.meta.url)` as a reference to an asset.
const here = import.meta.url
const base = `${new URL('.', here)}`

/** The widgets that the page has not used yet. */
const unused = new Set(Object.keys(loaders) as Widget[])

const loadCore = () => import('./core.entry.ts').then(({ retryImport }) => retryImport)

function define(name: Widget, file: WidgetFile) {
  const widget = Object.entries(file).find(([key]) => key.startsWith('Storefront'))![1]
  widget.proxy ||= base
  customElements.define(`storefront-${name}`, widget)
}

async function load(name: Widget) {
  // Loaded in parallel with the widget's file. The widget's file imports it too and reports a failure.
  loadCore().catch(() => undefined)
  try {
    define(name, await loaders[name]())
  } catch {
    // Until then the page shows the shop's own content in the slot.
    setTimeout(() => void loadAgain(name).catch(() => undefined), 5_000)
  }
}

async function loadAgain(name: Widget) {
  const retryImport = await loadCore()
  define(name, await retryImport(loaders[name]))
}

/** Requests the price for an element; the element's code uses the answer if it needs the price at the same URL. */
function requestPrice(element: WaitingElement) {
  const cents = element.getAttribute('amount')
  const currency = element.getAttribute('currency')
  // An element with its own `proxy` attribute may use another proxy; its code decides. One with a quote needs no other.
  if (!cents || !currency || element.hasAttribute('proxy') || element.getAttribute('quote')) return
  const url = `${base}v1/protection/quotes?${new URLSearchParams({ cents, currency })}`
  try {
    // The price is cached for this tab.
    if (sessionStorage[url]) return
  } catch {
    // Storage can be blocked by the browser.
  }
  const answer = fetch(url)
  // Prevents an unhandled rejection; the element's code still sees the error.
  answer.catch(() => undefined)
  element.earlyRequest = { url, answer }
}

function loadUnused() {
  for (const name of unused) {
    // One early request for each kind of widget: the other elements usually need the same price and language.
    const element = document.querySelector<WaitingElement>(`storefront-${name}:not(:defined)`)
    if (!element) continue
    unused.delete(name)
    void load(name)
    loadWordsEarly(name, element)
    // Only protection has these attributes.
    requestPrice(element)
  }
}

// A server that renders pages may import this file too.
if (globalThis.document) {
  new MutationObserver(loadUnused).observe(document, { subtree: true, childList: true })
  loadUnused()
}
