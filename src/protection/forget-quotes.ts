import { answers } from './quote.ts'

/** Lets no later page take what was answered at that address: its token has gone into a cart, and one token covers one order. */
export function forgetQuote(address: string): void {
  try {
    delete sessionStorage[address]
  } catch {
    // The browser keeps nothing for this page.
  }
}

/** Lets no page take what any address of that proxy answered: what was bought may have been paid for. */
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
