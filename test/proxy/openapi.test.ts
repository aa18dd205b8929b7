import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { readSettings } from '../../demo/settings.ts'
import { buildApp } from '../../proxy/app.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { documents } from '../../proxy/openapi/documents.ts'
import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'
import { loyaltyEvents } from '../../proxy/upstream/loyalty-events.schema.ts'
import { runCommand } from '../cli/commands.ts'
import { startStack, type Stack } from '../stack.ts'
import { createChecker, type Document } from './documented.ts'
import { orderOf, protectedOrderOf, shipmentOf } from './orders.ts'

const operationsIn = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete'].filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
  )

/** Parses the routes from the tree that the framework prints: each line continues the path of its parent line. */
function routesIn(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, branch = '', part = '', methods = ''] = /^(.*)── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    const depth = branch.length / 4
    above.splice(Math.floor(depth), Infinity, part)
    const path = above.join('').replace(/:(\w+)/g, '{$1}')
    return methods
      .split(', ')
      .filter((method) => method && !['HEAD', 'OPTIONS'].includes(method))
      .map((method) => `${method} ${path}`)
  })
}

/** A part of a JSON Schema. */
interface Schema {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

const namesOf = (...families: Family[]) =>
  families.flatMap(({ operations }) => Object.values(operations).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`))

describe('the documents', () => {
  let stack: Stack
  const fetched = async (path: string) => (await (await fetch(`${stack.proxy}/v1/${path}`)).json()) as Document
  before(async () => (stack = await startStack()))
  after(() => stack.stop())

  for (const path of ['openapi.json', 'openapi/proxy.json', 'openapi/loyalty.json', 'openapi/protection.json']) {
    test(`/v1/${path} is a valid OpenAPI 3.1 document`, async () => {
      const document = await fetched(path)

      const { valid, errors } = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>)

      assert.ok(valid, JSON.stringify(errors))
      assert.equal((document as unknown as { openapi: string }).openapi, '3.1.0')
    })
  }

  test('are not sent again to a caller that has the current version', async () => {
    const first = await fetch(`${stack.proxy}/v1/openapi.json`)
    const again = await fetch(`${stack.proxy}/v1/openapi.json`, { headers: { 'If-None-Match': first.headers.get('etag')! } })

    assert.equal(first.headers.get('cache-control'), 'public, no-cache')
    assert.equal(again.status, 304)
    assert.equal(await again.text(), '')
  })

  test('under other names are not found', async () => {
    const answer = await fetch(`${stack.proxy}/v1/openapi/constructor.json`)

    assert.equal(answer.status, 404)
    assert.equal(((await answer.json()) as { code: string }).code, 'not-found')
  })

  test('hold no key and no address of this installation', async () => {
    const texts = await Promise.all(Object.keys(documents).map(async (name) => (await fetch(`${stack.proxy}/v1/openapi/${name}.json`)).text()))
    const { LOYALTY_API_KEY, PROTECTION_API_KEY, MERCHANT_API_KEYS, PUBLIC_URL } = stack.settings

    for (const secret of [LOYALTY_API_KEY, PROTECTION_API_KEY, MERCHANT_API_KEYS, PUBLIC_URL, stack.services, 'localhost', '127.0.0.1']) {
      for (const text of texts) assert.ok(!text.includes(secret!), secret)
    }
  })

  test('of the services contain every operation of the catalogue, in both namings, and every event', async () => {
    const loyalty = await fetched('openapi/loyalty.json')
    const protection = await fetched('openapi/protection.json')

    assert.deepEqual(operationsIn(loyalty).sort(), namesOf(catalogue.loyalty, catalogue.loyaltyStorefront).sort())
    assert.deepEqual(
      operationsIn(protection).sort(),
      [
        ...namesOf(catalogue.protection, catalogue.track, catalogue.claims),
        'PATCH /orders/{shopOrderId}/refund_protection',
        'PATCH /orders/{shopOrderId}/add_protection',
      ].sort(),
    )
    assert.deepEqual(Object.keys((loyalty as unknown as { webhooks: object }).webhooks), Object.keys(loyaltyEvents))
  })
})

test('every field of the protection, track and claims interfaces is explained', () => {
  const unexplained: string[] = []
  const look = (schema: Schema, at: string) => {
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      if (!inner.description) unexplained.push(`${at}.${name}`)
      look(inner, `${at}.${name}`)
    }
    if (schema.items) look(schema.items, `${at}[]`)
    for (const one of schema.anyOf ?? []) look(one, at)
  }
  const { paths, components } = documents.protection() as unknown as {
    paths: Record<string, Record<string, { parameters?: { name: string; schema: Schema }[]; requestBody?: { content: Record<string, { schema: Schema }> } }>>
    components: { schemas: Record<string, Schema> }
  }

  for (const [name, schema] of Object.entries(components.schemas)) look(schema, name)
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(item)) {
      for (const { name, schema } of parameters) look({ properties: { [name]: schema } }, `${method} ${path}`)
      if (requestBody) look(requestBody.content['application/json']!.schema, `${method} ${path}`)
    }
  }

  assert.deepEqual(unexplained, [])
})

describe('the document of the proxy', () => {
  for (const [path, mount] of [
    ['/apps/kiln/v1/openapi.json', '/apps/kiln/'],
    ['/apps/kiln/v1/openapi/proxy.json', '/apps/kiln/'],
  ] as const)
    test(`at ${path} has the address at which the proxy is mounted`, async () => {
      const stack = await startStack()
      const answer = await fetch(stack.proxy + path.replace('/apps/kiln', ''))
      const { servers } = (await answer.json()) as { servers: { url: string }[] }
      await stack.stop()

      assert.equal(new URL(servers[0]!.url, `https://shop.example.com${path}`).href, `https://shop.example.com${mount}`)
    })
})

test("the proxy's document contains every route that it serves, and no other", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
  t.after(() => rm(folder, { recursive: true }))
  const { app } = await buildApp(readConfig({ ...readSettings({}), DATA_DIR: folder }), { log: { write() {} }, thread: false })
  await app.ready()
  const served = routesIn(app.printRoutes({ commonPrefix: false }))
  await app.close()

  assert.ok(served.length > 20, served.join('\n'))
  assert.deepEqual(operationsIn(documents.proxy() as unknown as Document).sort(), served.sort())
})

describe('requests and responses match the document', () => {
  let stack: Stack
  before(async () => (stack = await startStack()))
  after(() => stack.stop())

  test('of the proxy, for a page of the shop', async () => {
    const { ask } = createChecker(documents.proxy() as unknown as Document, stack.proxy)
    const headers = { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json' }

    await ask('GET', '/v1/protection/quotes?cents=4800&currency=USD', { headers })
    await ask('GET', '/v1/protection/quotes?cents=0&currency=USD', { headers })
    await ask('GET', '/v1/protection/quotes?cents=4800&currency=USD')
    const assertion = await stack.assertion('700100200301')
    const { body: session } = await ask<{ token: string }>('POST', '/v1/session', { headers, body: { assertion } })
    await ask('POST', '/v1/session', { headers, body: { assertion } })
    const member = { ...headers, Authorization: `Bearer ${session.token}` }
    await ask('GET', '/v1/me', { headers })
    await ask('GET', '/v1/me', { headers: member })
    await ask('POST', '/v1/me', { headers: member, body: {} })
    await ask('GET', '/v1/me/credits?limit=3', { headers: member })
    const amount = { cents: 100, currency: 'USD' }
    const { body: redemption } = await ask<{ id: string }>('POST', '/v1/me/credits/redemptions', {
      headers: { ...member, 'Idempotency-Key': 'once' },
      body: { amount },
    })
    await ask('POST', '/v1/me/credits/redemptions', { headers: member, body: { amount } })
    await ask('GET', `/v1/me/credits/redemptions/${redemption.id}`, { headers: member })
    await ask('PATCH', '/v1/me/payment-method', { headers: member, body: {} })
    await ask('POST', '/v1/me/cancellation', { headers: member, body: { reason: 'moving' } })
    await ask('POST', '/v1/me/reactivation', { headers: member, body: {} })
    const { body: order } = await ask<{ ticket: string }>('POST', '/v1/orders/track', {
      headers,
      body: { order_number: 'K-1002', email: 'mira@example.com' },
    })
    await ask('POST', '/v1/orders/track', { headers, body: { tracking_number: 'nowhere' } })
    await ask('POST', '/v1/orders/track/enrichment', { headers, body: { ticket: order.ticket, wait: 0 } })
    await ask('POST', '/v1/orders/track/events', { headers, body: { ticket: order.ticket, package: '794644790138' } })
    await ask('POST', '/v1/orders/track/events', { headers, body: { ticket: order.ticket, package: 'none' } })
    await ask('POST', '/v1/session/shopify', { headers, body: {} })
    await ask('GET', '/livez')
  })

  test("of the proxy, for the merchant's backend", async () => {
    const { ask } = createChecker(documents.proxy() as unknown as Document, stack.proxy)
    const headers = { Authorization: `Bearer ${stack.settings.MERCHANT_API_KEYS}`, 'Content-Type': 'application/json' }
    const order = orderOf('900001')
    const event = { shop_shipment_event_id: 'e1', status: 'in_transit', created_at: new Date().toISOString() }
    const { shop_order_id: _, created_at: __, ...update } = order

    const { body: report } = await ask<{ id: string }>('POST', '/v1/merchant/orders', { headers, body: order })
    await ask('GET', `/v1/merchant/reports/${report.id}`, { headers })
    await ask('GET', '/v1/merchant/reports/none', { headers })
    await ask('POST', '/v1/merchant/orders', { headers, body: { ...order, total_price: 'much' } })
    await ask('POST', '/v1/merchant/orders', { body: order, headers: { Authorization: 'Bearer wrong' } })
    await ask('PATCH', '/v1/merchant/orders/900001', { headers, body: update })
    await ask('PATCH', '/v1/merchant/orders/900001/add_protection', { headers, body: {} })
    await ask('PATCH', '/v1/merchant/orders/900001/refund_insurance', { headers, body: {} })
    await ask('POST', '/v1/merchant/shipments', { headers, body: shipmentOf('900001s', order) })
    await ask('PATCH', '/v1/merchant/shipments/900001s', { headers, body: shipmentOf('900001s', order) })
    await ask('POST', '/v1/merchant/shipments/900001s/events', { headers, body: event })
    await ask('POST', '/v1/merchant/quotes/verification', { headers, body: { token: 'none', amount: { cents: 4800, currency: 'USD' } } })
    await ask('POST', '/v1/merchant/orders/900001/links', { headers, body: { order_number: 'K-900001', email: 'mira@example.com' } })
    await ask('POST', '/v1/merchant/members/700100200301/cancellation', { headers, body: { email: 'mira@example.com' } })
    await ask('POST', '/v1/merchant/members/700100200301/cancellation', { headers, body: { email: 'nobody@example.com' } })
  })

  test('of the proxy, for platforms and for services that send webhooks or claims', async (t) => {
    const [secret, token] = ['a-secret-of-these-tests', 'a-token-of-these-tests']
    const telling = await startStack({ settings: { SHOPIFY_APP_SECRETS: secret, WOOCOMMERCE_SECRETS: secret, LOYALTY_WEBHOOK_TOKENS: token } })
    t.after(() => telling.stop())
    const { ask, asked } = createChecker(documents.proxy() as unknown as Document, telling.proxy)
    const signed = (body: object) => createHmac('sha256', secret).update(JSON.stringify(body)).digest('base64')
    const order = { id: 1, order_id: 1, name: '#1' }
    const ofShopify = {
      'X-Shopify-Hmac-Sha256': signed(order),
      'X-Shopify-Topic': 'orders/create',
      'X-Shopify-Shop-Domain': telling.settings.SHOPIFY_SHOP!,
    }
    const ofWooCommerce = { 'X-WC-Webhook-Signature': signed(order), 'X-WC-Webhook-Topic': 'order.created' }
    const event = { payload: { merchantId: 'kiln', customerId: '1' }, metadata: { id: 'e1', topic: 'customer.updated', retryCount: 0 } }
    const key = { 'X-API-Key': telling.settings.CLAIMS_API_KEYS! }
    const claim = { refundable: { id: 'c1' }, line_items: [{ shop_line_item_id: '1', quantity_to_issue: 1, to_issue_amount: { cents: 100, currency: 'USD' } }] }

    const answers = [
      await ask('POST', '/v1/platforms/shopify/orders-create', { body: order, headers: ofShopify }),
      await ask('POST', '/v1/platforms/shopify/orders-create', { body: order }),
      await ask('POST', '/v1/platforms/shopify/something-else', { body: order, headers: ofShopify }),
      await ask('POST', '/v1/platforms/woocommerce/order-created', { body: order, headers: ofWooCommerce }),
      await ask('POST', '/v1/webhooks/loyalty', { body: event, headers: { 'X-Loyalty-Webhook-Token': token } }),
      await ask('POST', '/v1/webhooks/loyalty', { body: { event: 'customer.updated', token } }),
      await ask('POST', '/v1/webhooks/loyalty', { body: event }),
      await ask('POST', '/v1/webhooks/loyalty', { body: [], headers: { 'X-Loyalty-Webhook-Token': token } }),
      await ask('POST', '/v1/claims/orders/1/refund', { body: claim, headers: key }),
      await ask('POST', '/v1/claims/orders/1/reorder', { body: {}, headers: key }),
      await ask('POST', '/v1/claims/orders/1/store_credit', { body: claim }),
      await ask('POST', '/v1/claims/orders/K-1002/refund', { body: 'no object', headers: key }),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 401, 404, 200, 200, 200, 401, 400, 422, 422, 401, 422],
    )
    assert.equal(asked.size, 6)
  })

  test('of the protection service, in either naming, and of the track interface', async () => {
    const headers = { 'X-API-Key': stack.settings.PROTECTION_API_KEY!, 'Content-Type': 'application/json' }
    const document = documents.protection() as unknown as Document
    const { ask } = createChecker(document, `${stack.services}/protection/api/v1`)
    const track = createChecker(document, `${stack.services}/track`)
    const amount = { cents: 4800, currency: 'USD' }
    const event = { shop_shipment_event_id: 'e1', status: 'in_transit', created_at: new Date().toISOString() }

    const { body: quote } = await ask<{ token: string }>('POST', '/quotes', { headers, body: { cart: { amount_insured: amount } } })
    await ask('POST', '/quotes', { headers, body: { cart: { amount_protected: amount } } })
    await ask('POST', '/quotes', { headers, body: { cart: {} } })
    const order = protectedOrderOf('900101', quote.token)
    await ask('POST', '/orders', { headers, body: order })
    const inOtherWords = (value: object) => JSON.parse(JSON.stringify(value).replaceAll('_insured', '_protected')) as object
    const other = inOtherWords(orderOf('900102'))
    await ask('POST', '/orders', { headers, body: other })
    const again = await ask('POST', '/orders', { headers, body: other })
    const { shop_order_id: _, created_at: __, amount_insured: ___, purchased_quote_token: ____, ...update } = order
    await ask('PATCH', '/orders/900101', { headers, body: update })
    await ask('PATCH', '/orders/none', { headers, body: update })
    await ask('PATCH', '/orders/900102/add_insurance', { headers, body: {} })
    const shipment = shipmentOf('900101s', order)
    await ask('POST', '/shipments', { headers, body: shipment })
    const sentAgain = await ask('POST', '/shipments', { headers, body: shipment })
    await ask('PATCH', '/shipments/900101s', { headers, body: shipmentOf('900101s', order) })
    await ask('POST', '/shipments/900101s/events', { headers, body: event })
    await ask('POST', '/shipments/900101s/events', { headers, body: event })
    await ask('PATCH', '/orders/900101/refund_protection', { headers, body: {} })
    await track.ask('GET', '/api/order?order_number=K-1002&email=mira%40example.com')
    await track.ask('GET', '/api/order?order_number=K-1002')
    await track.ask('GET', '/api/order/enrichment_status?order_number=K-1002&email=mira%40example.com')
    for (const status of [429, 500]) {
      await stack.fault({ match: { path: '/protection' }, status })
      await stack.fault({ match: { path: '/track' }, status })
      await ask('POST', '/quotes', { headers, body: { cart: { amount_insured: amount } } })
      await track.ask('GET', '/api/order?key=k')
      await stack.mend()
    }

    assert.deepEqual([again.status, sentAgain.status], [200, 200])
  })

  test('of the loyalty service, for every operation', async () => {
    const headers = { 'X-Loyalty-Api-Key': stack.settings.LOYALTY_API_KEY!, 'Content-Type': 'application/json' }
    const document = documents.loyalty() as unknown as Document
    const { ask, asked } = createChecker(document, `${stack.services}/loyalty`)
    const mira = '/v2.0/admin/members/700100200301'

    await ask('GET', '/v2.0/admin/members?limit=2', { headers })
    await ask('GET', '/v2.0/admin/members?limit=none', { headers })
    await ask('GET', '/v2.0/admin/merchant')
    await ask('POST', '/v2.0/admin/members', { headers, body: { customerId: '700100299999' } })
    const { body: member } = await ask<{ data: { tierId: string } }>('GET', mira, { headers })
    await ask('GET', '/v2.0/admin/members/nobody', { headers })
    await ask('PATCH', mira, { headers, body: { firstName: 'Mira', lastName: 'Okafor', notes: null, phoneNumber: null } })
    await ask('GET', `${mira}/credits?limit=2`, { headers })
    await ask('POST', `${mira}/credits`, { headers, body: { amount: 5, note: 'thanks' } })
    await ask('GET', `${mira}/sbt`, { headers })
    await ask('POST', `${mira}/change-tier`, { headers, body: { tierId: member.data.tierId } })
    await ask('POST', `${mira}/cancellation`, { headers, body: {} })
    await ask('POST', `${mira}/reactivation`, { headers, body: {} })
    for (const path of ['tiers', 'benefits', 'merchant', 'webhooks', 'webhook-subscriptions']) await ask('GET', `/v2.0/admin/${path}`, { headers })
    const tier = `/v2.0/admin/tiers/${member.data.tierId}`
    for (const path of ['', '/benefits', '/campaigns']) await ask('GET', tier + path, { headers })
    const { body: listed } = await ask<{ data: { type: string }[] }>('GET', `${tier}/benefits`, { headers })
    const benefit = `/benefits/${listed.data[0]!.type}`
    await ask('GET', tier + benefit, { headers })
    await ask('PATCH', tier + benefit, { headers, body: { name: 'New' } })
    const { body: all } = await ask<{ data: { type: string }[] }>('GET', '/v2.0/admin/benefits', { headers })
    await ask('GET', `/v2.0/admin/benefits/${all.data[0]!.type}`, { headers })
    await ask('PATCH', `/v2.0/admin/benefits/${all.data[0]!.type}`, { headers, body: { name: 'New' } })
    await ask('PATCH', '/v2.0/admin/merchant', { headers, body: { phone: '+1 503 555 0100' } })
    const callbackUrl = `${stack.proxy}/v1/webhooks/loyalty`
    const { body: webhook } = await ask<{ data: { id: string } }>('POST', '/v2.0/admin/webhooks', { headers, body: { callbackUrl } })
    await ask('DELETE', '/v2.0/admin/webhooks', { headers, body: { id: webhook.data.id } })
    const topic = 'customer.updated'
    const { body: subscription } = await ask<{ data: { id: string } }>('POST', '/v2.0/admin/webhook-subscriptions', {
      headers,
      body: { topic, callbackUrl, name: 'crm' },
    })
    await ask('PUT', '/v2.0/admin/webhook-subscriptions', { headers, body: { id: subscription.data.id, topic } })
    await ask('DELETE', '/v2.0/admin/webhook-subscriptions', { headers, body: { id: subscription.data.id, topic } })

    const { body: auth } = await ask<{ data: { token: string } }>('POST', '/v2.0/storefront/auth', { headers, body: { customerId: '700100200301' } })
    const asMira = { ...headers, Authorization: `Bearer ${auth.data.token}` }
    const own = '/v2.0/storefront/members/700100200301'
    await ask('GET', own, { headers: asMira })
    await ask('GET', '/v2.0/storefront/members/700100200303', { headers: asMira })
    await ask('GET', `${own}/credits`, { headers: asMira })
    await ask('POST', `${own}/credits/redemption`, { headers: asMira, body: { amount: 1 } })
    await ask('PATCH', `${own}/payment-method`, { headers: asMira, body: {} })
    await ask('POST', `${own}/cancellation`, { headers: asMira, body: { reason: 'moving' } })
    await ask('GET', '/v2.0/storefront/benefits', { headers: asMira })
    await ask('GET', `/v2.0/storefront/benefits/${all.data[0]!.type}`, { headers: asMira })
    for (const path of ['', '/benefits', '/campaigns']) await ask('GET', `/v2.0/storefront/tiers/${member.data.tierId}${path}`, { headers: asMira })

    assert.deepEqual([...asked].sort(), operationsIn(document).sort())
  })
})

describe('the command openapi', () => {
  const run = async (...words: string[]) => {
    const { out: said, err: complained, code } = await runCommand(['openapi', ...words], {})
    return { said, complained, code }
  }

  test('prints a document without any settings', async () => {
    const { said, code } = await run('loyalty')

    assert.equal(code, 0)
    assert.deepEqual(JSON.parse(said), JSON.parse(JSON.stringify(documents.loyalty())))
  })

  test('names in its help the path of each document at the running proxy', async () => {
    const { said } = await run('--help')

    for (const path of ['/v1/openapi.json', '/v1/openapi/loyalty.json', '/v1/openapi/protection.json']) assert.ok(said.includes(path), said)
  })

  test('names the available documents if the name is unknown', async () => {
    const { said, complained, code } = await run('nothing')

    assert.deepEqual([code, said], [2, ''])
    assert.match(complained, /there is proxy, loyalty, protection/)
  })
})
