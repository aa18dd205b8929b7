/**
 * The script tag: finds the widgets on the page and those added later, loads the code they need and nothing else, and lets them
 * talk to the address that this file came from. The price of protection is asked for while that code is still on its way.
 */

/** The files beside this one, by what they hold; the build puts their names here. */
declare const fileNames: Record<string, string>

interface Widget extends CustomElementConstructor {
  proxy: string
}

// Read through a name of its own, since bundlers take `new URL('./', import.meta.url)` for an asset of theirs.
const here = import.meta.url
const base = new URL('./', here).href

/** The widgets that the page has not needed so far. */
const unseen = new Set(['protection', 'loyalty', 'tracking'])

const answers: Record<string, Promise<Response>> = {}

/** Asks for the price that this element will want to know; its code takes the answer over when the URL is the one it would ask. */
function askEarly(element: Element & { asked?: { url: string; answer: Promise<Response> } }) {
  const cents = element.getAttribute('amount')
  const currency = element.getAttribute('currency')
  if (!cents || !currency) return
  const proxy = element.getAttribute('proxy') || base
  const url = `${proxy.replace(/\/$/, '')}/v1/protection/quotes?${new URLSearchParams({ cents, currency })}`
  const answer = (answers[url] ??= fetch(url))
  // Whoever takes the answer deals with its failure; until then it is nobody's.
  answer.catch(() => {})
  element.asked = { url, answer }
}

const fetchFile = (name: string, query = ''): Promise<Record<string, Widget>> => import(/* @vite-ignore */ `${base}assets/${fileNames[name]}${query}`)

async function load(name: string, tag: string, again?: boolean) {
  try {
    // Fetched now, not only once the widget's file is there to import it; its failure is the widget's too.
    fetchFile('core').catch(() => {})
    // Some browsers remember for ever that a module could not be had, but only under that address.
    const file = await fetchFile(name).catch((cause: unknown) => (again ? fetchFile(name, '?again') : Promise.reject(cause)))
    const [, widget] = Object.entries(file).find(([name]) => name.startsWith('Storefront'))!
    widget.proxy ||= base
    if (!customElements.get(tag)) customElements.define(tag, widget)
  } catch {
    // The page's own words stay in the slot meanwhile.
    if (!again) setTimeout(() => void load(name, tag, true), 5_000)
  }
}

function look() {
  for (const name of unseen) {
    const tag = `storefront-${name}`
    const elements = document.querySelectorAll(tag)
    if (!elements.length) continue
    unseen.delete(name)
    if (customElements.get(tag)) continue
    // No other element has these attributes.
    elements.forEach(askEarly)
    void load(name, tag)
  }
  if (!unseen.size) observer.disconnect()
}

const observer = new MutationObserver(look)
observer.observe(document, { childList: true, subtree: true })
look()
