import { retryImport } from '../page/lazy.ts'
import { isOffline } from '../page/offline.ts'
import { Store } from '../page/store.ts'
import type { Speaker } from '../i18n/localize.ts'
import { initialState, transition, type CartKind, type Hint, type OfferEvent, type OfferState, type OfferStore } from './offer-store.ts'
import { createQuoteRequests } from './quote-requests.ts'
import type { EarlyRequest } from './quote.ts'

/** An element that shows the offer. */
export interface OfferHost extends Speaker {
  name?: string
}

type CartModule = typeof import('./follow-cart.ts')

/** The state of an offer, and what acts upon it: the elements' handlers, the requests for prices and, once it is loaded, the loop of the cart. */
export interface Offer {
  readonly store: OfferStore
  /** The elements that show it. */
  readonly hosts: Set<OfferHost>
  /** What elements need in addition once the cart is followed. */
  readonly following?: ReturnType<CartModule['followCart']>
  /** Takes what an element says. Before the cart was read it is enough to request a price. */
  take(hint: Hint, earlyRequest?: EarlyRequest): void
  /** Reads the cart at the first action of the shopper, or the first change by other code. */
  wake(this: void, sign?: Event): void
  /** Takes an event that the cart has to follow. */
  act(event: OfferEvent): void
  /** Follows the cart from now on. */
  follow(cartModule: CartModule, sign?: Event): void
}

const offers = new Map<string, Offer>()

/** The one offer of this page for that proxy and kind of cart. It outlives the elements that show it. */
export function offerOf(proxy: string, kind: CartKind): Offer {
  // One with a slash at its end is the same.
  const key = proxy.replace(/\/$/, '') + kind
  return offers.get(key) ?? offers.set(key, createOffer(proxy, kind)).get(key)!
}

export function createOffer(proxy: string, kind: CartKind): Offer {
  const store: OfferStore = new Store<OfferState, OfferEvent>(transition, initialState(proxy, kind))
  const hosts = new Set<OfferHost>()
  let following: Offer['following']

  /** Each event is fired once, however many elements show the offer. */
  const emit = (event: Event) => void [...hosts][0]?.dispatchEvent(event)
  const quotes = createQuoteRequests(store, emit, () => check())

  /** Reads the cart and makes it right. Any number of calls end in one run. */
  function check(sign?: Event): void {
    if (following) return following.check()
    retryImport(() => import('./follow-cart.ts')).then(
      (cartModule) => follow(cartModule, sign),
      (error: unknown) => {
        store.dispatch({ type: 'cartFailed', offline: isOffline() })
        quotes.report(error)
      },
    )
  }

  function follow({ followCart }: CartModule, sign?: Event): void {
    following ??= followCart(store, quotes, emit, sign)
    following.check()
  }

  const wake = (sign?: Event) => following ?? check(sign)

  /** Reads the cart, because other code may have changed it. */
  const changed = () => (following ? following.checkSoon() : check())

  store.subscribe(() => hosts.forEach((host) => host.requestUpdate()))
  for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, wake)
  // A page that comes back becomes visible, also out of the browser's memory.
  for (const name of ['focus', 'online', 'visibilitychange']) window.addEventListener(name, changed)
  const { subscribe } = window as { subscribe?(name: string, heard: () => void): void }
  subscribe?.('cart-update', () => wake())
  // Scripts change carts too, maybe before this one was there. Our own requests have our name in their addresses.
  new PerformanceObserver((list) => {
    if (list.getEntries().some(({ name }) => /\/cart\/(add|change|update|clear)\b(?!.*storefront-protection)/.test(name))) changed()
  }).observe({ type: 'resource', buffered: true })

  return {
    store,
    hosts,
    get following() {
      return following
    },
    wake,
    follow,
    take(hint, earlyRequest) {
      store.dispatch({ type: 'hinted', hint })
      const { amount, lines, pickup } = hint
      const first = !following && !pickup && amount
      if (first) quotes.request(amount, true, earlyRequest)
      if (!first || lines !== '0') check()
    },
    act(event) {
      store.dispatch(event)
      check()
    },
  }
}
