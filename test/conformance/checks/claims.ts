import assert from 'node:assert/strict'
import type { Account, Happenings } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted } from '../expect.ts'
import { address, money, order, reportProtected, ship } from '../orders.ts'
import type { Delivery, Reply } from '../receiver.ts'

type Resolution = Happenings['claim raised']['resolution']
const lines = [{ shop_line_item_id: 'line-1', quantity_to_issue: 1, to_issue_amount: money(2400) }]

/** Raises a claim about a new order that was sent, to be resolved at an address of ours with a path of its own. */
async function raise(account: Account, resolution: Resolution, { reply, slash = '' }: { reply?: Reply; slash?: string } = {}) {
  const inbox = account.receiver.inbox(reply)
  const { id: shop_order_id } = await reportProtected(account)
  await ship(account, shop_order_id)
  await account.happen('claim raised', { shop_order_id, resolution, line_items: lines, claims_url: `${inbox.url}/prefix${slash}` })
  const call = await inbox.find(`the ${resolution} of a claim`, ({ path }) => path.endsWith(`/${resolution}`))
  return { inbox, call, shop_order_id }
}

/** The claim, by whichever name the service has for itself (A92). */
const claimIn = (body: Delivery['body']) =>
  Object(Object.entries(body).find(([name]) => name === 'claim' || name.endsWith('refundable'))?.[1]) as Record<string, unknown>

function checkCall({ access }: Account, { method, path, headers, body }: Delivery, shop_order_id: string, resolution: Resolution) {
  assert.deepEqual([method, path], ['POST', `/prefix/orders/${shop_order_id}/${resolution}`])
  assert.equal(headers['x-api-key'], access.protectionKey)
  assert.match(headers['content-type'] ?? '', /^application\/json\b/)
  assert.equal(body.shop_order_id, shop_order_id)
  const { id, type = 'Claim' } = claimIn(body)
  assert.ok(id, `no claim in ${JSON.stringify(body)}`)
  assert.equal(type, 'Claim')
  const [line] = body.line_items as Record<string, unknown>[]
  assert.deepEqual([line?.shop_line_item_id, line?.quantity_to_issue ?? line?.quantity], ['line-1', 1])
  return line
}

const needs = ['claim raised'] as const

/** What the service asks of the address that the merchant has registered. */
export const claimChecks: Check[] = [
  {
    sentences: ['P1', 'P3', 'P13', 'P123', 'P135', 'P136', 'P138', 'P142', 'A91', 'A92', 'A93', 'A102'],
    title: 'a claim resolved by refund comes to the registered address, with the key, the lines and what to pay for them',
    needs,
    async run(account) {
      for (const slash of ['', '/']) {
        const { call, shop_order_id } = await raise(account, 'refund', { slash })
        assert.deepEqual(checkCall(account, call, shop_order_id, 'refund')?.to_issue_amount, money(2400))
      }
    },
  },
  {
    sentences: ['P13', 'P125', 'P135', 'P142', 'A91', 'A94', 'A95'],
    title: 'a claim resolved by reorder comes to the registered address, and the new order is reported like any other',
    needs,
    async run(account) {
      const again = order()
      const reply = () => ({ status: 200, body: { shop_order_id: again.shop_order_id, shop_order_number: again.shop_order_number } })
      const { call, shop_order_id } = await raise(account, 'reorder', { reply })
      checkCall(account, call, shop_order_id, 'reorder')
      // Without an address the goods go to where the first ones went (A94).
      for (const [name, value] of Object.entries(Object(call.body.shipping_address) as object)) assert.deepEqual(value, address()[name], name)
      accepted(await account.protection('POST', '/orders', { body: again }))
    },
  },
  {
    sentences: ['P13', 'P128', 'P135', 'P142', 'A91', 'A96', 'A97'],
    title: 'a claim resolved by store credit comes to the registered address, with the lines and their worth',
    needs,
    async run(account) {
      const { call, shop_order_id } = await raise(account, 'store_credit', { reply: () => ({ status: 200, body: { shop_store_credit_id: 'gc_1' } }) })
      assert.deepEqual(checkCall(account, call, shop_order_id, 'store_credit')?.to_issue_amount, money(2400))
    },
  },
  {
    sentences: ['P148', 'A98'],
    title: 'a resolution that the merchant fails at is asked for again, as the same claim, until it succeeds, and then no more',
    needs,
    async run(account) {
      const { inbox } = await raise(account, 'refund', { reply: (attempt) => ({ status: attempt === 0 ? 503 : 200, body: {} }) })
      await account.until(
        async () => inbox.deliveries.length,
        (count) => count >= 2,
      )
      // A claim that is raised afterwards and tried four times has outlasted the wait for a third try of this one.
      const later = await raise(account, 'refund', { reply: (attempt) => ({ status: attempt < 3 ? 503 : 200, body: {} }) })
      await account.until(
        async () => later.inbox.deliveries.length,
        (count) => count >= 4,
      )
      assert.equal(inbox.deliveries.length, 2)
      const [first, second] = inbox.deliveries
      assert.deepEqual(second?.body, first?.body)
      assert.notEqual(claimIn(later.call.body).id, claimIn(first!.body).id)
    },
  },
  {
    sentences: ['P143', 'P148', 'A98', 'A103'],
    title: 'a resolution that the merchant refuses is not asked for again, and nothing else comes to the address',
    needs,
    async run(account) {
      const { inbox } = await raise(account, 'refund', { reply: () => ({ status: 422, body: { error: ['Order is unknown'] } }) })
      // A claim that is raised afterwards and tried three times has outlasted every wait of the refused one.
      const later = await raise(account, 'refund', { reply: (attempt) => ({ status: attempt < 2 ? 503 : 200, body: {} }) })
      await account.until(
        async () => later.inbox.deliveries.length,
        (count) => count >= 3,
      )
      assert.equal(inbox.deliveries.length, 1)
    },
  },
]
