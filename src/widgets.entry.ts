/**
 * The script tag: finds the widgets on the page and those added later, loads the code they need and nothing else, and connects them
 * to the proxy that this file came from. The price of protection is requested while that code is loading, and so are the words of a
 * language other than English.
 */

import './page/trusted-types.ts'
import { loadWordsEarly } from './i18n/early.ts'
import type { Widget } from './i18n/localize.ts'

interface WidgetClass extends CustomElementConstructor {
  proxy: string
}

/** An element whose code is not there yet, with the price that was requested for it. */
interface WaitingElement extends HTMLElement {
  earlyRequest?: { url: string; answer: Promise<Response> }
}

/** What a widget's file exports: the class by its name, and in a second attempt also what its later files import. */
type WidgetFile = Record<string, WidgetClass>

const loaders: Record<Widget, () => Promise<WidgetFile>> = {
  protection: () => import('./protection/protection.ts').then(({ StorefrontProtection }) => ({ StorefrontProtection })),
  loyalty: () => import('./loyalty/loyalty.ts').then(({ StorefrontLoyalty }) => ({ StorefrontLoyalty })),
  tracking: () => import('./tracking/tracking.ts').then(({ StorefrontTracking }) => ({ StorefrontTracking })),
}

// Read through a name of its own, since bundlers take `new URL('./', import.meta.url)` for an asset of theirs.
const here = import.meta.url
const base = `${new URL('.', here)}`

/** The widgets that the page has not needed so far. */
const unused = new Set(Object.keys(loaders) as Widget[])

const loadCore = () => import('./core.entry.ts').then(({ retryImport }) => retryImport)

function define(name: Widget, file: WidgetFile) {
  const widget = Object.entries(file).find(([key]) => key.startsWith('Storefront'))![1]
  widget.proxy ||= base
  customElements.define(`storefront-${name}`, widget)
}

async function load(name: Widget) {
  // Loaded beside the widget's file; a failure shows where that file imports it.
  loadCore().catch(() => undefined)
  try {
    define(name, await loaders[name]())
  } catch {
    // The shop's own words stay in the slot meanwhile.
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
  // The element's code decides whether a proxy of its own counts.
  if (!cents || !currency || element.hasAttribute('proxy')) return
  const url = `${base}v1/protection/quotes?${new URLSearchParams({ cents, currency })}`
  try {
    // The tab remembers that price.
    if (sessionStorage[url]) return
  } catch {
    // Some browsers give this page no storage.
  }
  const answer = fetch(url)
  // Prevents an unhandled rejection; the element's code still sees the error.
  answer.catch(() => undefined)
  element.earlyRequest = { url, answer }
}

function look() {
  for (const name of unused) {
    // All elements of a kind ask what the first of them asks.
    const element = document.querySelector<WaitingElement>(`storefront-${name}:not(:defined)`)
    if (!element) continue
    unused.delete(name)
    void load(name)
    loadWordsEarly(name, element)
    // Only protection has these attributes.
    requestPrice(element)
  }
}

new MutationObserver(look).observe(document, { subtree: true, childList: true })
look()
