import { createClient, type Client } from './contract/client.ts'
import type { Endpoints } from './contract/endpoint.ts'

/** What every browser request but the quote's carries; it makes a cross-origin page ask permission first. */
export const clientHeader = { 'X-Storefront-Client': '1' }

/** Speaks with the proxy at that address. */
export const connect = <Table extends Endpoints>(table: Table, baseUrl: string, headers: Record<string, string> = clientHeader): Client<Table> =>
  createClient(table, { baseUrl, headers })

/** An address that leads to a page: `http`, `https` or relative. Any other, which could run script, is left out; so is one with blanks or unseen characters. */
export const pageAddress = (address = ''): string => (/^(?!.*[\s\p{C}])(https?:|[^:/?#]*([/?#]|$))/isu.test(address) ? address : '')

/**
 * The script tags of the page as this code begins: what markup adds later is not the shop's word. They are not taken from `document.scripts` or
 * `document.querySelectorAll`, in whose place markup puts any element by its `name` (https://html.spec.whatwg.org/#dom-document-nameditem).
 * A server that imports this code has no page.
 */
const tags = globalThis.document ? [...Document.prototype.querySelectorAll.call<Document, ['script'], NodeListOf<HTMLScriptElement>>(document, 'script')] : []
const warned = new Set<string>()

/**
 * The proxy of an element; empty where there is none. Markup alone must not send proofs to another address: an attribute counts only with the
 * origin of the page, of the proxy that script has set, or one in `data-proxies` on the tag of our script (on each, where there are several).
 */
export function proxyOf(element: HTMLElement & { proxy?: string }): string {
  const { proxy: standard } = element.constructor as unknown as { proxy: string }
  const proxy = element.proxy || standard
  const resolve = (href: string) => Object.assign(document.createElement('a'), { href })
  const { origin, protocol } = resolve(proxy)
  const isIt = (address: string) => resolve(address).origin == origin
  const ours = tags.filter(({ src }) => standard && src.startsWith(standard))
  if (
    proxy &&
    (proxy != element.getAttribute('proxy') ||
      (/^http/.test(protocol) &&
        (origin == window.origin || (standard && isIt(standard)) || (ours[0] && ours.every(({ dataset }) => dataset.proxies?.split(' ').some(isIt))))))
  )
    return proxy
  const text = `<${element.localName}> needs a proxy that script names, not "${proxy}"`
  if (!warned.has(text)) console.warn(text)
  warned.add(text)
  return ''
}
