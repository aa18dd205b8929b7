import { answers } from './quote.ts'

/** Forgets the price at that address: its token is in a cart, and one token covers one order. */
export function forgetQuote(address: string): void {
  try {
    delete sessionStorage[address]
  } catch {
    // The browser keeps nothing for this page.
  }
}

/** Forgets all prices of that proxy: the order with one of their tokens may have been paid. */
export function forgetQuotes(proxy: string): void {
  let kept: object = {}
  try {
    kept = sessionStorage
  } catch {
    // The browser keeps nothing for this page.
  }
  // Of a tab that was duplicated both remember it.
  for (const address of [answers, kept].flatMap((memory) => Object.keys(memory))) {
    if (!address.startsWith(proxy)) continue
    delete answers[address]
    forgetQuote(address)
  }
}
