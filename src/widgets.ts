/**
 * The script tag: finds the widgets on the page and those added later, loads the code they need and nothing else, and lets them
 * talk to the address that this file came from. The price of protection is asked for while that code is still on its way, and so are
 * the words of a language other than English.
 */

import { fetchWordsEarly, quietly } from './early-words.ts'

/** The versions in the names of the files beside this one; the build puts them here. */
declare const versions: { core: string; widgets: Record<string, string> }

interface Widget extends CustomElementConstructor {
  proxy: string
  styles?: unknown
}

type WidgetFile = Record<string, Widget>

interface Asking extends HTMLElement {
  asked?: { url: string; answer: Promise<Response> }
}

// Read through a name of its own, since bundlers take `new URL('./', import.meta.url)` for an asset of theirs.
const here = import.meta.url
const base = `${new URL('.', here)}`

/** The widgets that the page has not needed so far. */
const unseen = versions.widgets

const fetchFile = (name: string, version: string): Promise<WidgetFile> => quietly(import(/* @vite-ignore */ `${base}assets/${name}-${version}.js`))

function load(name: string, version: string, again?: boolean) {
  // Fetched now, not only once the widget's file is there to import it.
  void fetchFile('core', versions.core)
  fetchFile(name, version)
    // Some browsers remember for ever that a module could not be had, but only under that address.
    .catch<WidgetFile | false | undefined>(() => again && fetchFile(name, `${version}.js?`))
    .then((file) => {
      const widget = Object.values(file as WidgetFile).find(({ styles }) => styles)!
      widget.proxy ||= base
      customElements.define(`storefront-${name}`, widget)
    })
    // The page's own words stay in the slot meanwhile.
    .catch(() => again || setTimeout(load, 5_000, name, version, true))
}

/** Asks for the price that an element will want to know; its code takes the answer over when the URL is the one it would ask. */
function askEarly(element: Asking) {
  const cents = element.getAttribute('amount')
  const currency = element.getAttribute('currency')
  // Whether an address of its own counts its code knows.
  if (!cents || !currency || element.hasAttribute('proxy')) return
  const url = `${base}v1/protection/quotes?${new URLSearchParams({ cents, currency })}`
  try {
    // The tab remembers that price.
    if (sessionStorage[url]) return
  } catch {
    // Some browsers keep their storage to themselves.
  }
  element.asked = { url, answer: quietly(fetch(url)) }
}

function look() {
  for (const name in unseen) {
    // All of a kind ask what the first of them asks.
    const element = document.querySelector<Asking>(`storefront-${name}:not(:defined)`)
    if (!element) continue
    load(name, unseen[name]!)
    delete unseen[name]
    fetchWordsEarly(base, name, element)
    // No other element has what this goes by.
    askEarly(element)
  }
}

new MutationObserver(look).observe(document, { subtree: true, childList: true })
look()
