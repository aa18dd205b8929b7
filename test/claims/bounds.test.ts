import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OrderInput } from '../../proxy/upstream/protection.ts'
import { orderOf, shipmentOf } from '../proxy/orders.ts'
import { until } from '../until.ts'
import { claimOf, delivered, startClaims, usd, type ClaimAnswer, type ClaimsStack } from './claims-stack.ts'

describe('the bounds of a claim', () => {
  let stack: ClaimsStack
  before(async () => (stack = await startClaims()))
  after(() => stack.stop())
  const moved = (order: string) => [...stack.resolver.done.values()].filter(({ body }) => body.order_id === order).length

  function refusedWith({ status, body }: ClaimAnswer, words: RegExp) {
    assert.equal(status, 422)
    assert.match(body.error!.join('\n'), words)
  }

  /** Reports that the shop has refunded the price of one mug. */
  async function giveOneBack({ shop_order_id: shopOrderId, created_at: _, ...update }: OrderInput) {
    const line_items = update.line_items.map((line) => ({ ...line, refunded_quantity: 1, refunded_price: usd(2400) }))
    await delivered(stack.backend, stack.backend.reportOrderUpdate({ ...update, shopOrderId, line_items }))
  }

  test('refuse an order that was never reported, with the remedy', async () => {
    refusedWith(await stack.ask('8000/refund', claimOf(800, '8000')), /^shop_order_id "8000" was never reported.*reconcile/)
    assert.equal(moved('8000'), 0)
  })

  test('allow a claim that was refused before, once its order is reported', async () => {
    await stack.ask('8001/refund', claimOf(801, '8001'))
    await stack.sent('8001')

    assert.equal((await stack.ask('8001/refund', claimOf(801, '8001'))).status, 200)
  })

  test('refuse a line that the order does not have', async () => {
    await stack.sent('8002')

    refusedWith(
      await stack.ask('8002/refund', { line_items: [{ shop_line_item_id: 'other', quantity_to_issue: 1, to_issue_amount: usd(1) }] }),
      /"other", which is not in the order/,
    )
  })

  test('refuse more pieces than were sent', async () => {
    const order = await stack.ordered('8003')
    refusedWith(await stack.ask('8003/refund', claimOf(803, '8003')), /nothing of it was sent/)
    const { id } = await stack.backend.reportShipment({
      shop_shipment_id: '80035',
      shop_order_id: '8003',
      tracking_number: '1Z',
      tracking_company: 'UPS',
      line_items: order.line_items.map((line) => ({ ...line, quantity: 1 })),
      created_at: order.created_at,
    })
    await until(
      () => stack.backend.getReport({ id }),
      ({ state }) => state === 'delivered',
    )

    refusedWith(await stack.ask('8003/reorder', claimOf(803, '8003', { quantity: 2 })), /more than the 1 that can be claimed/)
    assert.equal((await stack.ask('8003/reorder', claimOf(803, '8003'))).status, 200)
    refusedWith(await stack.ask('8003/refund', claimOf(8031, '8003')), /nothing to claim/)
  })

  for (const [how, order] of [
    ['refund', '8004'],
    ['store_credit', '8005'],
  ] as const)
    test(`refuse more money by ${how} than was paid for the line`, async () => {
      await stack.sent(order)

      refusedWith(await stack.ask(`${order}/${how}`, claimOf(order, order, { quantity: 2, cents: 4801 })), /more than the 4800 cents/)
      assert.equal((await stack.ask(`${order}/${how}`, claimOf(order, order, { quantity: 2, cents: 4800 }))).status, 200)
      assert.equal(moved(order), 1)
    })

  test('refuse a total that is more than was paid for its lines', async () => {
    await stack.sent('8006')
    const inAll = (cents: number) => ({ refundable: { id: '806' }, line_items: [{ shop_line_item_id: '80061' }], to_issue_amount: usd(cents) })

    refusedWith(await stack.ask('8006/store_credit', inAll(4801)), /^to_issue_amount is more/)
    assert.equal((await stack.ask('8006/store_credit', inAll(4800))).status, 200)
    refusedWith(await stack.ask('8006/refund', claimOf(8061, '8006')), /nothing to claim/)
  })

  describe('a store credit that names no lines', () => {
    const credit = (id: number, order: string, cents: number, name = 'to_issue_amount') =>
      stack.ask(`${order}/store_credit`, { shop_order_id: order, refundable: { id, type: 'Claim' }, [name]: usd(cents) })
    const credited = (order: string) => [...stack.resolver.done.values()].flatMap(({ body }) => (body.order_id === order ? [body.amount] : []))

    test('is resolved by its total, under either of its names', async () => {
      await stack.sent('8101')

      const answers = [await credit(18101, '8101', 1500), await credit(18102, '8101', 1000, 'amount'), await credit(18101, '8101', 1500)]

      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      )
      assert.deepEqual([credited('8101'), answers[2]!.text], [[usd(1500), usd(1000)], answers[0]!.text])
    })

    test('is limited, together with the other claims of the order, to what was paid for the goods that were sent', async () => {
      await stack.sent('8102')
      refusedWith(await credit(18111, '8102', 4801), /to_issue_amount is more than what is left/)
      assert.equal((await stack.ask('8102/refund', claimOf(18112, '8102'))).status, 200)
      refusedWith(await credit(18113, '8102', 2401), /to_issue_amount is more than what is left/)
      assert.equal((await credit(18114, '8102', 2000)).status, 200)
      refusedWith(await stack.ask('8102/refund', claimOf(18115, '8102')), /more than the 400 cents that are left/)

      assert.deepEqual(credited('8102').slice(1), [usd(2000)])
    })

    test('is refused if nothing was sent, or if it is in another currency', async () => {
      await stack.ordered('8103')
      await stack.sent('8104')
      refusedWith(await credit(18121, '8103', 100), /nothing of it was sent/)
      const euros = { shop_order_id: '8104', refundable: { id: 18122 }, to_issue_amount: { cents: 100, currency: 'EUR' } }
      refusedWith(await stack.ask('8104/store_credit', euros), /to_issue_amount is in EUR/)
    })

    test('needs a total', async () => {
      await stack.sent('8105')
      refusedWith(await stack.ask('8105/store_credit', { shop_order_id: '8105', refundable: { id: 18131 } }), /to_issue_amount is required/)
      refusedWith(await stack.ask('8105/refund', { shop_order_id: '8105', refundable: { id: 18132 }, to_issue_amount: usd(100) }), /line_items/)
    })
  })

  test('refuse another currency than that of the order', async () => {
    await stack.sent('8007')
    const euros = { cents: 100, currency: 'EUR' }
    const line = { shop_line_item_id: '80071', quantity_to_issue: 1 }

    refusedWith(await stack.ask('8007/refund', { line_items: [{ ...line, to_issue_amount: euros }] }), /in EUR, and the order is in USD/)
    refusedWith(await stack.ask('8007/store_credit', { line_items: [line], to_issue_amount: euros }), /in EUR, and the order is in USD/)
    refusedWith(
      await stack.ask('8007/refund', { line_items: [{ ...line, to_issue_amount: usd(100), to_issue_amount_presentment: euros }] }),
      /_presentment in EUR/,
    )
  })

  test('refuse more than was paid in the currency of the customer', async () => {
    const euros = (cents: number) => ({ cents, currency: 'EUR' })
    await stack.sent('8008', { line_items: orderOf('8008').line_items.map((line) => ({ ...line, total_price_presentment: euros(4400) })) })
    const claim = (id: number, presented: number, cents: number) => ({
      refundable: { id },
      line_items: [{ shop_line_item_id: '80081', quantity_to_issue: 1, to_issue_amount: usd(cents), to_issue_amount_presentment: euros(presented) }],
    })

    refusedWith(await stack.ask('8008/refund', claim(1, 4401, 4800)), /_presentment of more/)
    assert.equal((await stack.ask('8008/refund', claim(2, 4000, 4364))).status, 200)
    refusedWith(await stack.ask('8008/refund', claim(3, 401, 436)), /_presentment of more/)
    assert.equal((await stack.ask('8008/refund', claim(4, 400, 436))).status, 200)
  })

  test('refuse an amount that differs in the currency of the customer', async () => {
    const euros = (cents: number) => ({ cents, currency: 'EUR' })
    await stack.sent('8015', { line_items: orderOf('8015').line_items.map((line) => ({ ...line, total_price_presentment: euros(4400) })) })
    await stack.sent('8016')
    const ask = (order: string, presented: object) => {
      const line = { shop_line_item_id: `${order}1`, quantity_to_issue: 1, to_issue_amount: usd(1), to_issue_amount_presentment: presented }
      return stack.ask(`${order}/refund`, { refundable: { id: `of-${order}` }, line_items: [line] })
    }

    refusedWith(await ask('8015', euros(4400)), /_presentment that is not the to_issue_amount/)
    refusedWith(await ask('8016', usd(4800)), /_presentment that is not the to_issue_amount/)
    assert.deepEqual([moved('8015'), moved('8016')], [0, 0])
  })

  test('give the shop the amounts in both currencies, although the service sent one', async () => {
    const line = { ...orderOf('8017').line_items[0]!, total_price_presentment: { cents: 4400, currency: 'EUR' } }
    await stack.sent('8017', { line_items: [line] })

    assert.equal((await stack.ask('8017/refund', claimOf(817, '8017'))).status, 200)

    assert.deepEqual(stack.resolver.done.get('refund/817')?.body.lines, [
      { id: '80171', quantity: 1, amount: usd(2400), presented: { cents: 2200, currency: 'EUR' } },
    ])
  })

  test('count only the goods of a reorder, whatever amounts it contains', async () => {
    await stack.sent('8018')
    const [line] = claimOf(818, '8018').line_items

    const answer = await stack.ask('8018/reorder', {
      refundable: { id: 818 },
      line_items: [{ ...line, to_issue_amount_presentment: { cents: -9600, currency: 'USD' } }],
    })

    assert.equal(answer.status, 200)
    refusedWith(
      await stack.ask('8018/refund', {
        refundable: { id: 8181 },
        line_items: [{ ...line, to_issue_amount: usd(2401), to_issue_amount_presentment: usd(2401) }],
      }),
      /_presentment of more than what is left/,
    )
  })

  test('refuse what the merchant has refunded before', async () => {
    const order = await stack.sent('8009')
    await giveOneBack(order)

    refusedWith(await stack.ask('8009/refund', claimOf(809, '8009', { quantity: 2, cents: 2400 })), /more than the 1 that can be claimed/)
    refusedWith(await stack.ask('8009/refund', claimOf(809, '8009', { cents: 2401 })), /more than the 2400 cents/)
    assert.equal((await stack.ask('8009/refund', claimOf(809, '8009'))).status, 200)
  })

  test('count a refund once, although the shop reports it, too', async () => {
    const order = await stack.sent('8010')
    assert.equal((await stack.ask('8010/refund', claimOf(810, '8010'))).status, 200)
    await giveOneBack(order)

    refusedWith(await stack.ask('8010/refund', claimOf(8101, '8010', { cents: 2401 })), /more than the 2400 cents/)
    assert.equal((await stack.ask('8010/refund', claimOf(8102, '8010'))).status, 200)
    refusedWith(await stack.ask('8010/refund', claimOf(8103, '8010', { cents: 1 })), /nothing to claim/)
    assert.equal(moved('8010'), 2)
  })

  test('count money that was refunded without a line', async () => {
    const order = await stack.sent('8019')
    const { shop_order_id: shopOrderId, created_at: _, ...update } = order
    await delivered(stack.backend, stack.backend.reportOrderUpdate({ ...update, shopOrderId, total_price: usd(400) }))

    refusedWith(
      await stack.ask('8019/store_credit', claimOf(819, '8019', { cents: 401 })),
      /more than the 400 cents that are left of what was paid for the order/,
    )
    assert.equal((await stack.ask('8019/store_credit', claimOf(819, '8019', { cents: 300 }))).status, 503, 'and a person decides about the rest')
    refusedWith(await stack.ask('8019/refund', claimOf(8191, '8019', { cents: 101 })), /more than the 100 cents/)
  })

  test('refuse to send goods again if their price was refunded', async () => {
    await stack.sent('8020')
    await stack.ask('8020/refund', claimOf(820, '8020', { cents: 4800 }))

    refusedWith(await stack.ask('8020/reorder', claimOf(8201, '8020')), /goods worth more than the 0 cents/)
  })

  test('want a person to approve a reorder of goods for which nothing was paid', async () => {
    const [mug] = orderOf('8021').line_items
    await stack.sent('8021', { line_items: [{ ...mug!, unit_price: usd(0), total_price: usd(0) }] })

    assert.equal((await stack.ask('8021/reorder', claimOf(821, '8021'))).status, 503)
    assert.equal(moved('8021'), 0)
  })

  test('postpone a claim that arrives before the report of its shipment is delivered', async () => {
    const order = await stack.ordered('8022')
    await stack.fault({ match: { method: 'POST', path: '/protection/api/v1/shipments' }, status: 503, times: 1 })
    const { id } = await stack.backend.reportShipment(shipmentOf('80225', order))
    const early = await stack.ask('8022/refund', claimOf(822, '8022'))
    await delivered(stack.backend, Promise.resolve({ id }))

    assert.deepEqual([early.status, early.body.error], [503, ['Reports about the order are still on their way.']])
    assert.equal((await stack.ask('8022/refund', claimOf(822, '8022'))).status, 200)
  })

  test('refuse an order that was not paid', async () => {
    await stack.sent('8011', { financial_status: 'pending' })

    refusedWith(await stack.ask('8011/refund', claimOf(811, '8011')), /that is pending/)
  })

  test('refuse a claim for nothing', async () => {
    await stack.sent('8012')

    refusedWith(await stack.ask('8012/refund', claimOf(812, '8012', { cents: 0 })), /is zero/)
  })

  test('let only one of several claims pass if they arrive at once and each takes everything', async () => {
    await stack.sent('8013')

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => stack.ask('8013/refund', claimOf(8130 + index, '8013', { quantity: 2, cents: 4800 }))),
    )

    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 9 }, () => 422)])
    assert.equal(moved('8013'), 1)
  })

  test('let one claim pass in one way only if it arrives for several ways at once', async () => {
    await stack.sent('8014')

    const answers = await Promise.all(['refund', 'reorder', 'store_credit'].map((how) => stack.ask(`8014/${how}`, claimOf(814, '8014'))))

    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422])
    assert.equal(moved('8014'), 1)
  })
})
