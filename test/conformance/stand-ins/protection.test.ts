import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderInput } from '../../../proxy/upstream/protection.ts'
import { event, order, shipment } from './orders.ts'
import { refused, startServices } from './start.ts'

const usd = (cents: number) => ({ cents, currency: 'USD' })

const post = async (url: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') => {
  const answer = await fetch(url, {
    method,
    body: JSON.stringify(body),
    headers: { 'X-API-Key': 'protection-key', 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe('quotes', () => {
  test('cost 2.5 %, rounded up to the next step, never under the lowest', async () => {
    const { protection } = await startServices()
    const prices = []
    for (const cents of [1, 6000, 6001, 10_000, 10_001, 600_000]) prices.push((await protection.quote({ cart: { amount_insured: usd(cents) } })).price)
    assert.deepEqual(prices, [150, 150, 175, 250, 275, 15_000].map(usd))
  })

  test("name the variant to sell in the shop's currency, and none in another", async () => {
    const { protection } = await startServices()
    assert.deepEqual((await protection.quote({ cart: { amount_insured: usd(6200) } })).variant, { id: 9_900_000_175, sku: 'PROTECT-175' })
    const { price, variant } = await protection.quote({ cart: { amount_insured: { cents: 9000, currency: 'JPY' } } })
    assert.deepEqual([price, variant], [{ cents: 225, currency: 'JPY' }, undefined])
  })

  test('carry a token that breaks where it is not encoded', async () => {
    const { protection } = await startServices()
    const { token } = await protection.quote({ cart: { amount_insured: usd(6200) } })
    for (const character of '$/+=') assert.ok(token.includes(character), character)
  })

  test('refuse what cannot be protected, the field first', async () => {
    const { protection } = await startServices()
    await assert.rejects(
      protection.quote({ cart: { amount_insured: usd(600_001) } }),
      refused(422, { error: ['Amount insured is more than can be protected'] }),
    )
    await assert.rejects(protection.quote({ cart: { amount_insured: usd(0) } }), refused(422, { error: ['Amount insured must be greater than 0'] }))
    await assert.rejects(protection.quote({ cart: {} } as never), refused(422, { error: ['Amount insured is required'] }))
    await assert.rejects(protection.quote({} as never), refused(422, { error: ['Cart is required'] }))
  })
})

describe('orders', () => {
  test('an amount other than the quoted one is taken, and flagged', async () => {
    const { protection, list } = await startServices()
    const { token } = await protection.quote({ cart: { amount_insured: usd(100) } })
    await protection.createOrder(order({ purchased_quote_token: token, amount_insured: usd(4800) }))
    assert.deepEqual((await list('orders')).at(-1)?.flags, ['Amount insured differs from the quote'])
  })

  test('the same order again is stored once, another under its id is refused', async () => {
    const { address, protection, list } = await startServices()
    const { token } = await protection.quote({ cart: { amount_insured: usd(4800) } })
    const reported = order({ purchased_quote_token: token, amount_insured: usd(4800) })
    const url = `${address}/protection/api/v1/orders`
    const first = await post(url, reported)
    const again = await post(url, reported)
    assert.deepEqual([first.status, again.status], [201, 200])
    assert.deepEqual(again.body, first.body)
    await assert.rejects(protection.createOrder(order()), refused(422, { error: ['Shop order id has already been taken'] }))
    assert.equal((await list('orders')).filter(({ shop_order_id }) => shop_order_id === '9001').length, 1)
  })

  test('protection can be added later, unless something speaks against it', async () => {
    const { protection, pass } = await startServices()
    await protection.createOrder(order())
    const added = await protection.addInsurance({ shopOrderId: '9001' })
    assert.deepEqual([added?.insurance_paid, added?.amount_insured], [usd(0), usd(4800)])

    const because = (reason: string) => refused(422, { error: [`Order is not eligible for protection: ${reason}`] })
    await assert.rejects(protection.addInsurance({ shopOrderId: '9001' }), because('it is already protected'))
    await protection.createOrder(order({ shop_order_id: '9002', financial_status: 'voided' }))
    await assert.rejects(protection.addInsurance({ shopOrderId: '9002' }), because('it is voided'))
    await protection.createOrder(order({ shop_order_id: '9003', line_items: order().line_items.slice(1) }))
    await assert.rejects(protection.addInsurance({ shopOrderId: '9003' }), because('nothing in it ships'))
    await protection.createOrder(order({ shop_order_id: '9004' }))
    await protection.createShipment(shipment({ shop_order_id: '9004' }))
    await protection.createShipmentEvent(event('e1', 'delivered', order().created_at))
    await assert.rejects(protection.addInsurance({ shopOrderId: '9004' }), because('it is already delivered'))
    await protection.createOrder(order({ shop_order_id: '9006', created_at: new Date(Date.now() + 25 * 3_600_000).toISOString() }))
    await assert.rejects(protection.addInsurance({ shopOrderId: '9006' }), because('it is dated in the future'))
    await protection.createOrder(order({ shop_order_id: '9005' }))
    pass(15 * 86_400_000)
    await assert.rejects(protection.addInsurance({ shopOrderId: '9005' }), because('it was placed too long ago'))
    await assert.rejects(protection.addInsurance({ shopOrderId: 'unknown' }), refused(404))
  })

  test('protection that is added later is of what is left, and marks its lines', async () => {
    const { protection } = await startServices()
    const [mugs, song] = order().line_items as [OrderInput['line_items'][number], OrderInput['line_items'][number]]
    const cad = (cents: number) => ({ cents, currency: 'CAD' })
    for (const [index, [changes, amount, presentment]] of (
      [
        [{ refunded_quantity: 1 }, usd(2400), undefined],
        [{ refunded_quantity: 1, refunded_price: usd(800) }, usd(4000), undefined],
        [{ refunded_price: usd(1200), total_price_presentment: cad(6600) }, usd(3600), cad(4950)],
        [{ refunded_quantity: 1, refunded_price_presentment: cad(3000), total_price_presentment: cad(6600) }, usd(2400), cad(3600)],
      ] as const
    ).entries()) {
      const shopOrderId = `a${index}`
      await protection.createOrder(order({ shop_order_id: shopOrderId, line_items: [{ ...mugs, ...changes }, song] }))
      const added = (await protection.addInsurance({ shopOrderId })) as OrderInput
      assert.deepEqual([added.amount_insured, added.amount_insured_presentment], [amount, presentment])
      assert.deepEqual(
        added.line_items.map(({ is_insured }) => is_insured),
        [true, false],
      )
    }
    await protection.createOrder(order({ shop_order_id: 'none', line_items: [{ ...mugs, refunded_quantity: 2 }, song] }))
    await assert.rejects(
      protection.addInsurance({ shopOrderId: 'none' }),
      refused(422, { error: ['Order is not eligible for protection: nothing is left of what ships in it'] }),
    )
  })

  test('refunded protection is noted once, and needs protection', async () => {
    const { protection, list } = await startServices()
    await protection.createOrder(order())
    await assert.rejects(protection.refundInsurance({ shopOrderId: '9001' }), refused(422))
    await protection.addInsurance({ shopOrderId: '9001' })
    await protection.refundInsurance({ shopOrderId: '9001' })
    await protection.refundInsurance({ shopOrderId: '9001' })
    const held = (await list('orders')).at(-1)
    assert.deepEqual([held?.is_protected, held?.protection_refunded], [false, true])
    await assert.rejects(protection.refundInsurance({ shopOrderId: 'unknown' }), refused(404))
  })
})

describe('shipments', () => {
  test('insure nothing of an order that is not protected, and an update of it does not either', async () => {
    const { protection } = await startServices()
    await protection.createOrder(order())
    await protection.createShipment(shipment())
    const inVain = <Report extends { line_items: OrderInput['line_items'] }>(report: Report) => ({
      ...report,
      line_items: report.line_items.map((line) => ({ ...line, is_insured: true })),
    })
    const refusal = refused(422, { error: ['Line items 1 is insured is true, and the order is not protected'] })

    await assert.rejects(protection.createShipment(inVain(shipment({ shop_shipment_id: '5002' }))), refusal)
    await assert.rejects(protection.updateShipment({ ...inVain(shipment()), shopShipmentId: '5001' }), refusal)
    const { line_items, ...fields } = order()
    await assert.rejects(
      protection.updateOrder({ shopOrderId: '9001', ...fields, line_items: inVain({ line_items: line_items.slice(0, 1) }).line_items }),
      refusal,
    )

    await protection.addInsurance({ shopOrderId: '9001' })
    await protection.createShipment(inVain(shipment({ shop_shipment_id: '5002' })))
    await protection.refundInsurance({ shopOrderId: '9001' })
    await assert.rejects(protection.createShipment(inVain(shipment({ shop_shipment_id: '5003' }))), refusal)
  })

  test('need an order that is known', async () => {
    const { protection } = await startServices()
    await assert.rejects(protection.createShipment(shipment()), refused(422, { error: ['Shop order id must exist'] }))
  })

  test('an event is stored once, and needs a shipment', async () => {
    const { protection, list } = await startServices()
    await protection.createOrder(order())
    await protection.createShipment(shipment())
    const before = (await list('events')).length
    const scanned = event('e1', 'in_transit', order().created_at)
    await protection.createShipmentEvent(scanned)
    await assert.rejects(protection.createShipmentEvent(scanned), refused(409, { error: ['Shop shipment event id has already been taken'] }))
    assert.equal((await list('events')).length, before + 1)
    await assert.rejects(protection.createShipmentEvent({ ...scanned, shopShipmentId: 'unknown' }), refused(404))
    await assert.rejects(protection.createShipmentEvent({ ...scanned, status: 'eaten' as never }), refused(422))
  })
})

describe('the two namings', () => {
  test('an order in protected words is answered in them', async () => {
    const { address, list } = await startServices()
    const base = `${address}/protection/api/v1`
    const quoted = await post(`${base}/quotes`, { cart: { amount_protected: usd(4800) } })
    const { line_items, ...rest } = order({ purchased_quote_token: String(quoted.body.token) })
    const lines = line_items.map(({ is_insured, ...line }) => ({ ...line, is_protected: is_insured }))
    const { status, body } = await post(`${base}/orders`, { ...rest, line_items: lines, amount_protected: usd(4800) })
    assert.equal(status, 201)
    assert.deepEqual([body.amount_protected, 'amount_insured' in body], [usd(4800), false])
    assert.equal((body.line_items as Record<string, unknown>[])[0]?.is_protected, true)
    assert.deepEqual((await list('orders')).at(-1)?.amount_insured, usd(4800))
  })

  test('both paths do the same, each in its words', async () => {
    const { address, protection } = await startServices()
    await protection.createOrder(order())
    const added = await post(`${address}/protection/api/v1/orders/9001/add_protection`, {}, {}, 'PATCH')
    assert.deepEqual([added.status, added.body.amount_protected], [200, usd(4800)])
    const refunded = await post(`${address}/protection/api/v1/orders/9001/refund_insurance`, {}, {}, 'PATCH')
    assert.deepEqual([refunded.status, refunded.body.amount_insured], [200, usd(4800)])
  })

  test('a refusal of protected words speaks them', async () => {
    const { address } = await startServices()
    const { body } = await post(`${address}/protection/api/v1/quotes`, { cart: { amount_protected: usd(0) } })
    assert.deepEqual(body, { error: ['Amount protected must be greater than 0'] })
  })
})
