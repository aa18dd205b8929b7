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
  const until = performance.now() + seconds * 1_000
  const failed: unknown[] = []
  const done = { refunds: 0, pictures: 0 }
  let ends = 0
  let orders = 0

  const endTokens = async () => {
    while (performance.now() + every * 1_000 < until) {
      await pause(every * 1_000)
      api.endTokens()
      ends += 1
    }
  }
  const work = async () => {
    while (performance.now() < until) {
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
  assert.ok(ends >= 8 && done.refunds > 100)
  // A life begins with the first request, and after each end.
  assert.ok(api.grants.count <= ends + 1, `${api.grants.count} grants in ${ends + 1} lives`)
})
