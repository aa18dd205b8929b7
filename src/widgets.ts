/**
 * The script tag: finds the widgets on the page and those added later, loads the code they need and nothing else, and lets them
 * talk to the address that this file came from. The price of protection is asked for while that code is still on its way.
 */

/** The file with what all widgets stand on, relative to this one; the build puts its name here. */
declare const coreFile: string

interface Widget extends CustomElementConstructor {
  proxy: string
}

// Read through a name of its own, since bundlers take `new URL('./', import.meta.url)` for an asset of theirs.
const here = import.meta.url
const base = new URL('./', here).href

/** The widgets that the page has not needed so far, and where their classes come from. */
const unseen = new Map<string, () => Promise<Widget>>([
  ['storefront-protection', async () => (await import('./protection/protection.ts')).StorefrontProtection],
  ['storefront-loyalty', async () => (await import('./loyalty/loyalty.ts')).StorefrontLoyalty],
  ['storefront-tracking', async () => (await import('./tracking/tracking.ts')).StorefrontTracking],
])

const answers = new Map<string, Promise<Response>>()

/** Asks for the price that this element will want to know; its code takes the answer over when the URL is the one it would ask. */
function askEarly(element: Element & { asked?: { url: string; answer: Promise<Response> } }) {
  const cents = element.getAttribute('amount')
  const currency = element.getAttribute('currency')
  if (!cents || !currency) return
  const proxy = element.getAttribute('proxy') || base
  const url = `${proxy.replace(/\/$/, '')}/v1/protection/quotes?${new URLSearchParams({ cents, currency })}`
  const answer = answers.get(url) ?? fetch(url, { headers: { Accept: 'application/json' } })
  // Whoever takes the answer deals with its failure; until then it is nobody's.
  answer.catch(() => {})
  answers.set(url, answer)
  element.asked = { url, answer }
}

async function load(tag: string, take: () => Promise<Widget>, again = true) {
  try {
    // Fetched now, not only once the widget's file is there to import it; its failure is the widget's too.
    import(/* @vite-ignore */ base + coreFile).catch(() => {})
    const widget = await take()
    widget.proxy ||= base
    if (!customElements.get(tag)) customElements.define(tag, widget)
  } catch {
    // The page's own words stay in the slot meanwhile.
    if (again) setTimeout(() => void load(tag, take, false), 5_000)
  }
}

function look() {
  for (const [tag, take] of unseen) {
    const elements = document.querySelectorAll(tag)
    if (!elements.length) continue
    unseen.delete(tag)
    if (customElements.get(tag)) continue
    // No other element has these attributes.
    elements.forEach(askEarly)
    void load(tag, take)
  }
  if (!unseen.size) observer.disconnect()
}

const observer = new MutationObserver(look)
observer.observe(document, { childList: true, subtree: true })
look()
