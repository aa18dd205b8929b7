import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { createClient } from '../../src/contract/client.ts'
import { protection } from '../../src/contract/protection.ts'
import { buildApp } from '../../proxy/app.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { merchant } from '../../proxy/merchant/merchant.ts'
import { orderOf, protectedOrderOf, shipmentOf } from '../proxy/orders.ts'
import { questionsOf } from '../proxy/questions.ts'
import { startStack, until, type Stack } from '../stack.ts'
import type { Held } from './reporting.ts'

/** Starts a second proxy beside the stack's own, with a store that outlives it. */
async function startProxy(stack: Stack, folder: string, changes: Record<string, string> = {}) {
  const { app, operator } = await buildApp(readConfig({ ...stack.settings, DATA_DIR: folder, ...changes }), { log: { write() {} }, thread: false })
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { Authorization: `Bearer ${stack.settings.MERCHANT_API_KEYS}` }
  return {
    backend: createClient(merchant, { baseUrl, headers }),
    async stop() {
      await app.close()
      await operator.close()
    },
  }
}

describe('a proxy that is stopped in the middle', () => {
  let stack: Stack
  let folder: string
  before(async () => {
    stack = await startStack()
    folder = await mkdtemp(join(tmpdir(), 'restarts-'))
  })
  after(async () => {
    await stack.stop()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(() => stack.mend())

  test('leaves its reports to the next one, which delivers each once, under the same id', async () => {
    const { token } = await stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
    const orders = [protectedOrderOf('1881', token), ...['1882', '1883', '1884'].map((id) => orderOf(id))]
    await stack.fault({ match: { path: '/protection' }, status: 503 })

    const first = await startProxy(stack, folder)
    const accepted: { id: string }[] = []
    for (const order of orders) {
      const shipment = shipmentOf(`${order.shop_order_id}-s`, order)
      const { shop_order_id, created_at, amount_insured: _, purchased_quote_token: __, ...fields } = order
      const event = { shopShipmentId: shipment.shop_shipment_id, shop_shipment_event_id: 'e', status: 'in_transit' as const, created_at }
      accepted.push(
        await first.backend.reportShipmentEvent(event),
        await first.backend.reportShipment(shipment),
        await first.backend.reportOrder(order),
        await first.backend.reportOrderUpdate({ ...fields, shopOrderId: shop_order_id, financial_status: 'refunded' }),
      )
    }
    const waiting = await until(
      () => first.backend.getReport(accepted[2]!),
      ({ attempts }) => attempts > 0,
    )
    await first.stop()
    await stack.mend()
    const second = await startProxy(stack, folder)
    const reports = await Promise.all(
      accepted.map((report) =>
        until(
          () => second.backend.getReport(report),
          ({ state }) => state !== 'waiting',
        ),
      ),
    )
    const again = await second.backend.reportOrder(orders[0]!)
    await second.stop()

    assert.deepEqual([waiting.state, again], ['waiting', accepted[2]])
    assert.ok(waiting.notes.some((note) => /503/.test(note)))
    assert.deepEqual([...new Set(reports.map(({ state }) => state))], ['delivered'])
    const held = await stack.state<Held>('orders,shipments,events')
    for (const { shop_order_id: id } of orders) {
      assert.deepEqual(
        held.orders.filter(({ shop_order_id }) => shop_order_id === id).map(({ is_protected, financial_status }) => [is_protected, financial_status]),
        [[id === '1881', 'refunded']],
      )
      assert.equal(held.shipments.filter(({ shop_order_id }) => shop_order_id === id).length, 1)
      assert.equal(held.events.filter(({ shop_shipment_id }) => shop_shipment_id === `${id}-s`).length, 1)
    }
  })

  test('leaves a record of used quotes and unprotected orders to the next one', async () => {
    const { token } = await stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
    const ended = (proxy: Awaited<ReturnType<typeof startProxy>>, report: { id: string }) =>
      until(
        () => proxy.backend.getReport(report),
        ({ state }) => state !== 'waiting',
      )
    const first = await startProxy(stack, folder)
    await ended(first, await first.backend.reportOrder(protectedOrderOf('1885', token)))
    await ended(first, await first.backend.reportOrder(protectedOrderOf('1886', 'a-token-that-nobody-made')))
    await first.stop()

    const second = await startProxy(stack, folder)
    const verified = await second.backend.verifyQuote({ token, amount: { cents: 4800, currency: 'USD' } })
    const moved = await ended(second, await second.backend.reportOrder(protectedOrderOf('1887', token)))
    const { shop_order_id, created_at: _, amount_insured: __, purchased_quote_token: ___, ...fields } = protectedOrderOf('1886', '')
    await ended(second, await second.backend.reportOrderUpdate({ ...fields, shopOrderId: shop_order_id }))
    await second.stop()

    assert.deepEqual([verified.valid, verified.reason], [false, 'the quote was spent by order 1885'])
    assert.equal(moved.protected, false)
    const { orders } = await stack.state<Held>('orders')
    const unprotected = orders.find((order) => order.shop_order_id === '1886')!
    assert.deepEqual(
      unprotected.line_items.map(({ is_insured }) => is_insured),
      [false],
    )
  })

  test('can report to a service in either naming', async () => {
    const { token } = await stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
    const asked = await questionsOf(stack, 'PATCH /protection/api/v1/orders/:shopOrderId/add_protection')
    const proxy = await startProxy(stack, folder, { PROTECTION_NAMING: 'protected' })

    const order = await proxy.backend.reportOrder(protectedOrderOf('1888', token))
    const refund = await proxy.backend.reportProtectionRefund({ shopOrderId: '1888' })
    const added = await until(
      () => proxy.backend.getReport(refund),
      ({ state }) => state !== 'waiting',
    ).then(() => proxy.backend.reportProtectionAdded({ shopOrderId: '1888' }))
    const reports = await Promise.all(
      [order, refund, added].map((report) =>
        until(
          () => proxy.backend.getReport(report),
          ({ state }) => state !== 'waiting',
        ),
      ),
    )
    await proxy.stop()

    assert.deepEqual(
      reports.map(({ state, protected: covered }) => [state, covered]),
      [
        ['delivered', true],
        ['delivered', false],
        ['delivered', true],
      ],
    )
    assert.equal(await questionsOf(stack, 'PATCH /protection/api/v1/orders/:shopOrderId/add_protection'), asked + 1)
  })
})
