import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createShop } from '../../proxy/background/create-shop.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { adminToken, startAdminApi, type AdminApi, type AdminTrouble } from './admin-api.ts'
import { orderOf } from '../proxy/orders.ts'
import { claimOf, startClaims, usd, type ClaimsStack } from './claims-stack.ts'

describe('a claim resolved on Shopify', () => {
  let stack: ClaimsStack
  let admin: AdminApi
  before(async () => {
    admin = await startAdminApi()
    stack = await startClaims({ settings: { CLAIMS_RESOLVER: 'shopify', SHOPIFY_ADMIN_URL: admin.url, SHOPIFY_ADMIN_TOKEN: adminToken } })
  })
  after(async () => {
    await stack.stop()
    await admin.stop()
  })

  async function sold(id: string, changes: Parameters<AdminApi['place']>[1] = {}) {
    await stack.sent(id)
    return admin.place(id, changes)
  }

  test('is refunded through the payments of the order, with a note that names the claim', async () => {
    const order = await sold('6001')

    const answer = await stack.ask('6001/refund', claimOf(601, '6001'))

    assert.equal(answer.status, 200)
    const [refund] = order.refunds
    assert.equal(answer.body.shop_refund_id, refund?.id.split('/').at(-1))
    assert.match(refund!.note, /Claim 601.*\[refund\/601\]/)
    assert.deepEqual(
      refund!.transactions.map(({ gateway, amount, kind }) => [gateway, amount, kind]),
      [
        ['gift_card', '10.00', 'REFUND'],
        ['shopify_payments', '14.00', 'REFUND'],
      ],
    )
    assert.deepEqual(refund!.refundLineItems, [{ lineItemId: 'gid://shopify/LineItem/60011', quantity: 1, restockType: 'NO_RESTOCK' }])
  })

  test('is refunded in the currency in which the customer paid', async () => {
    const euros = (cents: number) => ({ cents, currency: 'EUR' })
    await stack.sent('6002', { line_items: orderOf('6002').line_items.map((line) => ({ ...line, total_price_presentment: euros(4400) })) })
    const order = admin.place('6002', { currency: 'EUR', payments: { shopify_payments: '44.00' } })
    const { line_items, ...claim } = claimOf(602, '6002')

    const unsaid = await stack.ask('6002/refund', { ...claim, line_items })
    const said = await stack.ask('6002/refund', {
      refundable: { id: 6021 },
      line_items: line_items.map((line) => ({ ...line, to_issue_amount_presentment: euros(2200) })),
    })

    assert.deepEqual([unsaid.status, said.status], [200, 200])
    assert.deepEqual(
      order.refunds.map(({ currency, transactions }) => [currency, transactions.map(({ amount }) => amount)]),
      [
        ['EUR', ['22.00']],
        ['EUR', ['22.00']],
      ],
    )
  })

  test('is refused if the amount that was paid in that currency is unknown', async () => {
    await stack.sent('6008')
    const order = admin.place('6008', { currency: 'EUR', payments: { shopify_payments: '44.00' } })

    const answer = await stack.ask('6008/refund', claimOf(608, '6008'))

    assert.equal(answer.status, 422)
    assert.match(answer.body.error![0]!, /paid in EUR/)
    assert.deepEqual(order.refunds, [])
  })

  describe('is done once', { concurrency: true }, () => {
    const troubles: [order: string, ...troubles: AdminTrouble[]][] = [
      ['6011', 'throttled'],
      ['6012', '429'],
      ['6013', 'drop before'],
      ['6014', 'drop after'],
      ['6015', { errors: ['Internal error. Looks like something went wrong on our end.'] }],
      ['6016', { userErrors: ['This request is currently in progress, please try again.'] }],
      ['6017', 'none', 'drop after'],
    ]
    for (const [order, ...trouble] of troubles)
      for (const how of ['refund', 'reorder', ...(trouble[0] === 'throttled' || trouble[0] === '429' ? (['store_credit'] as const) : [])] as const)
        test(`by ${how} after ${JSON.stringify(trouble)}`, async () => {
          const id = `${order}${how.length}`
          const { refunds } = await sold(id, { customer: id })
          admin.trouble(id, ...trouble)

          const answer = await stack.ask(`${id}/${how}`, claimOf(id, id))

          assert.equal(answer.status, 200)
          const completed = [...admin.drafts.values()].filter(({ input, order: made }) => made !== null && JSON.stringify(input).includes(`claim:${id}`))
          const effects = { refund: refunds.length, reorder: completed.length, store_credit: (admin.credits.get(`gid://shopify/Customer/${id}`) ?? []).length }
          assert.equal(effects[how], 1)
        })
  })

  for (const [order, trouble] of [
    ['6021', 'drop before'],
    ['6022', 'drop after'],
  ] as const)
    test(`credits once after "${trouble}", and looks for that credit only when it can no longer be under way`, async () => {
      await sold(order, { customer: order })
      admin.trouble(order, trouble)
      const shop = createShop(readConfig(stack.settings))!
      const facts = new Map<string, unknown>()
      let now = Date.UTC(2026, 10, 23)
      const kept = {
        now: () => now,
        fact: <Value>(name: string) => Promise.resolve(facts.get(name) as Value | undefined),
        putIfAbsent: <Value>(name: string, value: Value) => Promise.resolve((facts.has(name) ? facts : facts.set(name, value)).get(name) as Value),
      }
      const credit = (attempt: number) =>
        shop.credit({ key: `store_credit/${order}`, order, note: '', amount: usd(1200), ledger: { ...kept, attempt, inDoubt: attempt > 1 } })
      const credits = () => admin.credits.get(`gid://shopify/Customer/${order}`)?.length ?? 0

      await assert.rejects(credit(1))
      const early = await credit(2).catch((error: unknown) => error as { retryAfter: number })
      const again = await credit(3).catch((error: unknown) => error as { retryAfter: number })
      const done = credits()
      for (const attempt of [4, 5]) {
        now += 61_000
        await credit(attempt)
      }
      await shop.close!()

      assert.ok('retryAfter' in early && early.retryAfter > 50 && early.retryAfter <= 60)
      assert.ok('retryAfter' in again && again.retryAfter > 50 && again.retryAfter <= 60)
      assert.deepEqual([done, credits()], [trouble === 'drop after' ? 1 : 0, 1])
    })

  test('is refused in the words of the platform', async () => {
    const order = await sold('6003')
    admin.trouble('6003', { userErrors: ['Refund is not possible for this payment'] })

    const answer = await stack.ask('6003/refund', claimOf(603, '6003'))

    assert.equal(answer.status, 422)
    assert.match(answer.body.error![0]!, /Refund is not possible for this payment/)
    assert.deepEqual(order.refunds, [])
  })

  test('is refused if the payments cannot refund so much', async () => {
    await sold('6004', { payments: { shopify_payments: '12.00' } })

    const answer = await stack.ask('6004/refund', claimOf(604, '6004'))

    assert.equal(answer.status, 422)
    assert.match(answer.body.error![0]!, /12\.00 USD more than/)
  })

  test('sends the goods again free of charge, and the new order is reported like any other', async () => {
    await sold('6005')

    const answer = await stack.ask('6005/reorder', claimOf(605, '6005'))

    assert.equal(answer.status, 200)
    const draft = [...admin.drafts.values()].find(({ order }) => order === answer.body.shop_order_id)
    const { lineItems, appliedDiscount, tags, shippingAddress } = draft!.input as Record<string, Record<string, unknown>>
    assert.deepEqual(lineItems, [{ variantId: 'gid://shopify/ProductVariant/41', quantity: 1 }])
    assert.deepEqual([appliedDiscount!.value, appliedDiscount!.valueType, tags], [100, 'PERCENTAGE', ['claim:605']])
    assert.deepEqual([shippingAddress!.address1, shippingAddress!.countryCode], ['2210 SE Clay Street', 'US'])
    assert.equal(answer.body.shop_order_number, `R${String(answer.body.shop_order_id).slice(-4)}`)
  })

  test('sends the goods to the confirmed address', async () => {
    await sold('6006')
    const shipping_address = {
      address1: '1 Other Street',
      city: 'Boise',
      postal_code: '83702',
      province_code: 'US-ID',
      country_code: 'US',
      phone_number: '+1 208 555 0100',
    }

    const answer = await stack.ask('6006/reorder', { ...claimOf(606, '6006'), shipping_address })

    const draft = [...admin.drafts.values()].find(({ order }) => order === answer.body.shop_order_id)
    const { firstName, address1, provinceCode, zip } = draft!.input.shippingAddress as Record<string, string>
    assert.deepEqual([firstName, address1, provinceCode, zip], ['Mira', '1 Other Street', 'ID', '83702'])
  })

  test("credits the order's customer, once for each claim", async () => {
    await sold('6007', { customer: '6007' })

    const answers = [
      await stack.ask('6007/store_credit', claimOf(607, '6007', { cents: 1200 })),
      await stack.ask('6007/store_credit', claimOf(6071, '6007', { cents: 1200 })),
    ]

    const credits = admin.credits.get('gid://shopify/Customer/6007')!
    assert.deepEqual(
      credits.map(({ amount, currencyCode }) => [amount, currencyCode]),
      [
        ['12', 'USD'],
        ['12', 'USD'],
      ],
    )
    assert.deepEqual(
      answers.map(({ body }) => body.store_credit_id),
      credits.map(({ id }) => id.split('/').at(-1)),
    )
  })

  test('is refused as a store credit if the order is of a guest', async () => {
    await sold('6008', { customer: null })

    const answer = await stack.ask('6008/store_credit', claimOf(608, '6008'))

    assert.equal(answer.status, 422)
    assert.match(answer.body.error![0]!, /no customer/)
  })

  test('reads pictures and the orders of a day, with every digit of their ids', async () => {
    const at = '2026-03-01T10:00:00Z'
    for (let index = 0; index < 251; index += 1) admin.place(String(820_982_911_946_154_000n + BigInt(index)), { updatedAt: at })
    const shop = createShop(readConfig(stack.settings))!

    const pictures = await shop.pictures!('6001')
    const texts: string[] = []
    for await (const { platform, text } of shop.orders!(new Date('2026-03-01'), new Date('2026-03-02'))) texts.push(platform + text)
    await shop.close!()

    assert.deepEqual([...pictures], [['60011', 'https://cdn.example/mug.png']])
    assert.equal(texts.length, 251)
    assert.match(texts.at(-1)!, /^shopify\{"id":820982911946154250,/)
  })

  test('amounts keep the decimal places of their currencies', async () => {
    await sold('6009')
    await stack.ask('6009/refund', claimOf(609, '6009', { cents: 5 }))

    assert.equal(admin.orders.get('6009')!.refunds[0]?.transactions[0]?.amount, '0.05')
  })
})
