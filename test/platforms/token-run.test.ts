// Refunds and pictures while the platform ends the token again and again. PROPERTIES_FACTOR=50 takes five minutes, with an end every 30 seconds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createShopifyShop } from '../../proxy/shop-admin/shopify/shopify-shop.ts'
import { adminApp, startAdminApi } from '../claims/admin-api.ts'
import { runs } from '../properties/runs.ts'

const { numRuns: seconds } = runs(6)
/** Seconds between two ends of the token. */
const every = seconds / 10
const workers = 8

test(`no refund and no picture fails for ${seconds} seconds in which the token ends every ${every}, and each token is requested once`, async (context) => {
  const api = await startAdminApi({ delay: () => Math.random() * 20 })
  const shop = createShopifyShop({ baseUrl: api.url, access: adminApp })
  const failed: unknown[] = []
  const done = { refunds: 0, pictures: 0 }
  let ends = 0
  let orders = 0
  let isOver = false

  const endTokens = async () => {
    while (ends < 9) {
      const { refunds } = done
      await pause(every * 1_000)
      // On a busy machine each worker takes longer. A request whose new token ends too, before it is used, may fail.
      while (done.refunds < refunds + 3 * workers) await pause(20)
      api.endTokens()
      ends += 1
    }
    await pause(every * 1_000)
    isOver = true
  }
  const work = async () => {
    while (!isOver) {
      await pause(40)
      orders += 1
      const order = api.place(String(9_000_000 + orders))
      const line = { id: order.lines[0]!.id, quantity: 1, amount: { cents: 1_000, currency: 'USD' } }
      try {
        assert.equal((await shop.pictures(order.id)).size, 1)
        done.pictures += 1
        await shop.refund({ key: `claim/${order.id}`, order: order.id, note: 'lost', lines: [line] })
        assert.equal(order.refunds.length, 1)
        done.refunds += 1
      } catch (error) {
        failed.push(error)
      }
    }
  }
  await Promise.all([endTokens(), ...Array.from({ length: workers }, work)])
  await shop.close?.()
  await api.stop()

  context.diagnostic(JSON.stringify({ ...done, ends, grants: api.grants.count, failed: failed.length }))
  assert.deepEqual(failed, [])
  assert.ok(done.refunds > 100)
  // A life begins with the first request, and after each end.
  assert.ok(api.grants.count <= ends + 1, `${api.grants.count} grants in ${ends + 1} lives`)
})
