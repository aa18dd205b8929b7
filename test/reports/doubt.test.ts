import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { addProtectionJob, orderJob, shipmentEventJob, shipmentJob } from '../../proxy/reports/report-jobs.ts'
import { toUpdate } from '../../proxy/reports/insured-lines.ts'
import { until } from '../until.ts'
import { orderOf, protectedOrderOf, shipmentOf } from '../proxy/orders.ts'
import { newId, startReporting, type Reporting } from './reporting.ts'

let reporting: Reporting
before(async () => (reporting = await startReporting()))
after(() => reporting.stop())
afterEach(() => reporting.mend())

const orders = '/protection/api/v1/orders'
const askedFor = async (...operations: string[]) => Promise.all(operations.map((operation) => reporting.asked(operation)))

/** Runs `act`; resolves to its result and to how often each operation of the service was called meanwhile. */
async function counted<Result>(operations: string[], act: () => Promise<Result>): Promise<{ result: Result; more: number[] }> {
  const before = await askedFor(...operations)
  const result = await act()
  const now = await askedFor(...operations)
  return { result, more: now.map((count, index) => count - before[index]!) }
}

describe('a report whose answer was lost', () => {
  for (const [drop, asked] of [
    ['after', [1, 1]],
    ['before', [2, 1]],
  ] as const) {
    test(`of an order, ${drop} its effect, is followed by an update, and the order is ${drop === 'after' ? 'not created again' : 'created'}`, async () => {
      const id = newId()
      const order = protectedOrderOf(id, await reporting.seal(4800))
      await reporting.fault({ match: { method: 'POST', path: orders }, drop, times: 1 })

      const { result, more } = await counted([`POST ${orders}`, `PATCH ${orders}/:shopOrderId`], async () =>
        reporting.ended(await reporting.report(orderJob({ order }))),
      )

      assert.deepEqual([result[0]!.state, result[0]!.result, result[0]!.attempts], ['delivered', { protected: true }, 2])
      assert.deepEqual(more, asked)
      const held = await reporting.heldOrder(id)
      assert.deepEqual([held!.is_protected, held!.line_items.map(({ is_insured }) => is_insured)], [true, [true]])
    })

    test(`of a shipment, ${drop} its effect, leaves one shipment and one event at the service`, async () => {
      const id = newId()
      const order = orderOf(id)
      const shipment = shipmentOf(newId(), order)
      await reporting.ended(await reporting.report(orderJob({ order })))
      await reporting.fault({ match: { method: 'POST', path: '/protection/api/v1/shipments' }, drop, times: 2 })

      const jobs = await reporting.ended(
        await reporting.report(
          shipmentJob({ shipment }),
          shipmentEventJob(
            { shopShipmentId: shipment.shop_shipment_id, shop_shipment_event_id: '1', status: 'delivered', created_at: shipment.created_at },
            id,
          ),
        ),
      )

      assert.deepEqual(
        jobs.map(({ state }) => state),
        ['delivered', 'delivered'],
      )
      const { shipments, events } = await reporting.held()
      assert.equal(shipments.filter(({ shop_order_id }) => shop_order_id === id).length, 1)
      assert.equal(events.filter(({ shop_shipment_id }) => shop_shipment_id === shipment.shop_shipment_id).length, 1)
    })
  }

  test('leaves the order unprotected if the service refused the token before, although it would accept the token now', async () => {
    const id = newId()
    const order = protectedOrderOf(id, await reporting.seal(4800))
    await reporting.fault({ match: { method: 'POST', path: orders }, status: 422, body: { error: ['Purchased quote token is invalid'] }, times: 1 })
    await reporting.fault({ match: { method: 'POST', path: orders }, drop: 'before', times: 1 })

    const [job] = await reporting.ended(await reporting.report(orderJob({ order })))

    assert.deepEqual([job!.state, job!.result], ['delivered', { protected: false }])
    assert.match(job!.notes.join('\n'), /the service refused the quote token: refund what was paid for it/)
    assert.equal((await reporting.heldOrder(id))!.is_protected, false)
  })

  test('keeps the first verdict on its quote, although the keys change before the retry', async () => {
    const id = newId()
    const order = protectedOrderOf(id, await reporting.seal(4800))
    await reporting.fault({ match: { path: orders }, status: 503 })
    const ids = await reporting.report(orderJob({ order }))
    await until(
      () => reporting.engine.find(ids[0]!),
      (job) => job!.attempts > 0,
    )

    await reporting.restart({ SESSION_KEYS: `new:${Buffer.alloc(32, 7).toString('base64url')}` })
    await reporting.mend()
    await reporting.engine.retry(ids)
    const [job] = await reporting.ended(ids)
    await reporting.restart()

    assert.deepEqual([job!.state, job!.result], ['delivered', { protected: true }])
    assert.equal((await reporting.heldOrder(id))!.is_protected, true)
  })

  test('of protection that is added later counts as delivered if the service says that it is already added', async () => {
    const id = newId()
    await reporting.ended(await reporting.report(orderJob({ order: orderOf(id) })))
    await reporting.fault({ match: { method: 'PATCH', path: orders }, drop: 'after', times: 1 })

    const [job] = await reporting.ended(await reporting.report(addProtectionJob({ shopOrderId: id })))

    assert.deepEqual([job!.state, job!.result], ['delivered', { protected: true }])
  })
})

test('an order that the service already has is updated, and its protection is reported as unknown', async () => {
  const id = newId()
  const order = orderOf(id)
  await reporting.ended(await reporting.report(orderJob({ order })))
  await reporting.restart({ DATA_DIR: `${reporting.folder}-lost` })

  const [job] = await reporting.ended(await reporting.report(orderJob({ order: { ...order, financial_status: 'voided' } })))
  await reporting.restart()

  assert.deepEqual([job!.state, job!.result], ['delivered', { protected: null }])
  assert.match(job!.notes.join(), /had this order before/)
  assert.equal((await reporting.heldOrder(id))!.financial_status, 'voided')
})

test('an order is retried after a 404 at the service’s address, and its note names the setting to check', async () => {
  await reporting.fault({ match: { method: 'POST', path: orders }, status: 404, times: 1 })

  const [job] = await reporting.ended(await reporting.report(orderJob({ order: orderOf(newId()) })))

  assert.deepEqual([job!.state, job!.attempts], ['delivered', 2])
  assert.match(job!.notes.join(), /check PROTECTION_BASE_URL/)
})

test('an order that the service has lost is created anew, with the same token', async () => {
  const id = newId()
  const order = protectedOrderOf(id, await reporting.seal(4800))
  await reporting.ended(await reporting.report(orderJob({ order, version: 1000 })))
  await reporting.fault({ match: { method: 'PATCH', path: orders }, status: 404, times: 1 })

  const { result, more } = await counted([`POST ${orders}`], async () => reporting.ended(await reporting.report(orderJob({ order, version: 2000 }))))

  assert.deepEqual([result[0]!.state, more], ['delivered', [1]])
  assert.equal((await reporting.heldOrder(id))!.is_protected, true)
})

describe('an update that is built from an order', () => {
  const usd = (cents: number) => ({ cents, currency: 'USD' })
  const eur = (cents: number) => ({ cents, currency: 'EUR' })

  test('is in the customer’s currency, and the service accepts it', async () => {
    const id = newId()
    const order = orderOf(id, {
      subtotal_price_presentment: eur(4400),
      total_discounts_price_presentment: eur(0),
      total_shipping_price_presentment: eur(550),
      total_tax_price_presentment: eur(0),
      total_price_presentment: eur(4950),
      line_items: orderOf(id).line_items.map((line) => ({
        ...line,
        total_price_presentment: eur(4400),
        refunded_quantity: 1,
        refunded_price: usd(2400),
        refunded_price_presentment: eur(2200),
      })),
    })
    const reports = [orderJob({ order }), orderJob({ order: { ...order, financial_status: 'refunded' } })]

    const jobs = await reporting.ended(await reporting.report(...reports))

    assert.deepEqual(
      jobs.map(({ state }) => state),
      ['delivered', 'delivered'],
    )
    const { total_price, line_items } = toUpdate(order)
    assert.deepEqual(
      [total_price, line_items[0]!.unit_price, line_items[0]!.total_price, line_items[0]!.refunded_price],
      [eur(4950), eur(2200), eur(4400), eur(2200)],
    )
  })

  test('is in the shop’s currency if the order lacks some prices in the customer’s currency', () => {
    const order = orderOf(newId(), { total_price_presentment: eur(4950) })

    assert.deepEqual([toUpdate(order).total_price, toUpdate(order).line_items], [order.total_price, order.line_items])
  })
})
