import { ResponseError } from '../contract/client.ts'
import { protection, type Quote } from '../contract/protection.ts'
import type { Money } from '../money.ts'

/** A request for a price that the script tag sent while the code was loading. */
export interface EarlyRequest {
  url: string
  answer: Promise<Response>
}

/** Milliseconds that a request waits for a newer one, if one came just before it. */
const pause = 150
let last = -pause

/** The answers to this page, by the address of the request. */
export const answers: Record<string, Quote> = {}

const { method, path } = protection.quoteProtection

/** The address of a request for a price. Under it the tab remembers the answer, so that the script tag can see that nothing is to be requested. */
export const addressOf = (proxy: string, { cents, currency }: Money): string =>
  `${proxy.replace(/\/$/, '')}${path}?${new URLSearchParams({ cents: String(cents), currency })}`

/** Whether a price still holds, with a minute left to pay. */
export const isFresh = ({ expires_at }: Pick<Quote, 'expires_at'>, now: number = Date.now()): boolean => Date.parse(expires_at) > now + 60_000

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

/** Takes a price that the page's server has requested. Any other value is ignored. An expired price is requested again. */
export function takeFromPage(proxy: string, quote?: Partial<Quote> | null): void {
  if (quote?.amount && quote.price) answers[addressOf(proxy, quote.amount)] ??= quote as Quote
}

/** Requests a price. No answer within three seconds is a failure; a superseded request gets neither answer nor failure. */
export function requestQuote(address: string, superseded: AbortSignal, earlyRequest?: EarlyRequest): Promise<Quote> {
  const signal = AbortSignal.any([superseded, AbortSignal.timeout(3_000)])
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => superseded.aborted || reject(error)
    // A request that the script tag sent cannot be aborted, only ignored.
    signal.onabort = () => fail(signal.reason)
    const request = () =>
      (earlyRequest?.url === address ? earlyRequest.answer : fetch(address, { signal })).then(readQuote).then((quote) => {
        answers[address] = quote
        try {
          sessionStorage[address] = JSON.stringify(quote)
        } catch {
          // The browser keeps nothing for this page, or no more.
        }
        if (!superseded.aborted) resolve(quote)
      }, fail)
    const now = performance.now()
    if (now - last < pause) setTimeout(request, pause)
    else void request()
    last = now
  })
}

async function readQuote(answer: Response): Promise<Quote> {
  if (!answer.ok) throw new ResponseError(answer.status, Object(await answer.json().catch(() => ({}))) as object, `${method} ${path}`)
  const quote = (await answer.json()) as Quote
  // It has expired: the clock of this device is ahead, or the answer took too long. Another request at once would not help.
  if (!isFresh(quote)) throw new RangeError('The quote has ended')
  return quote
}
