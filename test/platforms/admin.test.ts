import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OrderDto } from '../../proxy/upstream/protection.ts'
import { adminToken, startAdminApi } from '../claims/admin-api.ts'
import { until, type Stack } from '../stack.ts'
import { lineOf, orderPayload } from './payloads.ts'
import { runReconcile } from './running.ts'
import { fromShopify, startPlatformStack } from './sending.ts'

describe("data that only Shopify's Admin API has", () => {
  let admin: Awaited<ReturnType<typeof startAdminApi>>
  let stack: Stack
  before(async () => {
    admin = await startAdminApi()
    stack = await startPlatformStack({
      settings: { SHOPIFY_ADMIN_TOKEN: adminToken, SHOPIFY_ADMIN_URL: admin.url, PLACEHOLDER_IMAGE_URL: 'https://shop.example/parcel.svg' },
    })
  })
  after(async () => {
    await stack.stop()
    await admin.stop()
  })

  const picturesAt = async (id: bigint) =>
    (await until(
      async () => (await stack.state<{ orders: OrderDto[] }>('orders')).orders.find(({ shop_order_id }) => shop_order_id === String(id)),
      (order) => order !== undefined,
    ))!.line_items.map(({ image_url }) => image_url)

  test('includes pictures; goods without one get the placeholder', async () => {
    admin.place('820982911946154508')
    const line_items = [lineOf(8209829119461545081n), lineOf(12n)]

    await fromShopify(stack, 'orders/create', orderPayload(820982911946154508n, { line_items }))

    assert.deepEqual(await picturesAt(820982911946154508n), ['https://cdn.example/mug.png', 'https://shop.example/parcel.svg'])
  })

  test('includes the orders of a day, of which a command lists those that were never reported', async () => {
    admin.place('820982911946154509', { updatedAt: '2026-11-18T10:00:00Z' })

    const { code, out, err } = await runReconcile(stack.settings, ['--day', '2026-11-18'])

    assert.equal(code, 6, err)
    assert.match(out, /^unreported {2}#K-820982911946154509 {2}\(820982911946154509\)\n +it was never reported/)
    assert.match(err, /^1 order: 1 unreported\.\nAdd --send/)
  })

  test('is not needed for a report: without an answer, goods get the placeholder', async () => {
    await admin.stop()

    await fromShopify(stack, 'orders/create', orderPayload(820982911946154510n))

    assert.deepEqual(await picturesAt(820982911946154510n), ['https://shop.example/parcel.svg'])
  })
})
