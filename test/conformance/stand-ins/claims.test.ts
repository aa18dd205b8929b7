import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import type { ServicesOptions } from '../../../demo/services/world.ts'
import type { OrderInput } from '../../../proxy/upstream/protection.ts'
import { claimsInputs, readClaim } from '../../../proxy/upstream/claims.schema.ts'
import { order, reportSent, shipment } from './orders.ts'
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

/** Stand-ins with an order of two mugs, insured and sent, and a song. */
async function startWithOrder(options: Partial<ServicesOptions> = {}) {
  const services = await startServices({ deliveries: { timeoutMs: 1000, waitsMs: [1, 1] }, ...options })
  await reportSent(services.protection)
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

  test('is given up once all attempts have failed', async () => {
    const merchant = await startMerchant({ status: 500 })
    const { raise, settled } = await startWithOrder({ claimsUrl: merchant.url })
    await raise({ resolution: 'refund' })
    const { outcome, attempts } = await settled()
    assert.deepEqual([outcome, attempts.length], ['failed', 3])
  })

  test('is not sent again once it is refused, and tells why it was', async () => {
    const merchant = await startMerchant({ status: 422, body: { error: ['Order is unknown'] } })
    const { raise, settled } = await startWithOrder({ claimsUrl: merchant.url })
    await raise({ resolution: 'refund' })
    const { outcome, faults } = await settled()
    assert.deepEqual([outcome, faults], ['refused', ['Order is unknown']])
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
      [{ resolution: 'refund', claims_url: 'http://127.0.0.1:1', line_items: [] }, 400, /^Line items is empty/],
      [{ resolution: 'refund', claims_url: 'http://127.0.0.1:1', force: 1 }, 400, /^Force is neither true nor false/],
      [{ resolution: 'refund', claim: 1 }, 400, /claim/i],
    ] as const) {
      const answer = await raise(claim)
      assert.equal(answer.status, status)
      assert.match((answer.body as { error: string[] }).error[0] ?? '', said)
    }
  })
})

describe('a claim that no merchant could resolve', () => {
  const [mugs, song] = order({ purchased_quote_token: 'any' }).line_items as [OrderInput['line_items'][number], OrderInput['line_items'][number]]
  const ofMugs = (changes: object) => [{ shop_line_item_id: '1', ...changes }]

  test('is refused by its line and field, and nothing is sent', async () => {
    const merchant = await startMerchant({ status: 200 })
    const { raise, list } = await startWithOrder({ claimsUrl: merchant.url })
    const before = (await list('claims')).length
    for (const [line_items, said] of [
      [ofMugs({ quantity_to_issue: 3 }), 'Line items 1 quantity to issue is more than the 2 that can be claimed'],
      [ofMugs({ quantity_to_issue: 0 }), 'Line items 1 quantity to issue is less than 1'],
      [ofMugs({ quantity_to_issue: -1 }), 'Line items 1 quantity to issue is less than 1'],
      [ofMugs({ to_issue_amount: usd(-1) }), 'Line items 1 to issue amount cents is less than 1'],
      [ofMugs({ to_issue_amount: usd(4801) }), 'Line items 1 to issue amount cents is more than the 4800 that can be issued of the line'],
      [ofMugs({ to_issue_amount: { cents: 1, currency: 'EUR' } }), 'Line items 1 to issue amount currency is not USD, that of the line'],
      [[...ofMugs({}), ...ofMugs({ quantity_to_issue: 1 })], 'Line items 2 shop line item id is named twice'],
      [[...ofMugs({}), { shop_line_item_id: '2' }], 'Line items 2 shop line item id has nothing to claim: nothing of it was sent, or all is refunded'],
    ] as const) {
      const { status, body } = await raise({ resolution: 'refund', line_items })
      assert.deepEqual([status, body], [400, { error: [said, 'Force has to be true to send such a claim anyway'] }])
    }
    assert.deepEqual([(await list('claims')).length, merchant.calls], [before, []])
  })

  test('is about an order that is not protected, or of which nothing was sent or is left', async () => {
    const { raise, protection, control } = await startWithOrder({ claimsUrl: 'http://127.0.0.1:9' })
    const said = async (shop_order_id: string, line_items?: object[]) =>
      ((await raise({ shop_order_id, resolution: 'refund', ...(line_items && { line_items }) })).body as { error: string[] }).error[0]
    const nothing = 'Line items has nothing to claim: nothing was sent, or all is refunded'
    await protection.createOrder(order({ shop_order_id: 'open' }))
    assert.equal(await said('open'), 'Shop order id is that of an order that is not protected')
    for (const [id, line_items] of [
      ['refunded', [{ ...mugs, refunded_quantity: 2 }, song]],
      ['over', [{ ...mugs, refunded_quantity: 5 }, song]],
      ['zero', [{ ...mugs, quantity: 0 }, song]],
    ] as const) {
      const { token } = await protection.quote({ cart: { amount_insured: usd(4800) } })
      await protection.createOrder(order({ shop_order_id: id, purchased_quote_token: token, amount_insured: usd(4800), line_items: [...line_items] }))
      assert.equal(await said(id), nothing)
      await protection.createShipment(shipment({ shop_shipment_id: id, shop_order_id: id, line_items: [mugs] }))
      assert.equal(await said(id), nothing)
      assert.match((await said(id, ofMugs({}))) ?? '', /^Line items 1 shop line item id has nothing to claim/)
    }
    const { body } = await control('GET', 'state?of=claims')
    assert.ok(!(body as { claims: Claim[] }).claims.some(({ outcome }) => outcome === 'pending'))
  })

  test('may be the same claim with other lines, or about another order; the same again is a repeat', async () => {
    const merchant = await startMerchant({ status: 200 })
    const { raise, protection, list } = await startWithOrder({ claimsUrl: merchant.url })
    const claim = { resolution: 'refund', claim_id: 'c1', line_items: ofMugs({ quantity_to_issue: 1 }) }
    assert.equal((await raise(claim)).status, 202)
    // All of it has been refunded when the repeat comes.
    const { shop_order_id: shopOrderId, created_at: _, ...fields } = order({ line_items: [{ ...mugs, refunded_quantity: 2 }, song] })
    await protection.updateOrder({ ...fields, shopOrderId })
    assert.equal((await raise(claim)).status, 202)
    assert.equal((await raise({ resolution: 'refund', claim_id: 'c1' })).status, 202)
    const bodies = (await list<{ id: string; body: unknown }>('claims')).filter(({ id }) => id === 'c1').map(({ body }) => body)
    assert.equal(bodies.length, 3)
    assert.deepEqual(bodies.slice(1), [bodies[0], bodies[0]])

    const other = await raise({ ...claim, line_items: ofMugs({ quantity_to_issue: 2 }) })
    assert.deepEqual([other.status, (other.body as { error: string[] }).error[0]], [400, 'Claim id is that of a claim with other lines'])
    const elsewhere = await raise({ ...claim, shop_order_id: '580001001' })
    assert.deepEqual([elsewhere.status, (elsewhere.body as { error: string[] }).error[0]], [400, 'Claim id is that of a claim about order 9001'])
  })

  test('is sent as it is given where somebody wants to see what a merchant makes of it', async () => {
    const merchant = await startMerchant({ status: 422, body: { error: ['No'] } })
    const { raise } = await startWithOrder({ claimsUrl: merchant.url })
    const line_items = [{ shop_line_item_id: 'x', quantity_to_issue: -7, to_issue_amount: 'lots' }]
    assert.equal((await raise({ resolution: 'refund', shop_order_id: 'unknown', line_items, force: true })).status, 202)
    while (merchant.calls.length === 0) await new Promise(setImmediate)
    assert.deepEqual([merchant.calls[0]?.path, merchant.calls[0]?.body.line_items], ['/orders/unknown/refund', line_items])
  })

  test('is no store credit with a bonus, up to what the merchant allows', async () => {
    const merchant = await startMerchant({ status: 200, body: { id: 'gc_1' } })
    const asked = (cents: number) => ({ resolution: 'store_credit', line_items: ofMugs({ to_issue_amount: usd(cents) }) })
    const usual = await startWithOrder({ claimsUrl: merchant.url })
    assert.deepEqual([(await usual.raise(asked(5280))).status, (await usual.raise(asked(5281))).status], [202, 400])
    const generous = await startWithOrder({ claimsUrl: merchant.url, creditBonus: 50 })
    assert.deepEqual([(await generous.raise(asked(7200))).status, (await generous.raise(asked(7201))).status], [202, 400])
  })

  test('never asks for more than is left where nothing is said of amounts', async () => {
    const merchant = await startMerchant({ status: 200 })
    const { raise, protection } = await startWithOrder({ claimsUrl: merchant.url })
    const { shop_order_id: shopOrderId, created_at: _, ...fields } = order({ line_items: [{ ...mugs, refunded_price: usd(4000) }, song] })
    await protection.updateOrder({ ...fields, shopOrderId })
    assert.equal((await raise({ resolution: 'refund' })).status, 202)
    while (merchant.calls.length === 0) await new Promise(setImmediate)
    assert.deepEqual(merchant.calls[0]?.body.line_items, [{ shop_line_item_id: '1', quantity_to_issue: 2, to_issue_amount: usd(800) }])
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
