import type { TrackedOrder, TrackRequest } from '../contract/tracking.ts'

/** What proves that somebody may know. */
export type Proof = Pick<TrackRequest, 'key' | 'order_number' | 'email' | 'tracking_number'>

/**
 * What was looked up on this page. It belongs to the page and not to an element, since a theme may replace the element in the
 * middle of a request, and the address no longer holds what was read from it.
 */
export const lookups = {
  /** The proof that the shopper gave last, in a form or by the page's address; elements that name no order themselves show this one. */
  given: undefined as Proof | undefined,
  /** The last answer to each question. */
  answers: new Map<string, TrackedOrder>(),
}

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
  url.hash = String(fragment)
  history.replaceState(history.state, '', url)
  return proofOf(found)
}
