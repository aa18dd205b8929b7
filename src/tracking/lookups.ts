import type { TrackedOrder, TrackRequest } from '../contract/tracking.ts'

/*
 * What was looked up on this page. It belongs to the page and not to an element, since a theme may replace the element in the
 * middle of a request, and the address no longer holds what was read from it.
 */

/** What proves that somebody may know. */
export type Proof = Pick<TrackRequest, 'key' | 'order_number' | 'email' | 'tracking_number'>

const answers = new Map<string, TrackedOrder>()
let given: Proof | undefined

/** The proof that the shopper gave last, in the form or by the page's address. */
export const givenProof = () => given

/** Keeps the proof for elements to come; nothing forgets it. */
export const giveProof = (proof: Proof | undefined) => (given = proof)

/** The last answer to a question, whichever element asked it. */
export const lastAnswer = (question: string) => answers.get(question)

export const keepAnswer = (question: string, order: TrackedOrder) => answers.set(question, order)

/** Forgets everything, as a new page would. */
export function forgetLookups() {
  answers.clear()
  given = undefined
}

/** The one proof to send: a key wins over an order number with its address, which wins over a tracking number. */
export function proofOf({ key, order_number, email, tracking_number }: Proof): Proof | undefined {
  if (key) return { key }
  if (order_number && email) return { order_number, email }
  return tracking_number ? { tracking_number } : undefined
}

/** Reads a proof from the page's fragment or query, and takes it out of the address, so that it is in no history, log or screenshot. */
export function takeProofFromAddress(): Proof | undefined {
  const url = new URL(location.href)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const found: Proof = {}
  for (const name of ['key', 'order_number', 'email', 'tracking_number'] as const) {
    for (const holder of [url.searchParams, fragment]) {
      const value = holder.get(name)
      if (value === null) continue
      // A plus sign that nobody encoded arrives as a space, and stands in many an e-mail address.
      found[name] = name === 'email' ? value.trim().replaceAll(' ', '+') : value
      holder.delete(name)
      if (holder === fragment) url.hash = String(fragment)
    }
  }
  if (Object.keys(found).length) history.replaceState(history.state, '', url)
  return proofOf(found)
}
