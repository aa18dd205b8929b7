import { expect, fixture, html } from '@open-wc/testing'
import '../../src/tracking/define.ts'
import type { OrderState } from '../../src/tracking/order/order-state.ts'
import { orderStores } from '../../src/tracking/order/order-store.ts'
import { StorefrontTracking } from '../../src/tracking/tracking.ts'

/** The addresses of the proxy and of the stand-in services of these tests. */
export const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }
StorefrontTracking.proxy = proxy

/** Mounts an element with these attributes and waits for its first render. */
export const mount = async (attributes: string) => {
  const around = await fixture<HTMLElement>(html`<div></div>`)
  around.innerHTML = `<storefront-tracking ${attributes}><p>Write to us.</p></storefront-tracking>`
  const element = around.querySelector('storefront-tracking')!
  await element.updateComplete
  return element
}

/** Mounts an element and waits until its order is settled and on screen. */
export async function track(attributes: string) {
  const settled = new Promise((resolve) => document.addEventListener('storefront-settled', resolve, { once: true }))
  const element = await mount(attributes)
  await settled
  await element.updateComplete
  // The texts may come later than the order.
  await until(() => one(element, '[part=order]'))
  return element
}

/** The key that the service gave an order. */
export async function keyOf(number: string) {
  const { orders } = (await (await fetch(`${services}/_control/state?of=orders`)).json()) as { orders: { shop_order_number: string; key: string }[] }
  return orders.find((order) => order.shop_order_number === number)!.key
}

/** Removes all elements, and what the page knows of orders: the page of the next test has looked up nothing. */
export function forgetOrders() {
  for (const element of document.querySelectorAll('storefront-tracking')) element.remove()
  orderStores.clear()
}

/** The orders that the page knows. */
export const knownOrders = (): OrderState[] => [...orderStores.values()].flatMap(({ state }) => [...state.orders.values()])

/** The first match of a selector in an element. */
export const one = <E extends HTMLElement>(element: StorefrontTracking, selector: string) => element.shadowRoot!.querySelector<E>(selector)
/** All matches of a selector in an element. */
export const all = <E extends HTMLElement>(element: StorefrontTracking, selector: string) => [...element.shadowRoot!.querySelectorAll<E>(selector)]
/** The text of an element, on one line. */
export const textOf = (element: StorefrontTracking) => element.shadowRoot!.textContent.replace(/\s+/g, ' ')

/** A time so many hours before now. */
export const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** A package as the service returns it, with one scan that is two hours old. */
export const parcel = (number: string, status: string) => ({
  tracking_number: number,
  carrier: 'UPS',
  current_status: status,
  current_status_label: status,
  timeline: [{ status, created_at: ago(2) }],
})

/** A shipment without a tracking number, as the service returns it. */
export const withoutNumber = {
  shop_shipment_id: '9',
  tracking_number: '',
  tracking_company: 'Courier',
  enrichment_status: 'skipped',
  line_items: [{ name: 'Stoneware mug', quantity: 1 }],
}

/** Makes the service return an order with these fields. */
export const answer = (order: object) =>
  control('POST', 'faults', {
    match: { path: '/track/api/order' },
    status: 200,
    body: { order_number: 'K-1001', has_shippable_items: true, shipments: [], packages: [], ...order },
  })

/** Calls the control interface of the stand-in services. */
export async function control(method: string, path: string, body?: object) {
  const answer = await fetch(`${services}/_control/${path}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  expect(answer.ok, `${path} ${answer.status}`).to.equal(true)
}

/** Waits until a condition holds, for as long as the test may take. */
export async function until(isSo: () => unknown) {
  while (!isSo()) await new Promise(requestAnimationFrame)
}
