/**
 * The script tag for pages that have nothing but the toggle: everything that its first screen needs in one file, so that a page that requests
 * the price itself (`<link rel="preload" as="fetch" crossorigin>`) waits for one round trip. Where the page has another widget, it loads
 * `widgets.js`. Its address takes no query, since its later files import it by its name.
 */

import '../page/trusted-types.ts'
import { loadWordsEarly } from '../i18n/early.ts'
import { StorefrontProtection } from './protection.ts'

// Read through a name of its own, since bundlers take `new URL('./', import.meta.url)` for an asset of theirs.
const here = import.meta.url
const base = new URL('./', here).href
const element = document.querySelector('storefront-protection')
if (element) loadWordsEarly('protection', element)

StorefrontProtection.proxy ||= base

customElements.get('storefront-protection') ?? customElements.define('storefront-protection', StorefrontProtection)

const others = new MutationObserver(lookForOthers)

function lookForOthers() {
  if (!document.querySelector('storefront-loyalty,storefront-tracking')) return
  others.disconnect()
  // The page's own words stay in their slots if it cannot be loaded.
  import(/* @vite-ignore */ `${base}widgets.js`).catch(() => undefined)
}

others.observe(document, { subtree: true, childList: true })
lookForOthers()
