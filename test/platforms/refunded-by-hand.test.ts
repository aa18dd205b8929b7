import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../stack.ts'
import { chargeOf, lineOf, moneySet, orderPayload, refundPayload, type Payload } from './payloads.ts'
import { useRefundingStack } from './refunding.ts'
import { drop, fromShopify, fromWooCommerce, retry, jobs } from './sending.ts'
import { wooFee, wooOrder } from './woocommerce-payloads.ts'

const { started, newId, quote } = useRefundingStack(6_100_000_000_000_000_000n)
const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** Waits until no job of an order is waiting; resolves to its refunds. */
async function refundsOf(id: bigint) {
  const all = await until(
    () => jobs(started.stack, { businessKey: String(id) }),
    (some) => some.length > 0 && some.every(({ state }) => state !== 'waiting'),
  )
  return all.filter(({ kind }) => kind === 'platform-refund')
}

/** The amounts that the shop was requested to refund, one for each request. */
const asked = (id: bigint) =>
  started.resolver.asked
    .filter(({ path, body }) => path.endsWith('/refund') && body.order_id === String(id))
    .flatMap(({ body }) => (body.lines as { amount: { cents: number } }[]).map(({ amount }) => amount.cents))

/** An order of WooCommerce with protection for another cart, so that its fee has to be refunded. */
async function wooOrders() {
  const id = newId()
  const sealed = await quote(1000)
  const fee = { ...wooFee(sealed.token, (sealed.price.cents / 100).toFixed(2)), id: id + 2n }
  const placed = later(0).slice(0, 19)
  const send = (seconds: number, changes: Payload = {}) =>
    fromWooCommerce(
      started.stack,
      'order.updated',
      wooOrder(id, { fee_lines: [fee], date_created_gmt: placed, date_modified_gmt: later(seconds).slice(0, 19), ...changes }),
    )
  return { id, fee, price: sealed.price.cents, send }
}

describe('a refund that a person has made and dropped', () => {
  test('is not made again when the order is updated, whether its update shows the refund or not', async () => {
    for (const refunds of [[{ id: 9, total: '-1.50' }], []]) {
      const { id, send } = await wooOrders()
      started.resolver.refuse(String(id), 'the gateway is away')
      await send(0)
      const [held] = await refundsOf(id)
      assert.equal(held!.state, 'held')
      const before = asked(id).length

      await drop(started.stack, held!.id, 'given back by hand')
      started.resolver.accept(String(id))
      await send(2, { status: 'completed', refunds })

      assert.deepEqual([(await refundsOf(id)).map(({ state }) => state), asked(id).length], [['dropped'], before])
    }
  })

  test('is made by the proxy if the person retries the dropped job', async () => {
    const { id, send, price } = await wooOrders()
    started.resolver.refuse(String(id), 'the gateway is away')
    await send(0)
    const [held] = await refundsOf(id)
    await drop(started.stack, held!.id, 'by mistake')
    started.resolver.accept(String(id))

    await retry(started.stack, held!.id)

    assert.deepEqual([(await refundsOf(id)).map(({ state }) => state), asked(id)], [['delivered'], [price, price]])
  })
})

describe('a refund of WooCommerce whose answer was lost', () => {
  test('is requested again under its key although the order shows it, and no second refund is made', async () => {
    const { id, fee, price, send } = await wooOrders()
    const line = String(fee.id)
    // The shop keeps failing while the order is updated.
    started.resolver.trouble(line, 'drop after', ...Array.from({ length: 20 }, () => ({ status: 503 })))
    await send(0)
    const [waiting] = await until(
      () => jobs(started.stack, { businessKey: String(id), kind: 'platform-refund' }),
      ([job]) => (job?.notes.length ?? 0) > 0,
    )
    await send(2, { status: 'completed', refunds: [{ id: 9, total: (-price / 100).toFixed(2) }] })
    await until(
      () => jobs(started.stack, { businessKey: String(id), kind: 'order' }),
      (reports) => reports.length === 2 && reports.every(({ state }) => state === 'delivered'),
    )
    started.resolver.trouble(line)

    await retry(started.stack, waiting!.id)

    assert.deepEqual(
      (await refundsOf(id)).map(({ state }) => state),
      ['delivered'],
    )
    assert.equal([...started.resolver.done.values()].filter(({ body }) => body.order_id === String(id)).length, 1)
  })

  test('is instead left to a person if the shop had refused it and the order shows it', async () => {
    const { id, price, send } = await wooOrders()
    started.resolver.refuse(String(id), 'the gateway is away')
    await send(0)
    const [held] = await refundsOf(id)
    const before = asked(id).length
    started.resolver.accept(String(id))
    await send(2, { status: 'completed', refunds: [{ id: 9, total: (-price / 100).toFixed(2) }] })
    await refundsOf(id)

    await retry(started.stack, held!.id)

    const [refund] = await refundsOf(id)
    assert.deepEqual([refund!.state, asked(id).length], ['held', before])
    assert.match(refund!.notes.join(), /given back, and not for which line, so a person decides/)
  })
})

describe('a refund that the order shows', () => {
  test('is left to a person if WooCommerce reports only its sum: it may be the same refund', async () => {
    const { id, send } = await wooOrders()

    await send(0, { refunds: [{ id: 9, total: '-1.50' }] })

    const [refund] = await refundsOf(id)
    assert.deepEqual([refund!.state, asked(id)], ['held', []])
    assert.match(refund!.notes.join(), /the order shows 1\.50 USD given back, and not for which line, so a person decides/)
  })

  test('is left to a person if Shopify reports it without lines', async () => {
    const id = newId()
    const order = orderPayload(id, {
      created_at: later(0),
      updated_at: later(0),
      financial_status: 'partially_refunded',
      line_items: [lineOf(id + 1n), chargeOf(id + 2n, await quote(1000))],
      refunds: [{ id: id + 3n, refund_line_items: [], transactions: [{ kind: 'refund', status: 'success', amount: '0.98', currency: 'USD' }] }],
    })

    await fromShopify(started.stack, 'orders/create', order)

    assert.deepEqual([(await refundsOf(id)).map(({ state }) => state), asked(id)], [['held'], []])
  })

  test('of other lines at Shopify does not prevent the refund of protection', async () => {
    const id = newId()
    const sealed = await quote(1000)
    const mug = lineOf(id + 3n, { quantity: 1, current_quantity: 0 })
    const line_items = [lineOf(id + 1n), chargeOf(id + 2n, sealed), mug]
    const order = orderPayload(id, { created_at: later(0), updated_at: later(0), financial_status: 'partially_refunded', line_items })
    const transactions = [{ kind: 'refund', status: 'success', amount: '24.00', currency: 'USD' }]

    await fromShopify(started.stack, 'orders/create', { ...order, refunds: [{ ...refundPayload(id + 4n, order, [mug]), transactions }] })

    assert.deepEqual([(await refundsOf(id)).map(({ state }) => state), asked(id)], [['delivered'], [sealed.price.cents]])
  })

  test('ends a waiting refund once WooCommerce shows the whole order as refunded', async () => {
    const { id, fee, send } = await wooOrders()
    started.resolver.trouble(String(fee.id), ...Array.from({ length: 20 }, () => ({ status: 503 })))
    await send(0)
    const [waiting] = await until(
      () => jobs(started.stack, { businessKey: String(id), kind: 'platform-refund' }),
      ([job]) => (job?.notes.length ?? 0) > 0,
    )
    await send(2, { status: 'refunded', refunds: [{ id: 9, total: '-52.35' }] })
    await until(
      () => jobs(started.stack, { businessKey: String(id), kind: 'order' }),
      (reports) => reports.length === 2 && reports.every(({ state }) => state === 'delivered'),
    )
    const before = asked(id).length

    await retry(started.stack, waiting!.id)

    assert.deepEqual([(await refundsOf(id)).map(({ state }) => state), asked(id).length], [['superseded'], before])
  })
})

test('a quote allows one refund, although that refund changes the rest of its line', async () => {
  const id = newId()
  const sealed = await quote(4800)
  const tax_lines = [{ price: '0.25', price_set: moneySet('0.25') }]
  const charge = chargeOf(id + 2n, sealed, { quantity: 3, current_quantity: 3, tax_lines })
  const order = orderPayload(id, { created_at: later(0), updated_at: later(0), line_items: [lineOf(id + 1n), charge] })
  await fromShopify(started.stack, 'orders/create', order)
  await refundsOf(id)

  const refunds = [refundPayload(id + 4n, order, [{ ...charge, quantity: 1 }])]
  const line_items = [lineOf(id + 1n), { ...charge, current_quantity: 2 }]
  await fromShopify(started.stack, 'orders/updated', { ...order, updated_at: later(2), line_items, refunds })

  const states = (await refundsOf(id)).map(({ state, subject }) => `${subject.split(':')[0]} ${state}`)
  assert.equal(asked(id).length, 1, asked(id).join())
  assert.ok(asked(id)[0]! <= sealed.price.cents + 9)
  assert.ok(states.includes('beyond held'), states.join())
})
