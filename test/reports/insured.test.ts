import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { toUpdate } from '../../proxy/reports/insured-lines.ts'
import { addProtectionJob, orderUpdateJob, orderJob, refundProtectionJob, shipmentUpdateJob, shipmentJob } from '../../proxy/reports/report-jobs.ts'
import type { ShipmentReport } from '../../proxy/reports/report-bodies.ts'
import type { OrderInput } from '../../proxy/upstream/protection.ts'
import { orderOf, protectedOrderOf, shipmentOf } from '../proxy/orders.ts'
import { newId, startReporting, type Reporting } from './reporting.ts'

let reporting: Reporting
before(async () => (reporting = await startReporting()))
after(() => reporting.stop())

type Insured = Pick<OrderInput, 'line_items'>
const saying = <Report extends Insured>(report: Report, is_insured: boolean): Report => ({
  ...report,
  line_items: report.line_items.map((line) => ({ ...line, is_insured })),
})

/** Reports a parcel with all lines of the order, all with this `is_insured`. */
async function ship(order: OrderInput, is_insured: boolean) {
  const shipment = saying(shipmentOf(newId(), order), is_insured)
  const [report] = await reporting.ended(await reporting.report(shipmentJob({ shipment })))
  return { report: report!, shipment, insured: await insuredLines(shipment) }
}

async function insuredLines({ shop_shipment_id }: ShipmentReport['shipment']) {
  const { shipments } = await reporting.held()
  const held = shipments.find((one) => one.shop_shipment_id === shop_shipment_id)
  return (held as unknown as Insured | undefined)?.line_items.map(({ is_insured }) => is_insured)
}

const insuredOrderLines = async ({ shop_order_id }: OrderInput) => (await reporting.heldOrder(shop_order_id))!.line_items.map(({ is_insured }) => is_insured)

async function reportOrder(order: OrderInput) {
  await reporting.ended(await reporting.report(orderJob({ order })))
  return order
}

describe('lines are reported as insured', () => {
  test('in no shipment of an order that was reported without protection', async () => {
    const order = await reportOrder(orderOf(newId()))

    const { report, shipment, insured } = await ship(order, true)
    const update = { ...shipment, shopShipmentId: shipment.shop_shipment_id, tracking_number: 'another' }
    const [updated] = await reporting.ended(await reporting.report(shipmentUpdateJob({ update })))

    assert.deepEqual([report.state, updated!.state], ['delivered', 'delivered'])
    assert.deepEqual([insured, await insuredLines(shipment)], [[false], [false]])
  })

  test('in a shipment of a protected order, if its token covers them', async () => {
    const order = await reportOrder(protectedOrderOf(newId(), await reporting.seal(4800)))
    const added = { ...order, line_items: [...order.line_items, { ...order.line_items[0]!, shop_line_item_id: 'added' }] }
    await reporting.ended(await reporting.report(orderJob({ order: added, version: 2000 })))

    assert.deepEqual((await ship(added, true)).insured, [true, false])
  })

  test('in every report after the order was protected later', async () => {
    const order = await reportOrder(orderOf(newId()))
    const { shipment } = await ship(order, false)
    await reporting.ended(await reporting.report(addProtectionJob({ shopOrderId: order.shop_order_id })))
    const before = await insuredLines(shipment)
    await reporting.ended(await reporting.report(orderUpdateJob({ update: toUpdate(order) })))

    assert.deepEqual([before, await insuredOrderLines(order), (await ship(order, false)).insured], [[true], [true], [true]])
  })

  test('in no report after the protection was refunded', async () => {
    const order = await reportOrder(protectedOrderOf(newId(), await reporting.seal(4800)))
    const { shipment, insured } = await ship(order, true)
    await reporting.ended(await reporting.report(refundProtectionJob({ shopOrderId: order.shop_order_id })))
    const refunded = await insuredLines(shipment)
    await reporting.ended(await reporting.report(orderUpdateJob({ update: toUpdate(order) })))
    const afterwards = await insuredOrderLines(order)
    await reporting.ended(await reporting.report(orderJob({ order, version: 2000 })))

    assert.deepEqual([insured, refunded, afterwards, await insuredOrderLines(order)], [[true], [false], [false], [false]])
    assert.deepEqual((await ship(order, true)).insured, [false])
  })

  test('in no report of an order that the service already held without protection, and the report notes that', async () => {
    const order = orderOf(newId())
    await reporting.service.createOrder(order)

    const [report] = await reporting.ended(await reporting.report(orderJob({ order: saying({ ...order, financial_status: 'pending' }, true) })))
    const [again] = await reporting.ended(await reporting.report(orderJob({ order: saying(order, true), version: 2000 })))
    const shipped = await ship(order, true)

    assert.deepEqual([report!.state, again!.state, shipped.report.state], ['delivered', 'delivered', 'delivered'])
    assert.match(again!.notes.join(), /does not hold the order as protected/)
    assert.deepEqual([await insuredOrderLines(order), shipped.insured], [[false], [false]])
  })
})
