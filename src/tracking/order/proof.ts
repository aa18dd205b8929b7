import type { TrackRequest } from '../../contract/tracking.ts'

/** Proves that somebody may know an order; a ticket, after the page was loaded anew. */
export type Proof = Pick<TrackRequest, 'key' | 'order_number' | 'email' | 'tracking_number' | 'ticket'>

/** The one proof to send: a key wins over an order number with its address, which wins over a tracking number. */
export const proofOf = ({ key, order_number, email, tracking_number }: Proof): Proof | undefined =>
  key ? { key } : order_number && email ? { order_number, email } : tracking_number ? { tracking_number } : undefined

/**
 * Reads a proof, or a part of one, from the page's fragment or query. Takes it out of the address, so that it is in no history, log or screenshot.
 */
export function takeProofFromAddress(): Proof | undefined {
  const url = new URL(location.href)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const found: Proof = {}
  for (const name of ['key', 'order_number', 'email', 'tracking_number'] as const) {
    for (const holder of [url.searchParams, fragment]) {
      const value = holder.get(name)?.trim()
      // A plus sign that nobody encoded arrives as a space, and only numbers hold one.
      if (value != null) found[name] = name.endsWith('number') ? value : value.replaceAll(' ', '+')
      holder.delete(name)
    }
  }
  if (!Object.keys(found).length) return
  // The name of a place on the page is no parameter.
  url.hash = String(fragment).replace(/=$/, '')
  history.replaceState(history.state, '', url)
  return found
}

/**
 * Keeps in the tab's history what fetches the order on screen again, so that it is there still once the page is loaded anew: for fifteen
 * minutes, and sealed, so that nothing of the order can be read from it.
 */
export function keepTicket(ticket?: string, proxy?: string) {
  if (typeof history.state == 'object') history.replaceState({ ...history.state, storefront: ticket && [proxy, ticket] }, '')
}

/** The proof that was kept there for that proxy. */
export function keptProof(proxy: string): Proof | undefined {
  const [from, ticket] = (history.state as { storefront?: [proxy: string, ticket: string] } | null)?.storefront ?? []
  return ticket && from === proxy ? { ticket } : undefined
}
