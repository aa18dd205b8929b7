import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { orderOf } from '../proxy/orders.ts'
import { until } from '../until.ts'
import { claimOf, claimsKey, startClaims, usd, type ClaimsStack } from './claims-stack.ts'
import type { Trouble } from './resolver.ts'

describe('a claim that the protection service sends', () => {
  let stack: ClaimsStack
  before(async () => (stack = await startClaims({ settings: { CLAIMS_API_KEYS: `${claimsKey},the-next-key-of-the-account` } })))
  after(() => stack.stop())

  test('is resolved by a refund of what it names, and answered with the id of the refund', async () => {
    await stack.sent('7001')

    const answer = await stack.ask('7001/refund', claimOf(1, '7001'))

    assert.equal(answer.status, 200)
    const [asked] = stack.resolver.asked.slice(-1)
    assert.equal(asked?.path, '/resolver/refund')
    assert.deepEqual(asked.body, {
      key: 'refund/1',
      order_id: '7001',
      lines: [{ id: '70011', quantity: 1, amount: usd(2400) }],
      note: 'Claim 1 of the protection service',
    })
    assert.deepEqual(answer.body, stack.resolver.answers('refund/1'))
  })

  test('is signed on its way to the merchant by the rules of Standard Webhooks', async () => {
    await stack.sent('7002')

    await stack.ask('7002/refund', claimOf(2, '7002'))

    const { headers, text } = stack.resolver.asked.at(-1)!
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
    const signed = createHmac('sha256', key).update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`)
    assert.equal(headers['webhook-signature'], `v1,${signed.digest('base64')}`)
    assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000) < 60)
  })

  test('is resolved by sending the goods again, to the confirmed address', async () => {
    await stack.sent('7003')
    const shipping_address = { ...orderOf('7003').shipping_address, address1: '1 Other Street' }
    const { line_items, ...claim } = claimOf(3, '7003')

    const answer = await stack.ask('7003/reorder', {
      ...claim,
      shipping_address,
      line_items: [{ shop_line_item_id: line_items[0]!.shop_line_item_id, quantity: 2 }],
    })

    assert.equal(answer.status, 200)
    const { body } = stack.resolver.asked.at(-1)!
    assert.deepEqual([body.lines, body.shipping_address], [[{ id: '70031', quantity: 2 }], shipping_address])
    const made = stack.resolver.done.get('reorder/3')?.answer as { id: string; number: string }
    assert.deepEqual(answer.body, { shop_order_id: made.id, shop_order_number: made.number })
  })

  test('is resolved by a store credit of the sum of its lines, or of its total', async () => {
    await stack.sent('7004')
    const inAll = { ...claimOf(41, '7004'), line_items: [{ shop_line_item_id: '70041', quantity_to_issue: 1 }], to_issue_amount: usd(1500) }

    const [lines, total] = [await stack.ask('7004/store_credit', claimOf(4, '7004', { cents: 2000 })), await stack.ask('7004/store_credit', inAll)]

    assert.deepEqual([lines.status, total.status], [200, 200])
    const amounts = stack.resolver.asked.slice(-2).map(({ body }) => body.amount)
    assert.deepEqual(amounts, [usd(2000), usd(1500)])
    const { id } = stack.resolver.done.get('store_credit/4')!.answer as { id: string }
    assert.deepEqual(lines.body, { shop_store_credit_id: id, store_credit_id: id })
  })

  test('is accepted with either of two keys, and with no other', async () => {
    await stack.sent('7005')
    const ask = (key: string) => stack.ask('7005/refund', claimOf(5, '7005'), { 'X-API-Key': key })

    const answers = [await ask('not-the-key-of-this-account'), await ask(''), await ask(claimsKey), await ask('the-next-key-of-the-account')]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 401, 200, 200],
    )
    assert.equal(typeof answers[0]?.body.error?.[0], 'string')
    assert.equal(stack.resolver.asked.filter(({ body }) => body.key === 'refund/5').length, 1)
  })

  test('is refused before its body is read if the key is wrong', async () => {
    const { status, body } = await stack.ask('7005/refund', '{"broken', { 'X-API-Key': 'wrong' })

    assert.deepEqual([status, Object.keys(body)], [401, ['error']])
  })

  const malformed: [what: string, path: string, body: unknown, status: number, words: RegExp][] = [
    ['no JSON', '7005/refund', '{"line_items": [', 400, /cannot be read/],
    ['a list', '7005/refund', [], 422, /^body /],
    ['no lines', '7005/refund', {}, 422, /^line_items /],
    [
      'an amount that is not a whole number',
      '7005/refund',
      { line_items: [{ shop_line_item_id: '1', quantity_to_issue: 1, to_issue_amount: { cents: 1.5, currency: 'USD' } }] },
      422,
      /^line_items\.0\.to_issue_amount\.cents /,
    ],
    ['another order than the path', '7005/refund', claimOf(6, '7006'), 422, /^shop_order_id /],
    ['a line twice', '7005/refund', { line_items: [claimOf(6, '7005').line_items[0], claimOf(6, '7005').line_items[0]] }, 422, /twice/],
    ['two totals', '7005/store_credit', { ...claimOf(6, '7005'), to_issue_amount: usd(1), amount: usd(2) }, 422, /^to_issue_amount /],
    ['half a character for an id', '7005/refund', claimOf('\ud800', '7005'), 422, /^refundable\.id /],
    ['a field twice', '7005/refund', '{"line_items": [], "line_items": [1]}', 400, /twice/],
    ['nesting without end', '7005/refund', '['.repeat(1000) + ']'.repeat(1000), 400, /deeper/],
    ['another way to resolve it', '7005/exchange', claimOf(6, '7005'), 404, /./],
    ['an address that cannot be read', '%zz/refund', claimOf(6, '7005'), 400, /./],
    ['too much', '7005/refund', JSON.stringify({ padding: 'x'.repeat(1_100_000) }), 413, /./],
  ]
  for (const [what, path, body, status, words] of malformed)
    test(`gets an error in the service's own form if it has ${what}`, async () => {
      const answer = await stack.ask(path, body)

      assert.equal(answer.status, status)
      assert.deepEqual(Object.keys(answer.body), ['error'])
      assert.match(answer.body.error![0]!, words)
    })

  test('gets the same answer every time, byte for byte, and is resolved once', async () => {
    await stack.sent('7010')
    const claim = claimOf(10, '7010')

    const first = await stack.ask('7010/refund', claim)
    const again = await stack.ask('7010/refund', { ...claim, refundable: { id: '10' }, line_items: [{ ...claim.line_items[0], quantity_to_issue: 1.0 }] })

    assert.deepEqual([again.status, again.text], [first.status, first.text])
    assert.equal(stack.resolver.asked.filter(({ body }) => body.key === 'refund/10').length, 1)
  })

  test('is distinguished from another one whose id differs in the last of 18 digits', async () => {
    await stack.sent('7017')
    const ask = (id: string) => stack.ask('7017/refund', JSON.stringify(claimOf('the-id', '7017')).replace('"the-id"', id))

    const answers = [await ask('900719925474099301'), await ask('900719925474099302'), await ask('"900719925474099302"')]

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.shop_refund_id]),
      ['1', '2', '2'].map((digit) => [200, stack.resolver.answers(`refund/90071992547409930${digit}`).shop_refund_id]),
    )
    assert.notEqual(answers[0]!.text, answers[1]!.text)
  })

  test('is recognized by its content if it has no id, and gets the same answer', async () => {
    await stack.sent('7011')
    const { line_items } = claimOf(11, '7011')

    const [first, again] = [await stack.ask('7011/refund', { line_items }), await stack.ask('7011/refund', { line_items })]

    assert.equal(again.text, first.text)
    assert.equal(first.status, 200)
    assert.equal(stack.resolver.asked.filter(({ body }) => body.order_id === '7011').length, 1)
  })

  test('is refused when it comes again with other lines', async () => {
    await stack.sent('7012')
    await stack.ask('7012/refund', claimOf(12, '7012'))

    const { status, body } = await stack.ask('7012/refund', claimOf(12, '7012', { cents: 2399 }))

    assert.equal(status, 422)
    assert.match(body.error![0]!, /^refundable\.id .*other contents/)
  })

  test('is resolved in one way only', async () => {
    await stack.sent('7013')
    await stack.ask('7013/refund', claimOf(13, '7013'))

    const { status, body } = await stack.ask('7013/store_credit', claimOf(13, '7013'))

    assert.equal(status, 422)
    assert.match(body.error![0]!, /^refundable\.id .*another way/)
  })

  test('is sent to the shop once, however many requests arrive at once', async () => {
    await stack.sent('7014')

    const answers = await Promise.all(Array.from({ length: 20 }, () => stack.ask('7014/refund', claimOf(14, '7014'))))

    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers[0]?.status, 200)
    assert.equal(stack.resolver.asked.filter(({ body }) => body.key === 'refund/14').length, 1)
  })

  test('is refused for good when the shop refuses it, in the words of the shop', async () => {
    await stack.sent('7015')
    stack.resolver.trouble('15', { status: 422, body: { error: ['the payment was charged back'] } })

    const [first, again] = [await stack.ask('7015/refund', claimOf(15, '7015')), await stack.ask('7015/refund', claimOf(15, '7015'))]

    assert.equal(first.status, 422)
    assert.match(first.body.error![0]!, /the payment was charged back/)
    assert.equal(again.text, first.text)
    assert.equal(stack.resolver.done.has('refund/15'), false)
  })

  const troubles: [order: string, trouble: Trouble][] = [
    ['7021', 'drop before'],
    ['7022', 'drop after'],
    ['7023', { status: 500 }],
    ['7024', { status: 409 }],
    ['7025', { status: 429, headers: { 'Retry-After': '1' } }],
    ['7027', { status: 404 }],
    ['7028', { status: 423, body: { error: ['the shop is locked'] } }],
    ['7026', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }],
  ]
  describe('is sent to the shop again under the same key, and done once', { concurrency: true }, () => {
    for (const [order, trouble] of troubles)
      test(`after ${JSON.stringify(trouble)}`, async () => {
        await stack.sent(order)
        stack.resolver.trouble(order, trouble)

        const answer = await stack.ask(`${order}/refund`, claimOf(order, order))

        assert.equal(answer.status, 200)
        assert.equal(stack.resolver.asked.filter(({ body }) => body.key === `refund/${order}`).length, 2)
        assert.equal([...stack.resolver.done.keys()].filter((key) => key === `refund/${order}`).length, 1)
        assert.deepEqual(answer.body, stack.resolver.answers(`refund/${order}`))
      })
  })

  test('is resolved although the service has hung up, and answered when the service sends it again', async () => {
    await stack.sent('7016')
    const goOn = stack.resolver.pause('16')
    const left = new AbortController()
    const gone = fetch(`${stack.proxy}/v1/claims/orders/7016/refund`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': claimsKey },
      body: JSON.stringify(claimOf(16, '7016')),
      signal: left.signal,
    }).catch(() => 'gone')
    await until(
      async () => stack.resolver.asked.length,
      () => stack.resolver.asked.some(({ body }) => body.key === 'refund/16'),
    )
    left.abort()
    goOn()

    assert.equal(await gone, 'gone')
    const answer = await stack.ask('7016/refund', claimOf(16, '7016'))
    assert.equal(answer.status, 200)
    assert.equal(stack.resolver.asked.filter(({ body }) => body.key === 'refund/16').length, 1)
  })
})

describe('a proxy that resolves no claims', () => {
  test("says so in the service's own form", async () => {
    const stack = await startClaims({
      settings: { CLAIMS_API_KEYS: undefined, CLAIMS_RESOLVER: undefined, CLAIMS_RESOLVER_URL: undefined, CLAIMS_RESOLVER_SECRET: undefined },
    })
    try {
      const { status, body } = await stack.ask('1/refund', claimOf(1, '1'))

      assert.equal(status, 404)
      assert.match(body.error![0]!, /CLAIMS_API_KEYS/)
    } finally {
      await stack.stop()
    }
  })
})
