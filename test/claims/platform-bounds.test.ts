import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fulfillmentPayload, lineOf, moneySet, orderPayload, type Payload } from '../platforms/payloads.ts'
import { fromShopify, secrets, settled, shop } from '../platforms/sending.ts'
import { claimOf, startClaims, type ClaimAnswer, type ClaimsStack } from './claims-stack.ts'

describe('a claim about an order of Shopify', () => {
  let stack: ClaimsStack
  before(async () => (stack = await startClaims({ settings: { SHOPIFY_SHOP: shop, SHOPIFY_APP_SECRETS: secrets.join(',') } })))
  after(() => stack.stop())

  /** Sends webhooks of the platform, and waits until the service has all of them. */
  async function sendWebhooks(id: bigint, ...webhooks: [topic: string, payload: Payload][]) {
    for (const [topic, payload] of webhooks) assert.equal((await fromShopify(stack, topic, payload)).status, 200)
    await settled(stack, String(id))
  }
  /** Sends the webhooks of an order of two mugs, paid with 54.00 USD and shipped. */
  async function sent(id: bigint): Promise<Payload> {
    const order = orderPayload(id)
    await sendWebhooks(id, ['orders/create', order], ['fulfillments/create', fulfillmentPayload(id + 1n, order)])
    return order
  }
  const ask = (id: bigint, how: string, claim: number, asked: Parameters<typeof claimOf>[2] = {}) =>
    stack.ask(`${id}/${how}`, claimOf(claim, String(id), asked))
  function refusedWith({ status, body }: ClaimAnswer, words: RegExp) {
    assert.equal(status, 422)
    assert.match(body.error!.join('\n'), words)
  }
  const later = { updated_at: '2026-11-24T10:00:00-05:00' }

  test('is refused for goods whose parcel was cancelled', async () => {
    const order = await sent(71_0001n)
    await sendWebhooks(71_0001n, ['fulfillments/update', fulfillmentPayload(71_0002n, order, { status: 'cancelled', ...later })])

    refusedWith(await ask(71_0001n, 'refund', 7101), /nothing of it was sent/)
  })

  test('gets no more than an edit has left of a line', async () => {
    const order = await sent(72_0001n)
    const edited = { ...order, ...later, line_items: [lineOf(72_00011n, { current_quantity: 1 })], current_total_price_set: moneySet('30.00') }
    await sendWebhooks(72_0001n, ['orders/updated', edited])

    refusedWith(await ask(72_0001n, 'refund', 7201, { cents: 3000 }), /more than the 2400 cents/)
    assert.equal((await ask(72_0001n, 'refund', 7201)).status, 200)
    refusedWith(await ask(72_0001n, 'reorder', 7202), /nothing to claim/)
  })

  test('gets no money that the shop has refunded as an amount without lines', async () => {
    const order = await sent(73_0001n)
    const transactions = [{ id: 73_0009n, kind: 'refund', status: 'success', amount: '50.00', currency: 'USD' }]
    const refunds = [{ id: 73_0008n, order_id: 73_0001n, created_at: later.updated_at, refund_line_items: [], transactions }]
    await sendWebhooks(73_0001n, ['orders/updated', { ...order, ...later, financial_status: 'partially_refunded', refunds }])

    refusedWith(await ask(73_0001n, 'store_credit', 7301, { cents: 2400 }), /more than the 400 cents that are left of what was paid for the order/)
    assert.equal((await ask(73_0001n, 'store_credit', 7302, { cents: 400 })).status, 503, 'and a person decides about the rest')
  })

  test('counts the goods of a parcel with two tracking numbers once', async () => {
    const order = orderPayload(74_0001n)
    const [line] = order.line_items as Payload[]
    const numbers = { tracking_numbers: ['1Z1', '1Z2'], tracking_urls: ['https://www.ups.com/1', 'https://www.ups.com/2'] }
    const parcel = fulfillmentPayload(74_0002n, order, { ...numbers, line_items: [{ ...line, quantity: 1 }] })
    await sendWebhooks(74_0001n, ['orders/create', order], ['fulfillments/create', parcel])

    refusedWith(await ask(74_0001n, 'reorder', 7401, { quantity: 2 }), /more than the 1 that can be claimed/)
    assert.equal((await ask(74_0001n, 'reorder', 7402)).status, 200)
  })
})
