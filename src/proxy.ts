import { createClient, type Client } from './contract/client.ts'
import type { Endpoints } from './contract/endpoint.ts'

/** The header of every browser request except quotes. It forces a preflight for requests from other origins. */
export const clientHeader = { 'X-Storefront-Client': '1' }

/** Creates a client of the proxy at this address. */
export const connect = <Table extends Endpoints>(table: Table, baseUrl: string, headers: Record<string, string> = clientHeader): Client<Table> =>
  createClient(table, { baseUrl, headers })

/** The address if it leads to a page: `http`, `https` or relative. Otherwise empty: other schemes could run script, and spaces or invisible characters could hide one. */
export const pageAddress = (address = ''): string => (/^(?!.*[\s\p{C}])(https?:|[^:/?#]*([/?#]|$))/isu.test(address) ? address : '')

/**
 * The script tags of the page when this code starts; markup that is added later is not trusted. Not read through `document.scripts` or
 * `document.querySelectorAll`, because an element can replace these by its `name` (https://html.spec.whatwg.org/#dom-document-nameditem).
 * Empty on a server, which has no page.
 */
const tags = globalThis.document ? [...Document.prototype.querySelectorAll.call<Document, ['script'], NodeListOf<HTMLScriptElement>>(document, 'script')] : []
const warned = new Set<string>()

/**
 * The proxy of an element; empty if there is none. Markup alone must not send proofs to another address: an attribute is accepted only with the
 * origin of the page, of the proxy that a script has set, or of an entry in `data-proxies` on the tag of our script (on each tag, if there are several).
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
  const text = `<${element.localName}> needs a proxy that its property or data-proxies of the script names, not "${proxy}"`
  if (!warned.has(text)) console.warn(text)
  warned.add(text)
  return ''
}
