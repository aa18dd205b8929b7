import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../stack.ts'
import { chargeOf, lineOf, orderPayload } from './payloads.ts'
import { useRefundingStack } from './refunding.ts'
import { fromShopify, fromWooCommerce, jobs } from './sending.ts'
import { wooFee, wooOrder } from './woocommerce-payloads.ts'

const { started, newId, quote } = useRefundingStack(6_200_000_000_000_000_000n)
const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** Waits until no job of an order is waiting; resolves to the states of its refunds and the amounts that the shop was requested to refund. */
async function outcomeOf(id: bigint) {
  const all = await until(
    () => jobs(started.stack, { businessKey: String(id) }),
    (some) => some.length > 0 && some.every(({ state }) => state !== 'waiting'),
  )
  const refunds = all.filter(({ kind }) => kind === 'platform-refund')
  const asked = started.resolver.asked.filter(({ body }) => body.order_id === String(id)).flatMap(({ body }) => body.lines as { amount: { cents: number } }[])
  return { states: refunds.map(({ state }) => state), asked: asked.map(({ amount }) => amount.cents), notes: refunds.flatMap(({ notes }) => notes).join() }
}

/** Creates an order with protection for another cart, and a function that sends the order in any status. */
const platforms = {
  async WooCommerce(isShipped: boolean) {
    const id = newId()
    const { token, price } = await quote(1000)
    const placed = later(0).slice(0, 19)
    const send = (status: string, seconds: number) =>
      fromWooCommerce(
        started.stack,
        'order.updated',
        wooOrder(id, {
          status,
          date_created_gmt: placed,
          date_modified_gmt: later(seconds).slice(0, 19),
          fee_lines: [{ ...wooFee(token, (price.cents / 100).toFixed(2)), id: id + 2n }],
          ...(!isShipped && { shipping_lines: [] }),
        }),
      )
    return { id, price: price.cents, send }
  },
  async Shopify(isShipped: boolean) {
    const id = newId()
    const sealed = await quote(1000)
    const created_at = later(0)
    const line_items = [lineOf(id + 1n, { requires_shipping: isShipped }), chargeOf(id + 2n, sealed)]
    const send = (financial_status: string, seconds: number) =>
      fromShopify(started.stack, 'orders/updated', orderPayload(id, { created_at, updated_at: later(seconds), financial_status, line_items }))
    return { id, price: sealed.price.cents, send }
  },
}

const unpaid = {
  WooCommerce: ['pending', 'on-hold', 'failed', 'cancelled', 'checkout-draft', 'trash'],
  Shopify: ['pending', 'authorized', 'voided', 'expired'],
}
const paid = { WooCommerce: 'processing', Shopify: 'paid' }

for (const name of ['WooCommerce', 'Shopify'] as const) {
  describe(`an unpaid order of ${name}`, () => {
    for (const status of unpaid[name]) {
      test(`(${status}) gets no refund before it is paid, and then gets the price of protection for another cart`, async () => {
        for (const isShipped of [true, false]) {
          const { id, price, send } = await platforms[name](isShipped)

          await send(status, 0)
          assert.deepEqual((await outcomeOf(id)).asked, [])
          await send(paid[name], 2)

          const { states, asked } = await outcomeOf(id)
          assert.deepEqual([states, asked], [['delivered'], [price]])
        }
      })
    }
  })
}

test('an order that is paid in part is left to a person', async () => {
  for (const isShipped of [true, false]) {
    const { id, send } = await platforms.Shopify(isShipped)

    await send('partially_paid', 0)

    const { states, asked, notes } = await outcomeOf(id)
    assert.deepEqual([states, asked], [['held'], []])
    assert.match(notes, /the order is paid in part, so a person decides/)
  }
})
