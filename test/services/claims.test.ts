import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import type { ServicesOptions } from '../../demo/services/world.ts'
import { claimsInputs, readClaim } from '../../proxy/upstream/claims.schema.ts'
import { order } from './orders.ts'
import { startServices } from './start.ts'

const usd = (cents: number) => ({ cents, currency: 'USD' })

interface Call {
  path: string
  key: string | undefined
  body: Record<string, unknown> & { line_items: Record<string, unknown>[] }
}

interface Claim {
  id: string
  outcome: string
  reply: unknown
  faults: string[]
  attempts: { status: number | null }[]
}

/** A merchant's system that answers claims in turn, and notes each. */
async function startMerchant(...answers: { status: number; body?: unknown }[]) {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    const { status, body = {} } = answers[Math.min(calls.length, answers.length - 1)] ?? { status: 200 }
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.once('end', () => {
      calls.push({ path: request.url ?? '', key: request.headers['x-api-key'] as string | undefined, body: JSON.parse(text) as Call['body'] })
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls }
}

/** Stand-ins with an order of two mugs and a song. */
async function startWithOrder(options: Partial<ServicesOptions> = {}) {
  const services = await startServices({ deliveries: { timeoutMs: 1000, waitsMs: [1, 1] }, ...options })
  await services.protection.createOrder(order())
  return {
    ...services,
    raise: (claim: object) => services.control('POST', 'claims', { shop_order_id: '9001', ...claim }),
    async settled(): Promise<Claim> {
      for (;;) {
        const claim = (await services.list<Claim & Record<string, unknown>>('claims')).at(-1)!
        if (claim.outcome !== 'pending') return claim
      }
    },
  }
}

describe('a claim', () => {
  test('is refunded at the registered address, with the key and the amounts of whole lines', async () => {
    const merchant = await startMerchant({ status: 200 })
    const { raise, settled } = await startWithOrder({ claimsUrl: `${merchant.url}/shop/claims/` })
    const { status, body } = await raise({ resolution: 'refund' })
    assert.equal(status, 202)
    assert.equal((await settled()).outcome, 'resolved')
    const { id } = body as Claim
    assert.deepEqual(merchant.calls, [
      {
        path: '/shop/claims/orders/9001/refund',
        key: 'protection-key',
        body: {
          shop_order_id: '9001',
          refundable: { id, type: 'Claim' },
          line_items: [{ shop_line_item_id: '1', quantity_to_issue: 2, to_issue_amount: usd(4800) }],
        },
      },
    ])
  })

  test('is sent again, to where the first one went, and its new order is noted', async () => {
    const merchant = await startMerchant({ status: 201, body: { shop_order_id: '18399', shop_order_number: 'W-94801' } })
    const { raise, settled } = await startWithOrder()
    await raise({ resolution: 'reorder', line_items: [{ shop_line_item_id: '1', quantity_to_issue: 1 }], claims_url: merchant.url })
    const { outcome, reply } = await settled()
    assert.deepEqual([outcome, reply], ['resolved', { shop_order_id: '18399', shop_order_number: 'W-94801' }])
    const [call] = merchant.calls
    assert.equal(call?.path, '/orders/9001/reorder')
    assert.deepEqual(call.body.line_items, [{ shop_line_item_id: '1', quantity_to_issue: 1 }])
    assert.equal((call.body.shipping_address as { city: string }).city, 'Paducah')
  })

  for (const name of ['shop_store_credit_id', 'store_credit_id', 'id'])
    test(`is credited, and what was issued is read from ${name}`, async () => {
      const merchant = await startMerchant({ status: 200, body: { [name]: 'gc_881' } })
      const { raise, settled } = await startWithOrder({ claimsUrl: merchant.url })
      await raise({ resolution: 'store_credit', line_items: [{ shop_line_item_id: '1', quantity_to_issue: 1, to_issue_amount: usd(2640) }] })
      const { outcome, reply } = await settled()
      assert.deepEqual([outcome, reply], ['resolved', { [name]: 'gc_881' }])
      assert.deepEqual(merchant.calls[0]?.body.line_items, [{ shop_line_item_id: '1', quantity_to_issue: 1, to_issue_amount: usd(2640) }])
    })

  test('is sent again after a failure, the same each time, until it is answered', async () => {
    const merchant = await startMerchant({ status: 500 }, { status: 503 }, { status: 200 })
    const { raise, settled } = await startWithOrder({ claimsUrl: merchant.url })
    await raise({ resolution: 'refund' })
    const { outcome, attempts } = await settled()
    assert.deepEqual([outcome, attempts.map(({ status }) => status)], ['resolved', [500, 503, 200]])
    assert.deepEqual(merchant.calls[2], merchant.calls[0])
  })

  test('is given up once all tries have failed', async () => {
    const merchant = await startMerchant({ status: 500 })
    const { raise, settled } = await startWithOrder({ claimsUrl: merchant.url })
    await raise({ resolution: 'refund' })
    const { outcome, attempts } = await settled()
    assert.deepEqual([outcome, attempts.length], ['failed', 3])
  })

  test('is not sent again once it is refused', async () => {
    const merchant = await startMerchant({ status: 422, body: { error: ['Order is unknown'] } })
    const { raise, settled } = await startWithOrder({ claimsUrl: merchant.url })
    await raise({ resolution: 'refund' })
    assert.equal((await settled()).outcome, 'refused')
    assert.equal(merchant.calls.length, 1)
  })

  test('names what an answer should have said', async () => {
    const merchant = await startMerchant({ status: 200, body: {} })
    const { raise, settled } = await startWithOrder({ claimsUrl: merchant.url })
    await raise({ resolution: 'reorder' })
    const { outcome, faults } = await settled()
    assert.deepEqual([outcome, faults], ['unreadable', ['Shop order id is required', 'Shop order number is required']])
  })

  test('carries the key of the merchant whose order it is', async () => {
    const merchant = await startMerchant({ status: 200 })
    const { control } = await startWithOrder({ neighbour: { loyaltyKey: 'their-loyalty', protectionKey: 'their-key', claimsUrl: merchant.url } })
    const path = 'claims?merchant=moss-and-tin'
    assert.equal((await control('POST', path, { shop_order_id: '9001', resolution: 'refund' })).status, 404)
    const { orders } = (await control('GET', 'state?of=orders&merchant=moss-and-tin')).body as { orders: { shop_order_id: string }[] }
    assert.equal((await control('POST', path, { shop_order_id: orders[0]?.shop_order_id, resolution: 'refund' })).status, 202)
    while (merchant.calls.length === 0) await new Promise(setImmediate)
    assert.equal(merchant.calls[0]?.key, 'their-key')
  })

  test('needs an address, a known order and lines of it', async () => {
    const { raise } = await startWithOrder()
    for (const [claim, status, said] of [
      [{ resolution: 'refund' }, 400, /^Claims url is required/],
      [{ resolution: 'refund', claims_url: 'nowhere' }, 400, /^Claims url is no http address/],
      [{ resolution: 'swap' }, 400, /^Resolution is none of/],
      [{ resolution: 'refund', shop_order_id: 'unknown' }, 404, /^Order not found/],
      [{ resolution: 'refund', claims_url: 'http://127.0.0.1:1', line_items: [{ shop_line_item_id: '7' }] }, 400, /^Line items 1 shop line item id/],
      [{ resolution: 'refund', claims_url: 'http://127.0.0.1:1', line_items: [] }, 400, /^Line items /],
      [{ resolution: 'refund', claim: 1 }, 400, /claim/i],
    ] as const) {
      const answer = await raise(claim)
      assert.equal(answer.status, status)
      assert.match((answer.body as { error: string[] }).error[0] ?? '', said)
    }
  })
})

describe('what a merchant takes', () => {
  const head = { shopOrderId: '9001', shop_order_id: '9001', refundable: { id: '456001', type: 'Claim' } }
  const line = { shop_line_item_id: '1', quantity_to_issue: 1, to_issue_amount: usd(1099) }

  test('names the claim in any way, and a quantity in either', () => {
    const { refundable: _, ...rest } = head
    for (const name of ['refundable', 'claim', 'acme_refundable']) {
      const read = readClaim({ ...rest, [name]: head.refundable, line_items: [{ shop_line_item_id: '1', quantity: 2 }] })
      assert.deepEqual(claimsInputs.reorderClaim.parse(read), { ...head, line_items: [{ shop_line_item_id: '1', quantity_to_issue: 2 }] })
    }
  })

  test('differs by operation', () => {
    const { to_issue_amount: _, ...bare } = line
    const takes = (verb: keyof typeof claimsInputs, body: object) => claimsInputs[verb].safeParse({ ...head, ...body }).success
    assert.deepEqual(
      [
        takes('refundClaim', { line_items: [line] }),
        takes('refundClaim', { line_items: [bare] }),
        takes('reorderClaim', { line_items: [bare] }),
        takes('reorderClaim', { line_items: [{ shop_line_item_id: '1' }] }),
        takes('creditClaim', { line_items: [line] }),
        takes('creditClaim', { line_items: [bare] }),
        takes('creditClaim', { line_items: [bare], amount: usd(1099) }),
        takes('creditClaim', { line_items: [bare], to_issue_amount: usd(1099) }),
      ],
      [true, false, true, false, true, false, true, true],
    )
  })
})
