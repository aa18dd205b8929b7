import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { toUpdate } from '../../proxy/reports/insured-lines.ts'
import { orderUpdateJob, orderJob, shipmentEventJob, shipmentUpdateJob, shipmentJob } from '../../proxy/reports/report-jobs.ts'
import { until } from '../until.ts'
import { orderOf, protectedOrderOf, shipmentOf } from '../proxy/orders.ts'
import { newId, startReporting, type Reporting } from './reporting.ts'

/** Milliseconds by which the clock of the process that accepts reports is behind. */
let behind = 0
let reporting: Reporting
before(async () => (reporting = await startReporting(() => Date.now() - behind)))
after(() => reporting.stop())
afterEach(() => reporting.mend())

const tried = (id: string) =>
  until(
    () => reporting.engine.find(id),
    (job) => job!.attempts > 0,
  )

describe('a report without a version that is sent late', () => {
  for (const [what, fault, state, end] of [
    // The newer report waits behind this one, because each may contain other fields.
    ['after the service responded 404 once', { status: 404 }, 'waiting', 'delivered'],
    ['after the service refused it and a person retries it', { status: 422, body: { error: ['Line items are strange'] } }, 'failed', 'superseded'],
  ] as const) {
    test(`does not undo a newer one: of an order, ${what}`, async () => {
      const order = orderOf(newId())
      const update = toUpdate(order)
      await reporting.ended(await reporting.report(orderJob({ order })))
      await reporting.fault({ match: { method: 'PATCH', path: '/protection/api/v1/orders' }, ...fault, times: 1 })

      const [old] = await reporting.report(orderUpdateJob({ update: { ...update, financial_status: 'pending' } }))
      const before = await tried(old!)
      await reporting.ended(await reporting.report(orderUpdateJob({ update: { ...update, financial_status: 'refunded' } })))
      await reporting.engine.retry([old!])
      const [job] = await reporting.ended([old!])

      assert.deepEqual([before!.state, job!.state], [state, end])
      assert.equal((await reporting.heldOrder(order.shop_order_id))!.financial_status, 'refunded')
    })

    test(`does not undo a newer one: of a shipment, ${what}`, async () => {
      const order = orderOf(newId())
      const shipment = shipmentOf(newId(), order)
      const update = { ...shipment, shopShipmentId: shipment.shop_shipment_id }
      await reporting.ended(await reporting.report(orderJob({ order }), shipmentJob({ shipment })))
      await reporting.fault({ match: { method: 'PATCH', path: '/protection/api/v1/shipments' }, ...fault, times: 1 })

      const [old] = await reporting.report(shipmentUpdateJob({ update: { ...update, tracking_number: 'old' } }))
      await tried(old!)
      await reporting.ended(await reporting.report(shipmentUpdateJob({ update: { ...update, tracking_number: 'new' } })))
      await reporting.engine.retry([old!])
      const [job] = await reporting.ended([old!])

      const { shipments } = await reporting.held()
      assert.equal(job!.state, end)
      assert.equal(shipments.find(({ shop_shipment_id }) => shop_shipment_id === shipment.shop_shipment_id)!.tracking_number, 'new')
    })
  }

  test('is delivered even if the clock of the process that accepted it was behind', async () => {
    const order = orderOf(newId())
    await reporting.ended(await reporting.report(orderJob({ order })))
    await reporting.ended(await reporting.report(orderUpdateJob({ update: { ...toUpdate(order), financial_status: 'pending' } })))
    behind += 200

    const jobs = await reporting.ended(await reporting.report(orderUpdateJob({ update: { ...toUpdate(order), financial_status: 'refunded' } })))

    assert.deepEqual([jobs[0]!.state, (await reporting.heldOrder(order.shop_order_id))!.financial_status], ['delivered', 'refunded'])
  })

  test('that creates an order changes nothing if a corrected one was delivered meanwhile', async () => {
    const order = orderOf(newId())
    await reporting.fault({ match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 422, body: { error: ['Total price is strange'] }, times: 1 })

    const [old] = await reporting.report(orderJob({ order: { ...order, financial_status: 'pending' } }))
    await reporting.ended([old!])
    await reporting.ended(await reporting.report(orderJob({ order })))
    await reporting.engine.retry([old!])
    const [job] = await reporting.ended([old!])

    assert.deepEqual([job!.state, (await reporting.heldOrder(order.shop_order_id))!.financial_status], ['superseded', 'paid'])
  })
})

describe('the words of a refusal', () => {
  test('concern the field at their beginning, whatever text of customers they quote', async () => {
    const id = newId()
    const order = protectedOrderOf(id, await reporting.seal(4800))
    const shipment = shipmentOf(newId(), orderOf(id))
    await reporting.fault({
      match: { method: 'POST', path: '/protection/api/v1/orders' },
      status: 422,
      body: { error: ['Line items name "Token of love, already quoted" is too short'] },
      times: 1,
    })
    const [refused] = await reporting.ended(await reporting.report(orderJob({ order })))
    await reporting.ended(await reporting.report(orderJob({ order: { ...order, shop_order_number: 'K-mended' } })))
    await reporting.fault({ match: { path: '/protection/api/v1/shipments' }, status: 422, body: { error: ['Line items of it must exist'] }, times: 1 })
    const [sent] = await reporting.ended(await reporting.report(shipmentJob({ shipment })))

    assert.deepEqual([refused!.state, sent!.state], ['failed', 'failed'])
    assert.match(refused!.notes.join(), /Token of love/)
    assert.equal((await reporting.heldOrder(id))!.is_protected, true)
  })
})

test('an event with ids of the maximum length is delivered, and so is another one whose id differs in the last character', async () => {
  const order = orderOf(newId())
  const shipment = { ...shipmentOf(newId(), order), shop_shipment_id: newId().padEnd(255, 's') }
  const event = { shopShipmentId: shipment.shop_shipment_id, status: 'delivered' as const, created_at: shipment.created_at }

  const jobs = await reporting.ended(
    await reporting.report(
      orderJob({ order }),
      shipmentJob({ shipment }),
      shipmentEventJob({ ...event, shop_shipment_event_id: 'e'.repeat(255) }),
      shipmentEventJob({ ...event, shop_shipment_event_id: `${'e'.repeat(254)}f` }),
    ),
  )

  assert.deepEqual([...new Set(jobs.map(({ state }) => state))], ['delivered'])
  const { events } = await reporting.held()
  assert.equal(events.filter(({ shop_shipment_id }) => shop_shipment_id === shipment.shop_shipment_id).length, 2)
})
