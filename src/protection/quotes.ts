import { createClient } from '../contract/client.ts'
import { protection, type Quote } from '../contract/protection.ts'
import type { Money } from '../money.ts'

/** A quote that the script tag asked for while the code was loading. */
export interface Asked {
  url: string
  answer: Promise<Response>
}

/** Asks what protection costs. No answer within three seconds is a failure; a superseded question gets neither answer nor failure. */
export function askQuote(baseUrl: string, amount: Money, superseded: AbortSignal, asked?: Asked): Promise<Quote> {
  const signal = AbortSignal.any([superseded, AbortSignal.timeout(3_000)])
  const client = createClient(protection, { baseUrl, send: (url, init) => (asked?.url === url ? asked.answer : fetch(url, init)) })
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => superseded.aborted || reject(error)
    // What was asked before this code was there cannot be aborted, only given up.
    signal.onabort = () => fail(signal.reason)
    client.quoteProtection(amount, { signal }).then(resolve, fail)
  })
}
