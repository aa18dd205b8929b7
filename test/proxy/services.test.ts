import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { ResponseError } from '../../src/contract/client.ts'
import { readServices } from '../../proxy/config/config.ts'
import { serviceWords } from '../../proxy/http/problems.ts'
import { nextCursor } from '../../proxy/upstream/cursor.ts'
import { InputError } from '../../proxy/upstream/checked-client.ts'
import { loyaltyService } from '../../proxy/upstream/loyalty.ts'
import { createClaims, createServices, type Services } from '../../proxy/upstream/services.ts'
import { startOddService, type Odd, type Seen } from './odd-service.ts'
import { orderOf } from './orders.ts'

const opened: Services[] = []
after(() => Promise.all(opened.flatMap(({ transports }) => [...transports.values()]).map((transport) => transport.close())))

/** Creates the proxy's own clients for a service with this response. */
async function clientsOf(answer: Odd | ((seen: Seen) => Odd), settings: Record<string, string> = {}) {
  const { address, seen } = await startOddService(answer)
  const services = createServices(
    readServices(
      {
        LOYALTY_BASE_URL: address,
        LOYALTY_API_KEY: 'the-key-of-loyalty',
        PROTECTION_BASE_URL: `${address}/api/v1`,
        PROTECTION_API_KEY: 'the-key-of-protection',
        TRACK_BASE_URL: address,
        ...settings,
      },
      'loyalty',
      'protection',
      'track',
    ),
  )
  opened.push(services)
  return { loyalty: services.loyalty!, protection: services.protection!, track: services.track!, address, seen }
}

/** Resolves to what a client reads from this `data` of the loyalty service. */
const read = async <Answer>(data: unknown, ask: (loyalty: NonNullable<Services['loyalty']>) => Promise<Answer>) =>
  ask((await clientsOf({ body: { message: 'ok', data } })).loyalty)

const member = { customerId: '7001', status: 'ACTIVE', credit: 10 }
const entry = { amount: 5, createdAt: '2025-05-30T10:18:11.721Z', newBalance: 10 }
const money = { cents: 4800, currency: 'USD' }

const refusalOf = async (asked: Promise<unknown>): Promise<ResponseError> => {
  const error: unknown = await asked.then(
    (answer) => assert.fail(JSON.stringify(answer)),
    (error: unknown) => error,
  )
  assert.ok(error instanceof ResponseError, String(error))
  return error
}

describe('a response of the loyalty service is understood', () => {
  for (const [how, body] of [
    ['in its envelope (A1)', { message: 'ok', data: member }],
    ['without an envelope (A1)', member],
    ['under its own name (A5)', { message: 'ok', data: { customer: member } }],
    ['with another name of its id, as a number (A10)', { message: 'ok', data: { id: 7001, status: 'ACTIVE', credit: 10 } }],
  ] as const) {
    test(`${how}`, async () => {
      const { loyalty } = await clientsOf({ body })

      const found = await loyalty.admin.getMember({ id: '7001' })

      assert.equal(found.customerId, '7001')
      assert.equal(found.credit, 10)
    })
  }

  for (const status of [200, 201, 202]) {
    test(`with ${status} and any body, if only the status counts (A2)`, async () => {
      for (const body of [{ message: 'ok', data: {} }, {}, '', 'accepted', [], null]) {
        const { loyalty } = await clientsOf({ status, body })

        await loyalty.admin.issueCredits({ id: '7001', amount: 5 })
      }
    })
  }

  test('with nearly every field null, and any status (A10, A11)', async () => {
    const nulls = { customerId: '7001', firstName: null, credit: null, tierId: null, joinedAt: null, contractId: null, orderIds: null }

    const unnamed = await read({ ...nulls, status: null }, ({ admin }) => admin.getMember({ id: '7001' }))
    const unheard = await read({ ...nulls, status: 'ON_HOLIDAY' }, ({ admin }) => admin.getMember({ id: '7001' }))

    assert.equal(unnamed.status, 'ACTIVE')
    assert.equal(unheard.status, 'ON_HOLIDAY')
  })

  test('with its other fields unchanged (A10)', async () => {
    const found = await read({ ...member, contractId: 82559795564, wallet: { passes: [1] } }, ({ admin }) => admin.getMember({ id: '7001' }))

    assert.deepEqual([found.contractId, found.wallet], [82559795564, { passes: [1] }])
  })

  for (const [how, data] of [
    ['the array alone', [member]],
    ['under its name', { customers: [member], lastCustomerId: null }],
    ['under another name', { members: [member] }],
    ['beside another list', { customers: [member], tags: ['gold'] }],
  ] as const) {
    test(`as a list of members: ${how} (A5)`, async () => {
      const { customers } = await read(data, ({ admin }) => admin.listMembers({}))

      assert.deepEqual(
        customers.map(({ customerId }) => customerId),
        ['7001'],
      )
    })
  }

  for (const [how, data] of [
    ['the array alone', [{ id: 1, name: 'Gold' }]],
    ['under one of its names, beside other lists', { segments: [{ id: 1, name: 'Gold' }], currencies: ['USD'] }],
    ['under an unknown name', { levels: [{ id: 1, name: 'Gold' }], count: 1 }],
    ['with other names for id and name (A22)', [{ segmentId: 1, tierName: 'Gold', perks: 3 }]],
    ['with its id as the tier id (A22)', [{ tierId: '1', name: 'Gold' }]],
  ] as const) {
    test(`as a list of tiers: ${how} (A5)`, async () => {
      const [tier] = await read(data, ({ admin }) => admin.listTiers({}))

      assert.deepEqual([tier?.id, tier?.name], ['1', 'Gold'])
    })
  }

  for (const [how, data] of [
    ['null', null],
    ['an empty object', {}],
    ['an empty array', []],
    ['absent', undefined],
  ] as const) {
    test(`as no history of spend, if it is ${how} (A21)`, async () => {
      const spend = await read(data, ({ admin }) => admin.getSpend({ id: '7001' }))

      assert.deepEqual(Object.keys(spend ?? {}), [])
    })
  }

  test('as spend under any field names (A21)', async () => {
    const spend = { monthly_spend: { amount: 3, currency: 'USD' }, AllTime: 12.5 }

    assert.deepEqual(await read(spend, ({ admin }) => admin.getSpend({ id: '7001' })), spend)
  })

  for (const [how, data] of [
    ['as in the documents', { token: 'a.b.c', expiresIn: 7200 }],
    ['named jwt', { jwt: 'a.b.c' }],
    ['named accessToken, with its expiry in seconds since 1970', { accessToken: 'a.b.c', expiresAt: 1_900_000_000 }],
    ['alone', 'a.b.c'],
    ['with its lifetime as text', { token: 'a.b.c', expiresIn: '7200' }],
    ['with its lifetime as text with a unit', { token: 'a.b.c', expiresIn: '2h' }],
  ] as const) {
    test(`as a member's token ${how} (A31)`, async () => {
      const { token } = await read(data, ({ storefront }) => storefront.authenticate({ customerId: '7001' }))

      assert.equal(token, 'a.b.c')
    })
  }

  test('as a webhook whose address has another name, inside its own object (A46)', async () => {
    const made = await read({ webhook: { id: 12, url: 'https://shop.example/hook', token: 'once' } }, ({ admin }) =>
      admin.createWebhook({ callbackUrl: 'https://shop.example/hook' }),
    )

    assert.deepEqual([made.id, made.callbackUrl, made.token], ['12', 'https://shop.example/hook', 'once'])
  })

  test('with benefits and campaigns of unknown kinds (A24, A27)', async () => {
    const [benefit] = await read({ benefits: [{ type: 'DRAGON_RIDES', height: 3 }] }, ({ admin }) => admin.listBenefits({}))
    const [campaign] = await read({ count: 1, campaigns: [{ id: 9, startDate: '2022-05-13 20:26:01 +00:00' }] }, ({ admin }) =>
      admin.listTierCampaigns({ id: '3a636361' }),
    )

    assert.deepEqual(benefit, { type: 'DRAGON_RIDES', height: 3 })
    assert.deepEqual([campaign?.id, campaign?.startDate, campaign?.endDate], ['9', '2022-05-13 20:26:01 +00:00', undefined])
  })
})

describe('an id that the service chose', () => {
  for (const id of ['gid://shopify/Segment/12', 'Gold members', 'ゴールド', 'a'.repeat(200), 'x?y#z'])
    test(`is sent unchanged: ${JSON.stringify(id.slice(0, 30))}`, async () => {
      const { loyalty, seen } = await clientsOf({ body: { message: 'ok', data: { benefits: [] } } })

      await loyalty.admin.listTierBenefits({ id })

      assert.equal(seen[0]!.url, `/v2.0/admin/tiers/${encodeURIComponent(id)}/benefits`)
    })

  for (const id of ['', '.', '..', 'a\u0000b', '\ud800', 'a'.repeat(256)])
    test(`is refused, and nothing is sent: ${JSON.stringify(id.slice(0, 30))}`, async () => {
      const { loyalty, seen } = await clientsOf({ body: { message: 'ok', data: { benefits: [] } } })

      await assert.rejects(loyalty.admin.listTierBenefits({ id }), InputError)
      assert.equal(seen.length, 0)
    })
})

describe('a cursor', () => {
  const { listCredits, listMembers, listTiers } = loyaltyService

  for (const [how, cursor, next] of [
    ['text that needs encoding', 'a+b/c={}&d', 'a+b/c={}&d'],
    ['an object', { customerId: '7001', createdAt: '2025-05-30T10:18:11.721Z' }, '{"customerId":"7001","createdAt":"2025-05-30T10:18:11.721Z"}'],
    ['a number', 17, '17'],
  ] as const) {
    test(`that is ${how} is sent back unchanged (A6, A7)`, async () => {
      const { loyalty, seen } = await clientsOf({ body: { message: 'ok', data: { credits: [entry], lastCreditEntry: cursor } } })
      const page = await loyalty.admin.listCredits({ id: '7001' })

      await loyalty.admin.listCredits({ id: '7001', lastCreditEntry: nextCursor(listCredits, page) })
      await loyalty.admin.listCredits({ id: '7001', lastCreditEntry: page.lastCreditEntry as never })

      for (const { url } of seen.slice(1)) assert.equal(new URL(url, 'http://service').searchParams.get('lastCreditEntry'), next)
      assert.ok(!/[{}"]/.test(seen[1]!.url), seen[1]!.url)
    })
  }

  test('beside a bare list is found (A5)', async () => {
    const { loyalty } = await clientsOf({ body: { message: 'ok', data: [member], lastCustomerId: 7001 } })

    const page = await loyalty.admin.listMembers({})

    assert.equal(nextCursor(listMembers, page), '7001')
  })

  for (const end of [undefined, null, '', {}]) {
    test(`that is ${JSON.stringify(end)} is the end, even if the page is full (A4)`, async () => {
      const page = await read({ credits: [entry], lastCreditEntry: end }, ({ admin }) => admin.listCredits({ id: '7001', limit: 1 }))

      assert.equal(nextCursor(listCredits, page), undefined)
    })
  }

  test('is not looked for if a list has no pages', () => {
    assert.equal(nextCursor(listTiers, [{ lastCustomerId: 'x' }]), undefined)
  })

  test('is requested with a page length, always (A4)', async () => {
    const { loyalty, seen } = await clientsOf({ body: { message: 'ok', data: { customers: [] } } })

    await loyalty.admin.listMembers({})
    await loyalty.admin.listMembers({ limit: 7 })

    assert.deepEqual(
      seen.map(({ url }) => url),
      ['/v2.0/admin/members?limit=50', '/v2.0/admin/members?limit=7'],
    )
  })
})

describe("a service's refusal", () => {
  for (const [how, body, words] of [
    ['message', { message: 'customerId is unknown', data: {} }, ['customerId is unknown']],
    ['errors', { success: false, data: {}, errors: ['Invalid API key'] }, ['Invalid API key']],
    ['error', { error: 'No such member' }, ['No such member']],
    ['an empty message beside errors', { message: '', errors: ['amount is required'] }, ['amount is required']],
    [
      'a message beside the name of its status',
      { statusCode: 400, error: 'Bad Request', message: ['amount is required', 'id is required'] },
      ['amount is required', 'id is required'],
    ],
    ['a list alone', ['amount is required'], ['amount is required']],
    ['text alone', 'Invalid API key', ['Invalid API key']],
    ['text alone, as JSON', '"Invalid API key"', ['Invalid API key']],
    ['a page', '<html><h1>Bad Gateway</h1></html>', []],
    ['nothing', '', []],
  ] as const) {
    test(`in the form of ${how} is passed on as text (A3)`, async () => {
      const { loyalty } = await clientsOf({ status: 400, body })

      const refusal = await refusalOf(loyalty.admin.getMember({ id: '7001' }))

      assert.equal(refusal.status, 400)
      assert.deepEqual(serviceWords(refusal), words)
    })
  }

  for (const status of [404, 409]) {
    test(`${status} counts by its status, with any body (A60)`, async () => {
      for (const body of ['', '{"error":', '<h1>no</h1>', null, { error: ['gone'] }]) {
        const { protection } = await clientsOf({ status, body })

        const refusal = await refusalOf(protection.addInsurance({ shopOrderId: '1' }))

        assert.equal(refusal.status, status)
      }
    })
  }
})

describe('a response of the protection service is understood', () => {
  test('with 200 and with 201, with any body (A56, A63)', async () => {
    for (const status of [200, 201]) {
      for (const body of [{ shop_order_id: '1' }, {}, '', 'OK']) {
        const { protection } = await clientsOf({ status, body })

        await protection.createOrder(orderOf('1'))
        await protection.refundInsurance({ shopOrderId: '1' })
      }
    }
  })

  test('as a quote with its id as a number and additional fields (A67, A72)', async () => {
    const { protection } = await clientsOf({ body: { id: 4, token: '$2a$/+=', price: { cents: 150, currency: 'USD', text: '$1.50' }, tax: null } })

    const quote = await protection.quote({ cart: { amount_insured: money } })

    assert.deepEqual([quote.id, quote.token, quote.price.cents, quote.tax], [4, '$2a$/+=', 150, null])
  })

  test('except for a quote without a price, which nobody may charge', async () => {
    const { protection } = await clientsOf({ body: { id: '4', token: 't' } })

    await assert.rejects(protection.quote({ cart: { amount_insured: money } }), { code: 'upstream-unavailable' })
  })
})

describe('a response of the track interface is understood', () => {
  const lookup = { order_number: 'K-1', email: 'mira@example.com' }

  test('with only its shipments, and null for lists and signals (A79 to A83)', async () => {
    const event = { status: null, datetime: '2026-01-01T00:00:00Z', facility: 'Reno' }
    const shipments = [{ shop_shipment_id: 3712, enrichment_status: 'parked', events: [event], line_items: null, tracking_number: null }]
    const { track } = await clientsOf({ body: { shipments, packages: null, unfulfilled_line_items: null, has_shippable_items: null } })

    const order = await track.lookUpOrder(lookup)

    assert.deepEqual([order.packages, order.unfulfilled_line_items, order.has_shippable_items], [[], [], true])
    assert.deepEqual([order.shipments[0]?.shop_shipment_id, order.shipments[0]?.enrichment_status, order.shipments[0]?.line_items], ['3712', 'parked', []])
    assert.equal(order.shipments[0]?.events[0]?.facility, 'Reno')
  })

  for (const [how, body, statuses, settled] of [
    ['a list', { shipments: [{ shop_shipment_id: 1, enrichment_status: 'pending' }], all_settled: false }, ['pending'], false],
    ['a map of id to status', { shipments: { 1: 'completed', 2: 'failed' }, all_settled: true }, ['completed', 'failed'], true],
    ['a map of id to shipment', { shipments: { 1: { enrichment_status: 'pending' } }, all_settled: false }, ['pending'], false],
    ['a map without the overall state, one pending (A86)', { shipments: { 1: 'completed', 2: 'pending' } }, ['completed', 'pending'], false],
    ['a map without the overall state, all in some other state (A86)', { shipments: { 1: 'parked' } }, ['parked'], true],
    ['nothing shipped', { shipments: null }, [], true],
    ['a tracking number written as a number', { shipments: [{ tracking_number: 794644790138, enrichment_status: 'completed' }] }, ['completed'], true],
  ] as const) {
    test(`as the state of enrichment: ${how} (A87)`, async () => {
      const { track } = await clientsOf({ body })

      const { shipments, all_settled } = await track.lookUpEnrichment(lookup)

      assert.deepEqual(
        shipments.map(({ enrichment_status }) => enrichment_status),
        statuses,
      )
      assert.equal(all_settled, settled)
    })
  }
})

describe('a claim is sent', () => {
  const claim = { shopOrderId: '18282', line_items: [{ shop_line_item_id: '1', quantity_to_issue: 1, to_issue_amount: money }] }

  test('to an address with a path and a slash, with the key (A91, A102)', async () => {
    const { address, seen } = await startOddService({ body: 'done' })

    await createClaims(`${address}/prefix/`, 'the-key-of-the-shop').refundClaim(claim)

    assert.equal(`${seen[0]?.method} ${seen[0]?.url}`, 'POST /prefix/orders/18282/refund')
    assert.equal(seen[0]?.headers['x-api-key'], 'the-key-of-the-shop')
  })

  for (const name of ['shop_store_credit_id', 'store_credit_id', 'id']) {
    test(`and the id of its credit is read from ${name} (A97)`, async () => {
      const { address } = await startOddService({ body: { [name]: 881 } })

      const reply = await createClaims(address, 'the-key-of-the-shop').creditClaim(claim)

      assert.equal((reply as Record<string, unknown>)[name], '881')
    })
  }

  test('and a new order without its number is an error (A95)', async () => {
    const { address } = await startOddService({ body: { shop_order_id: '1' } })

    await assert.rejects(createClaims(address, 'the-key-of-the-shop').reorderClaim(claim), { code: 'upstream-unavailable' })
  })
})

describe('an invalid call to a service', () => {
  const logLinesOf = async (call: (services: Awaited<ReturnType<typeof clientsOf>>) => Promise<unknown>) => {
    const services = await clientsOf({ body: {} })
    const error: unknown = await call(services).catch((error: unknown) => error)
    assert.ok(error instanceof InputError, String(error))
    assert.deepEqual(services.seen, [])
    return error.errors
  }

  test('is not sent, and every invalid field is named', async () => {
    const lines = await logLinesOf(({ protection }) =>
      protection.createOrder({ ...orderOf('1'), financial_status: 'stolen' as never, total_price: { cents: 1.5, currency: 'US$' } }),
    )

    assert.deepEqual(lines?.map((line) => line.split(' ')[0]).sort(), ['financial_status', 'total_price.cents', 'total_price.currency'])
  })

  test('with an invalid kind of id is not sent (A14)', async () => {
    const [line = ''] = (await logLinesOf(({ loyalty }) => loyalty.storefront.authenticate({ customerId: 'gid://shop/Customer/1' }))) ?? []

    assert.match(line, /^customerId /)
  })

  test('with different values in both namings is not sent (A72)', async () => {
    const cart = { amount_insured: money, amount_protected: { ...money, cents: 1 } }

    const [line = ''] = (await logLinesOf(({ protection }) => protection.quote({ cart }))) ?? []

    assert.match(line, /^cart\.amount_insured and amount_protected/)
  })
})

describe('a request to a service', () => {
  test('keeps additional fields of the caller', async () => {
    const { protection, seen } = await clientsOf({ status: 201, body: {} })

    await protection.createOrder({ ...orderOf('1'), gift: { wrapped: true } })

    assert.deepEqual((JSON.parse(seen[0]!.body) as { gift: unknown }).gift, { wrapped: true })
  })

  for (const naming of ['insured', 'protected'] as const) {
    test(`uses the ${naming} naming in paths and fields if it is set, whichever naming the caller uses (A72)`, async () => {
      const { protection, seen } = await clientsOf({ status: 201, body: { token: 't', price: money } }, { PROTECTION_NAMING: naming })

      await protection.quote({ cart: { amount_insured: money } })
      await protection.quote({ cart: { amount_protected: money } } as never)
      await protection.createOrder(orderOf('1'))
      await protection.addInsurance({ shopOrderId: '1' })

      const other = naming === 'insured' ? 'protected' : 'insured'
      assert.match(seen[0]!.body, new RegExp(`"amount_${naming}"`))
      assert.equal(seen[1]!.body, seen[0]!.body)
      assert.match(seen[2]!.body, new RegExp(`"is_${naming}"`))
      assert.equal(seen[3]!.url, naming === 'insured' ? '/api/v1/orders/1/add_insurance' : '/api/v1/orders/1/add_protection')
      for (const { body } of seen) assert.ok(!body.includes(`_${other}`), body)
    })
  }

  test('carries both media types on every operation of protection', async () => {
    const { protection, seen } = await clientsOf({ body: {} })

    await protection.addInsurance({ shopOrderId: '1' })

    assert.equal(seen[0]?.headers['content-type'], 'application/json')
    assert.equal(seen[0]?.headers.accept, 'application/json')
  })

  test('carries keys and tokens in the headers of the settings (A32, A34)', async () => {
    const { loyalty, protection, seen } = await clientsOf(({ url }) => ({ body: url.includes('/v2.0/') ? { message: 'ok', data: member } : {} }), {
      LOYALTY_KEY_HEADER: 'X-Vendor-Key',
      LOYALTY_TOKEN_HEADER: 'X-Member-Token',
      PROTECTION_KEY_HEADER: 'Authorization: Token',
    })

    await loyalty.storefront.readMember({ id: '7001' }, loyalty.asMember('a.b.c'))
    await protection.addInsurance({ shopOrderId: '1' })

    assert.deepEqual([seen[0]?.headers['x-vendor-key'], seen[0]?.headers['x-member-token']], ['the-key-of-loyalty', 'a.b.c'])
    assert.deepEqual([seen[0]?.headers['x-loyalty-api-key'], seen[0]?.headers.authorization], [undefined, undefined])
    assert.deepEqual([seen[1]?.headers.authorization, seen[1]?.headers['x-api-key']], ['Token the-key-of-protection', undefined])
  })

  test('carries keys and tokens as in the documents by default', async () => {
    const { loyalty, protection, seen } = await clientsOf({ body: { message: 'ok', data: member } })

    await loyalty.storefront.readMember({ id: '7001' }, loyalty.asMember('a.b.c'))
    await protection.addInsurance({ shopOrderId: '1' })

    assert.deepEqual([seen[0]?.headers['x-loyalty-api-key'], seen[0]?.headers.authorization], ['the-key-of-loyalty', 'Bearer a.b.c'])
    assert.equal(seen[1]?.headers['x-api-key'], 'the-key-of-protection')
  })

  test('signs a member in with the body of the settings, and an id cannot add a field to this body (A30)', async () => {
    const template = '{"identity":{"customer_token":"shop-{customerId}","scopes":["member"]},"grant":"customer"}'
    const { loyalty, seen } = await clientsOf({ body: { message: 'ok', data: { token: 'a.b.c' } } }, { LOYALTY_AUTH_BODY: template })

    await loyalty.storefront.authenticate({ customerId: '7001' })
    await assert.rejects(loyalty.storefront.authenticate({ customerId: '7","admin":"1' }), InputError)

    assert.deepEqual(
      seen.map(({ body }) => JSON.parse(body) as unknown),
      [{ identity: { customer_token: 'shop-7001', scopes: ['member'] }, grant: 'customer' }],
    )
  })
})
