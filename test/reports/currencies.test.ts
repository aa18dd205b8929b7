// In an update, the documents want the order's prices in the customer's currency, and the lines' prices in the order's currency (A104).
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OrderFacts } from '../../proxy/reports/report-facts.ts'
import type { OrderDto } from '../../proxy/upstream/protection.ts'
import { fact } from '../platforms/sending.ts'
import { orderOf } from '../proxy/orders.ts'
import { startStack, until, type Stack } from '../stack.ts'

const usd = (cents: number) => ({ cents, currency: 'USD' })
const cad = (cents: number) => ({ cents, currency: 'CAD' })
const totalsInCad = {
  subtotal_price: cad(6600),
  total_discounts_price: cad(0),
  total_shipping_price: cad(800),
  total_tax_price: cad(0),
  total_price: cad(7400),
}

describe("an update with totals in the customer's currency and lines in the order's", () => {
  let stack: Stack
  before(async () => {
    stack = await startStack()
  })
  after(() => stack.stop())

  const reported = async (id: string) => {
    const report = await until(
      () => stack.backend.getReport({ id }),
      ({ state, notes }) => state !== 'waiting' || notes.length > 0,
    )
    return [report.state, ...report.notes]
  }
  const held = async (id: string) => (await stack.state<{ orders: OrderDto[] }>('orders')).orders.find(({ shop_order_id }) => shop_order_id === id)!
  const updateOf = (id: string) => {
    const { shop_order_id: _, created_at: __, ...order } = orderOf(id, totalsInCad)
    return { ...order, shopOrderId: id }
  }

  test('reaches the service, and the stored total stays in the currency of the order', async () => {
    const { id: created } = await stack.backend.reportOrder(orderOf('920001'))
    assert.deepEqual(await reported(created), ['delivered'])

    const { id } = await stack.backend.reportOrderUpdate(updateOf('920001'))

    assert.deepEqual(await reported(id), ['delivered'])
    const order = await held('920001')
    assert.deepEqual([order.total_price, order.line_items[0]!.total_price], [cad(7400), usd(4800)])
    const facts = (await fact<OrderFacts>(stack, 'order:920001'))!
    assert.deepEqual([facts.currency, facts.money.total, facts.lines[0]!.total], ['USD', usd(5400), usd(4800)])
  })

  test('gives the proxy the currency of an order that another program reported', async () => {
    const { PROTECTION_BASE_URL, PROTECTION_API_KEY } = stack.settings
    const answer = await fetch(`${PROTECTION_BASE_URL}/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-API-Key': PROTECTION_API_KEY! },
      body: JSON.stringify(orderOf('920002')),
    })
    assert.equal(answer.status, 201, await answer.text())

    const { id } = await stack.backend.reportOrderUpdate(updateOf('920002'))

    assert.deepEqual(await reported(id), ['delivered'])
    const facts = (await fact<OrderFacts>(stack, 'order:920002'))!
    assert.deepEqual([facts.currency, facts.money.total, facts.money.presented], ['USD', usd(4800), cad(7400)])
  })
})
