import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { protection } from '../../src/contract/protection.ts'
import { protectedOrderOf, shipmentOf } from '../proxy/orders.ts'
import { until } from '../until.ts'
import { adminToken, startAdminApi } from './admin-api.ts'
import { delivered, startClaims, type ClaimsStack } from './claims-stack.ts'

interface Raised {
  id: string
  outcome: string
  reply: Record<string, string> | null
}

/** Reports a protected order of two mugs, and that both were sent. */
async function sendProtected({ backend, browser }: ClaimsStack, id: string) {
  const { token } = await browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
  const order = protectedOrderOf(id, token)
  await delivered(backend, backend.reportOrder(order))
  await delivered(backend, backend.reportShipment(shipmentOf(`${id}5`, order)))
}

/** Makes the service send a claim, and waits for its outcome. */
async function raise({ services, proxy, state }: ClaimsStack, shop_order_id: string, resolution: string): Promise<Raised> {
  const answer = await fetch(`${services}/_control/claims`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ shop_order_id, resolution, claims_url: `${proxy}/v1/claims/` }),
  })
  const raised = (await answer.json()) as Raised
  assert.equal(answer.status, 202, JSON.stringify(raised))
  const find = async () => (await state<{ claims: Raised[] }>('claims')).claims.find(({ id }) => id === raised.id)
  return (await until(find, (claim) => claim !== undefined && claim.outcome !== 'pending'))!
}

const resolutions = ['refund', 'reorder', 'store_credit'] as const

describe('a claim that the service itself sends', () => {
  test("is resolved by the merchant's own system, and the service understands the answers", async () => {
    const stack = await startClaims()
    after(() => stack.stop())

    for (const [index, resolution] of resolutions.entries()) {
      const order = `500${index}`
      await sendProtected(stack, order)
      const claim = await raise(stack, order, resolution)

      assert.equal(claim.outcome, 'resolved')
      assert.equal(stack.resolver.asked.filter(({ body }) => body.key === `${resolution}/${claim.id}`).length, 1)
      assert.equal(Object.keys(claim.reply!).length, resolution === 'refund' ? 1 : 2)
    }
  })

  test('is resolved on Shopify, and the service understands the answers', async () => {
    const admin = await startAdminApi()
    const stack = await startClaims({ settings: { CLAIMS_RESOLVER: 'shopify', SHOPIFY_ADMIN_URL: admin.url, SHOPIFY_ADMIN_TOKEN: adminToken } })
    after(async () => {
      await stack.stop()
      await admin.stop()
    })

    for (const [index, resolution] of resolutions.entries()) {
      const order = `510${index}`
      await sendProtected(stack, order)
      admin.place(order, { payments: { shopify_payments: '54.00' } })

      assert.equal((await raise(stack, order, resolution)).outcome, 'resolved')
    }
    assert.deepEqual([admin.orders.get('5100')!.refunds.length, [...admin.drafts.values()].length, [...admin.credits.values()].length], [1, 1, 1])
  })

  test('that the merchant refuses is refused for the service, too', async () => {
    const stack = await startClaims()
    after(() => stack.stop())
    await sendProtected(stack, '5201')
    stack.resolver.refuse('5201', 'the payment was charged back')

    assert.equal((await raise(stack, '5201', 'refund')).outcome, 'refused')
  })
})
