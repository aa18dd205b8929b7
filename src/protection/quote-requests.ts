import type { ResponseError } from '../contract/client.ts'
import type { Quote } from '../contract/protection.ts'
import type { Money } from '../money.ts'
import { ProtectionQuotedEvent, ProtectionUnavailableEvent } from './events.ts'
import { needsQuote, type OfferStore } from './offer-store.ts'
import { addressOf, remembered, requestQuote, type EarlyRequest } from './quote.ts'

/** Requests the price of what ships, and fires the events about it. The newest request wins. */
export interface QuoteRequests {
  /** Requests the price of that amount, unless it is known or the request is open. A request that failed is repeated only if `again` is set. */
  request(amount: Money, again: boolean, earlyRequest?: EarlyRequest): void
  /** Takes that price for that amount. */
  take(amount: Money, quote: Quote): void
  /** Gives up the open request. */
  abort(): void
  /** Reports to the page, once for each request, that there is no offer. Repeats the request later if that may help. */
  report(error: unknown): void
}

/** `retry` reads the cart again, which requests its price again. */
export function createQuoteRequests(store: OfferStore, emit: (event: Event) => void, retry: () => void): QuoteRequests {
  let open: AbortController | undefined
  /** Milliseconds until the next attempt, should this one fail. */
  let delay = 5_000
  let retrying: ReturnType<typeof setTimeout> | undefined
  let renewing: ReturnType<typeof setTimeout> | undefined
  /** The request whose failure was reported to the page. */
  let reported: string | undefined = ''

  const abort = () => open?.abort()

  function request(amount: Money, again: boolean, earlyRequest?: EarlyRequest): void {
    const address = addressOf(store.state.proxy, amount)
    if (!needsQuote(store.state, address, again, Date.now())) return
    const known = remembered(address)
    if (known) return take(amount, known)
    abort()
    open = new AbortController()
    store.dispatch({ type: 'quoteRequested', address })
    requestQuote(address, open.signal, earlyRequest).then(
      (quote) => take(amount, quote),
      (error: unknown) => {
        store.dispatch({ type: 'quoteFailed' })
        report(error)
      },
    )
  }

  function take(amount: Money, quote: Quote): void {
    abort()
    delay = 5_000
    reported = ''
    // A price is renewed before it expires; while the page is hidden, when it becomes visible.
    clearTimeout(renewing)
    renewing = setTimeout(() => document.hidden || retry(), Math.min(Date.parse(quote.expires_at) - Date.now() - 59_000, 2e9))
    store.dispatch({ type: 'quoted', address: addressOf(store.state.proxy, amount), quote })
    emit(new ProtectionQuotedEvent(quote))
  }

  function report(error: unknown): void {
    const { status = 503, problem = { code: 'upstream-unavailable', detail: String(error) } } = error as Partial<ResponseError>
    const { address } = store.state
    // The same request would get the same refusal, until the cart changes.
    if (status >= 500 || /4(0[89]|2[359]|30)/.test(String(status))) {
      clearTimeout(retrying)
      retrying = setTimeout(retry, delay)
      delay = Math.min(delay * 2, 60_000)
    }
    if (reported === address) return
    reported = address
    console.warn('<storefront-protection> shows no offer: the price request, or the change of the cart, failed:', error)
    emit(new ProtectionUnavailableEvent(problem))
  }

  return { request, take, abort, report }
}
