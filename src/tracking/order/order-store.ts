import { Store } from '../../page/store.ts'
import { changeOrder, initialOrder, type OrderEvent, type OrderState } from './order-state.ts'
import type { Proof } from './proof.ts'

/**
 * What a page has looked up at one proxy. It belongs to the page and not to an element: a theme may replace the element in the middle of a request,
 * and the address no longer holds the proof that was read from it.
 */
export interface PageState {
  /** The proof that the shopper gave last, in a form or by the page's address; elements that name no order themselves show its order. */
  given?: Proof | undefined
  /** What the page's address held, be it a proof or a part of one. */
  found?: Proof | undefined
  /** The orders by the name of their proof. */
  orders: ReadonlyMap<string, OrderState>
}

/** Something that happened on the page. */
export type PageEvent =
  | { type: 'given'; proof: Proof }
  | { type: 'found'; found: Proof }
  /** The shopper wants to look up another order, or the kept ticket has run out. */
  | { type: 'forgotten' }
  | { type: 'order'; name: string; event: OrderEvent }

export type OrderStore = Store<PageState, PageEvent>

export const initialPage: PageState = { orders: new Map() }

/** The state of the page after an event. */
export function changePage(state: PageState, event: PageEvent): PageState {
  switch (event.type) {
    case 'given':
      return { ...state, given: event.proof }
    case 'found':
      return { ...state, found: event.found }
    case 'forgotten':
      return { ...state, given: undefined, found: undefined }
    case 'order':
      return { ...state, orders: new Map(state.orders).set(event.name, changeOrder(orderOf(state, event.name), event.event)) }
  }
}

/** An order by the name of its proof. */
export const orderOf = ({ orders }: PageState, name: string): OrderState => orders.get(name) ?? initialOrder

/** The stores of the page by the proxy's address. */
export const orderStores = new Map<string, OrderStore>()

/** The store of the page for this proxy. */
export function orderStoreOf(baseUrl: string): OrderStore {
  const store = orderStores.get(baseUrl) ?? new Store(changePage, initialPage)
  orderStores.set(baseUrl, store)
  return store
}
