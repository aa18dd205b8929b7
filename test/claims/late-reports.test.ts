import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { runCommand } from '../cli/commands.ts'
import { fulfillmentPayload, orderPayload, type Payload } from '../platforms/payloads.ts'
import { drop, fromShopify, jobs, secrets, settled, shop } from '../platforms/sending.ts'
import { until } from '../until.ts'
import { claimOf, delivered, doubtsAbout, startClaims, usd, type ClaimsStack } from './claims-stack.ts'

describe('a claim about an order whose refund has reached the proxy, but not the service', () => {
  let stack: ClaimsStack
  before(async () => (stack = await startClaims({ settings: { SHOPIFY_SHOP: shop, SHOPIFY_APP_SECRETS: secrets.join(',') } })))
  after(() => stack.stop())
  afterEach(() => stack.mend())

  async function send(id: bigint, topic: string, payload: Payload) {
    assert.equal((await fromShopify(stack, topic, payload)).status, 200)
    await settled(stack, String(id))
  }
  /** Sends the webhooks of an order of two mugs, paid with 54.00 USD and shipped. */
  async function sent(id: bigint): Promise<Payload> {
    const order = orderPayload(id)
    await send(id, 'orders/create', order)
    await send(id, 'fulfillments/create', fulfillmentPayload(id + 1n, order))
    return order
  }
  const updated_at = '2026-11-24T10:00:00-05:00'
  const refundOf = (id: bigint) => ({
    ...{ updated_at, financial_status: 'refunded' },
    refunds: [
      {
        ...{ id: 8n, order_id: id, created_at: updated_at, refund_line_items: [] },
        transactions: [{ id: 9n, kind: 'refund', status: 'success', amount: '54.00', currency: 'USD' }],
      },
    ],
  })
  const ask = (id: bigint) => stack.ask(`${id}/store_credit`, claimOf(`c${id}`, String(id), { cents: 4800, quantity: 2 }))
  const paidOut = (id: bigint) => [...stack.resolver.done.values()].filter(({ body }) => body.order_id === String(id)).length

  test('is put off while the service does not accept the report, and refused after that', async () => {
    const order = await sent(71_0001n)
    await stack.fault({ match: { path: '/protection/api/v1/orders*' }, status: 503 })
    await send(71_0001n, 'orders/updated', { ...order, ...refundOf(71_0001n) })

    const { status, retryAfter, body } = await ask(71_0001n)
    assert.deepEqual([status, retryAfter, body.error], [503, '5', ['Reports about the order are still on their way.']])

    await stack.mend()
    await until(
      () => ask(71_0001n),
      ({ status }) => status !== 503,
    )
    assert.match((await ask(71_0001n)).text, /an order that is refunded/)
    assert.equal(paidOut(71_0001n), 0)
  })

  test('is not resolved if the refund arrives after the claim, and before its job has begun', async () => {
    const order = await sent(72_0001n)
    const goOn = stack.resolver.pause('first')
    const claim = (name: string, cents: number) => stack.ask('720001/store_credit', claimOf(name, '720001', { cents }))
    const first = claim('first', 100)
    await until(async () => stack.resolver.asked.some(({ body }) => body.key === 'store_credit/first'), Boolean)
    const second = claim('second', 2400)
    await until(
      () => jobs(stack, { businessKey: '720001', kind: 'claim', states: ['waiting'] }),
      ({ length }) => length === 2,
    )
    await stack.fault({ match: { path: '/protection/api/v1/orders*' }, status: 503 })
    assert.equal((await fromShopify(stack, 'orders/updated', { ...order, ...refundOf(72_0001n) })).status, 200)
    await isPutOff('order')
    goOn()

    assert.equal((await first).status, 200)
    await isPutOff('claim')
    await stack.mend()
    const { status, text } = await second
    assert.equal(status, 422)
    assert.match(text, /an order that is refunded/)
    assert.equal(paidOut(72_0001n), 1)

    /** Waits until a job of this kind was attempted and waits. */
    async function isPutOff(kind: string) {
      await until(
        () => jobs(stack, { businessKey: '720001', kind, states: ['waiting'] }),
        (all) => all.length === 1 && all[0]!.notes.length > 0,
      )
    }
  })

  test('waits for a person while the report is held, and after somebody dropped it', async () => {
    for (const id of [73_0001n, 74_0001n]) {
      const order = await sent(id)
      await send(id, 'orders/updated', { ...order, ...refundOf(id), shipping_address: null })
      const [held] = await jobs(stack, { businessKey: String(id), states: ['held'] })
      if (id === 74_0001n) await drop(stack, held!.id, 'not needed')

      assert.equal((await ask(id)).status, 503)
      assert.match(
        await doubtsAbout(stack, `store_credit/c${id}`),
        id === 74_0001n ? /its newest state could not be reported/ : /may be old: webhook [\w-]+ is held/,
      )
      assert.equal(paidOut(id), 0)
    }
  })

  test('waits for a person if the service refused the report', async () => {
    const order = await sent(75_0001n)
    await stack.fault({ match: { path: '/protection/api/v1/orders*' }, status: 422, body: { error: ['total_price is wrong'] } })
    await send(75_0001n, 'orders/updated', { ...order, ...refundOf(75_0001n) })
    await stack.mend()

    assert.equal((await ask(75_0001n)).status, 503)
    assert.match(await doubtsAbout(stack, 'store_credit/c750001'), /may be old: order [\w-]+ is failed/)
    assert.equal(paidOut(75_0001n), 0)
  })

  test('waits for a person if its order fails a check between the claim and its job', async () => {
    const { shop_order_id: shopOrderId, created_at: _, ...order } = await stack.sent('7600')
    const goOn = stack.resolver.pause('761')
    const first = stack.ask('7600/refund', claimOf(761, '7600', { cents: 100 }))
    await until(async () => stack.resolver.asked.some(({ body }) => body.key === 'refund/761'), Boolean)
    const second = stack.ask('7600/refund', claimOf(762, '7600'))
    await until(
      () => jobs(stack, { businessKey: '7600', kind: 'claim', states: ['waiting'] }),
      ({ length }) => length === 2,
    )
    await delivered(stack.backend, stack.backend.reportOrderUpdate({ ...order, shopOrderId, total_price: usd(3000) }))
    goOn()

    assert.deepEqual([(await first).status, (await second).status], [200, 503])
    assert.match(await doubtsAbout(stack, 'refund/762'), /the order shows 23.00 USD given back, and not for which line/)
    assert.equal((await runCommand(['claims', 'approve', '762', '--yes'], stack.settings)).code, 0)
    assert.equal((await stack.ask('7600/refund', claimOf(762, '7600'))).status, 200)
  })
})
