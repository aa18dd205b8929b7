import type { TrackedOrder, TrackRequest } from '../contract/tracking.ts'
import type { Extras } from './surroundings.ts'

/** What proves that somebody may know; a ticket, after the page was loaded anew. */
export type Proof = Pick<TrackRequest, 'key' | 'order_number' | 'email' | 'tracking_number' | 'ticket'>

/**
 * What was looked up on this page. It belongs to the page and not to an element, since a theme may replace the element in the
 * middle of a request, and the address no longer holds what was read from it.
 */
export const orderStore: {
  /** The proof that the shopper gave last, in a form or by the page's address; elements that name no order themselves show this one. */
  given?: Proof | undefined
  /** The proxy that it was given for. */
  proxy?: string
  /** What the page's address held, be it a proof or a part of one. */
  found?: Proof | undefined
  /** The last answer to each question. */
  answers: Map<string, TrackedOrder>
  /** How often nobody knew of an order, by the question. */
  misses: Map<string, number>
  /** The packages whose earlier updates are looked at. */
  opened: Set<string>
  /**
   * What shows an order's claims, its protection, its money, quiet packages, what has none, and more packages than are shown at once, where there is
   * anything of that; null: it cannot be had, and the packages are shown without.
   */
  extras?: Extras | null
} = { answers: new Map(), misses: new Map(), opened: new Set() }

/** How often nobody knew of the order so far. */
export const missesOf = (question: string) => orderStore.misses.get(question) ?? 0

/**
 * Milliseconds after so many misses until an order's key is tried again: the thank-you page is there before the shop has told of the order. Then
 * the shopper is asked.
 */
export const pauses = [0, 2_000, 5_000, 10_000, 20_000]

/** Whether there is more to tell of an order than where its packages are. */
export const needsExtras = ({ claims, may, financial_status, packages, unshipped_items, has_fulfillment_without_tracking: hasUntracked }: TrackedOrder) =>
  claims ||
  may ||
  hasUntracked ||
  unshipped_items.length ||
  !packages.length ||
  (financial_status ?? 'paid') !== 'paid' ||
  packages.some(({ quiet_days, tracking_number }) => quiet_days || !tracking_number)

/** The one proof to send: a key wins over an order number with its address, which wins over a tracking number. */
export const proofOf = ({ key, order_number, email, tracking_number }: Proof): Proof | undefined =>
  key ? { key } : order_number && email ? { order_number, email } : tracking_number ? { tracking_number } : undefined

/** Reads a proof from the page's fragment or query, and takes it out of the address, so that it is in no history, log or screenshot. */
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
  return proofOf((orderStore.found = found))
}

/**
 * Keeps in the tab's history what fetches the order on screen again, so that it is there still once the page is loaded anew: for fifteen
 * minutes, and sealed, so that nothing of the order can be read from it.
 */
export function keepTicket(ticket?: string, proxy?: string) {
  if (typeof history.state == 'object') history.replaceState({ ...history.state, storefront: ticket && [proxy, ticket] }, '')
}

/** What was kept there for that proxy. */
export function keptProof(proxy: string): Proof | undefined {
  const [from, ticket] = (history.state as { storefront?: [proxy: string, ticket: string] } | null)?.storefront ?? []
  return ticket && from === proxy ? { ticket } : undefined
}
