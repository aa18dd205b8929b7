import { createClient } from '../contract/client.ts'
import { protection, type Quote } from '../contract/protection.ts'
import type { Money } from '../money.ts'

/** A quote that the script tag asked for while the code was loading. */
export interface Asked {
  url: string
  answer: Promise<Response>
}

/** Milliseconds that a question waits for a newer one, where one came just before it. */
const pause = 150
let last = -pause

/** What this page was answered, by the address that was asked. */
export const answers: Record<string, Quote> = {}

/** The address of a question. Under it the tab remembers the answer, so that the script tag can tell that nothing is to be asked. */
export const addressOf = (proxy: string, { cents, currency }: Money) =>
  `${proxy.replace(/\/$/, '')}${protection.quoteProtection.path}?${new URLSearchParams({ cents: String(cents), currency })}`

/** Whether a price still holds, with a minute left to pay. */
export const isFresh = ({ expires_at }: Pick<Quote, 'expires_at'>) => Date.parse(expires_at) > Date.now() + 60_000

/** The answer that is known to this page, or to this tab from a page before. */
export function remembered(address: string): Quote | undefined {
  try {
    const quote = answers[address] ?? (JSON.parse(sessionStorage[address] as string) as Quote)
    if (isFresh(quote)) return (answers[address] = quote)
    delete sessionStorage[address]
  } catch {
    // There is none, or the browser keeps nothing for this page.
  }
}

/** Lets no later page take what was answered at that address: its token has gone into a cart, and one token covers one order. */
export function forgetQuote(address: string): void {
  try {
    delete sessionStorage[address]
  } catch {
    // The browser keeps nothing for this page.
  }
}

/** Asks what protection costs. No answer within three seconds is a failure; a superseded question gets neither answer nor failure. */
export function askQuote(proxy: string, amount: Money, superseded: AbortSignal, asked?: Asked): Promise<Quote> {
  const address = addressOf(proxy, amount)
  const signal = AbortSignal.any([superseded, AbortSignal.timeout(3_000)])
  const client = createClient(protection, { baseUrl: proxy, send: (url, init) => (asked?.url === url ? asked.answer : fetch(url, init)) })
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => superseded.aborted || reject(error)
    // What was asked before this code was there cannot be aborted, only given up.
    signal.onabort = () => fail(signal.reason)
    const ask = () =>
      client.quoteProtection(amount, { signal }).then((quote) => {
        // By a clock that is ahead, or after a way that took too long, it has ended; no later answer would do better at once.
        if (!isFresh(quote)) return fail(RangeError('The quote has ended'))
        answers[address] = quote
        try {
          sessionStorage[address] = JSON.stringify(quote)
        } catch {
          // The browser keeps nothing for this page, or no more.
        }
        if (!superseded.aborted) resolve(quote)
      }, fail)
    const now = performance.now()
    if (now - last < pause) setTimeout(ask, pause)
    else void ask()
    last = now
  })
}
