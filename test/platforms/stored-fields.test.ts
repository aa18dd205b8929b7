import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { readPayload } from '../../proxy/platforms/payload.ts'
import { findTopic, storedFieldsOf, type Platform } from '../../proxy/platforms/platform.ts'
import { shopify } from '../../proxy/platforms/shopify.ts'
import { woocommerce } from '../../proxy/platforms/woocommerce.ts'
import { until, type Stack } from '../stack.ts'
import { documentedOrder } from './documented-order.ts'
import { known, nowhere } from './mapping.ts'
import { eventPayload, fulfillmentPayload, lineOf, moneySet, orderPayload, protectionLineOf, refundPayload, toBody, type Payload } from './payloads.ts'
import { recordedWebhooks } from './recorded.ts'
import { fromShopify, fromWooCommerce, startPlatformStack, jobs } from './sending.ts'
import { wooOrder } from './woocommerce-payloads.ts'
import { runs } from '../properties/runs.ts'

/** The mapping of a payload, or the reason why it cannot be reported. */
function outcomeOf(platform: Platform, topic: string, text: string) {
  try {
    return findTopic(platform, topic)!.map(readPayload(text)!, { ...nowhere, order: known({ version: 1 }) })
  } catch (error) {
    return (error as Error).message
  }
}

const assertSame = (platform: Platform, topic: string, payload: unknown) => {
  const whole = toBody(payload)
  const kept = JSON.stringify(storedFieldsOf(findTopic(platform, topic)!, readPayload(whole)!))
  assert.deepEqual(outcomeOf(platform, topic, kept), outcomeOf(platform, topic, whole), `${topic} ${whole}`)
}

const charge = protectionLineOf(12n, 'sealed')
const richOrder = orderPayload(1n, {
  ...documentedOrder,
  id: 1n,
  financial_status: 'paid',
  source_name: 'web',
  taxes_included: false,
  note_attributes: [
    { name: '__protection_quote', value: 'sealed' },
    { name: 'gift', value: 'for Ada' },
  ],
  current_total_price_set: moneySet('300.00'),
  current_shipping_price_set: moneySet('5.00'),
  discount_applications: [{ value_type: 'fixed_amount', target_selection: 'all', title: 'SPRING' }],
  line_items: [
    lineOf(11n, {
      current_quantity: 1,
      tax_lines: [{ price: '1.00', price_set: moneySet('1.00') }],
      discount_allocations: [{ amount: '2.00', amount_set: moneySet('2.00'), discount_application_index: 0 }],
      properties: [{ name: 'Engraving', value: 'Ada' }],
    }),
    { ...charge, tax_lines: [{ price: '0.10', price_set: moneySet('0.10') }] },
  ],
})
const refund = refundPayload(5n, richOrder, [charge])
const paidBack = { ...refund, transactions: [{ kind: 'refund', status: 'success', amount: '0.98', currency: 'USD' }] }
const parcel = fulfillmentPayload(3n, richOrder)
const toShopify: [topic: string, payload: Payload][] = [
  ['orders/create', richOrder],
  ['orders/updated', { ...richOrder, refunds: [paidBack] }],
  ['orders/updated', documentedOrder],
  ['fulfillments/create', parcel],
  ['fulfillment_events/create', eventPayload(4n, parcel, 'in_transit', { message: 'Left the depot', estimated_delivery_at: '2026-11-24T08:00:00Z' })],
  ['refunds/create', paidBack],
]
const toWoo: [topic: string, payload: Payload][] = [
  wooOrder(1n),
  wooOrder(2n, { shipping: {} }),
  wooOrder(3n, {
    fee_lines: [{ id: 9n, name: 'Protection', total: '0.98', total_tax: '0.00', meta_data: [{ id: 1, key: '_protection_quote', value: 'sealed' }] }],
    meta_data: [{ key: '_protection_quote', value: 'sealed' }],
    refunds: [{ id: 8, reason: 'broken, says Ada', total: '-4.00' }],
  }),
  wooOrder(4n, { status: 'processing', date_paid: null, date_paid_gmt: null }),
  wooOrder(4n, { status: 'processing', date_paid: {}, date_paid_gmt: [] }),
  wooOrder(5n, { status: 'partial-shipped', date_paid: '2026-11-20T02:00:00', date_paid_gmt: '2026-11-20T10:00:00' }),
].map((payload) => ['order.updated', payload])

/** The paths to all fields of a payload, including list items. */
const waysOf = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, inner]) => [[name], ...waysOf(inner).map((way) => [name, ...way])]) : []

/** Replaces the value at a path; undefined removes it. */
function withOther(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === name ? withOther(item, rest, other) : (item as unknown)))
  if (typeof value !== 'object' || value === null) return value
  return { ...value, [name]: withOther((value as Payload)[name], rest, other) }
}

describe('the fields of a webhook that are stored', () => {
  const hostile = fc.constantFrom(
    undefined,
    null,
    '',
    '0',
    'x',
    '-1',
    '12.345',
    7n,
    true,
    [],
    [null],
    ['x'],
    {},
    { id: 'x' },
    { amount: '1', currency_code: 'EUR' },
  )

  for (const [platform, payloads] of [
    [shopify, toShopify],
    [woocommerce, toWoo],
  ] as const) {
    test(`are mapped to the same result as the whole body: ${platform.name}`, () => {
      for (const [topic, payload] of payloads) {
        assertSame(platform, topic, payload)
        for (const way of waysOf(payload)) assertSame(platform, topic, withOther(payload, way, undefined))
        const change = fc.record({ way: fc.constantFrom(...waysOf(payload)), other: hostile })
        fc.assert(
          fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) =>
            assertSame(
              platform,
              topic,
              changes.reduce((changed: unknown, { way, other }) => withOther(changed, way, other), payload),
            ),
          ),
          runs(400),
        )
      }
    })
  }

  test('are mapped to the same result as the whole body: orders that a WooCommerce shop has sent', () => {
    assert.ok(recordedWebhooks.length > 3)
    for (const { body } of recordedWebhooks) {
      const kept = JSON.stringify(storedFieldsOf(findTopic(woocommerce, 'order.updated')!, readPayload(body)!))
      assert.deepEqual(outcomeOf(woocommerce, 'order.updated', kept), outcomeOf(woocommerce, 'order.updated', body))
    }
  })
})

describe('the store', () => {
  let stack: Stack
  before(async () => (stack = await startPlatformStack()))
  after(() => stack.stop())

  const bytes = async () => {
    const folder = stack.settings.DATA_DIR!
    return Buffer.concat(await Promise.all((await readdir(folder)).filter((name) => name.startsWith('store.db')).map((name) => readFile(join(folder, name)))))
  }
  const held = (count: number) =>
    until(
      () => jobs(stack, { states: ['held'], kind: 'webhook' }),
      ({ length }) => length === count,
    )

  test('holds only the personal data that reports need, even while an order is held', async () => {
    const secret = (what: string) => `secret-${what}`
    const shopifyOrder = orderPayload(71n, {
      financial_status: 'of a later version',
      browser_ip: secret('ip'),
      note: secret('note'),
      client_details: { browser_ip: secret('ip'), user_agent: secret('agent') },
      payment_details: { credit_card_number: secret('card') },
      landing_site: secret('landing'),
      billing_address: { first_name: 'Mira', address1: secret('billing'), zip: secret('zip') },
      customer: { id: 1n, note: secret('customer note'), default_address: { phone: '+1 503 555 0118', address1: secret('home') } },
      note_attributes: [{ name: 'delivery wish', value: secret('wish') }],
      line_items: [lineOf(711n, { properties: [{ name: 'Engraving', value: secret('engraving') }] })],
      extra: 'x'.repeat(500_000),
    })
    const wooPayload = wooOrder(72n, {
      // No currency that is known, so the order is held.
      currency: 'XQZ',
      customer_ip_address: secret('ip'),
      customer_user_agent: secret('agent'),
      customer_note: secret('note'),
      cart_hash: secret('cart'),
      order_key: secret('key'),
      transaction_id: secret('transaction'),
      billing: { first_name: 'Mira', email: 'mira@example.com', phone: '+1 503 555 0118', company: secret('company'), address_1: secret('billing') },
      meta_data: [{ key: '_attribution', value: secret('attribution') }],
    })

    await fromShopify(stack, 'orders/create', shopifyOrder)
    await fromWooCommerce(stack, 'order.created', wooPayload)
    const jobs = await held(2)

    assert.deepEqual(jobs.map(({ businessKey: order }) => order).sort(), ['71', '72'])
    for (const job of jobs) assert.ok(job.body.length < 5_000, String(job.body.length))
    const stored = await bytes()
    assert.ok(stored.includes('2210 SE Clay Street'), 'the address that the report needs is stored')
    assert.ok(!stored.includes('secret-'))
  })

  test('holds only the length and the id of a body that cannot be read', async () => {
    const body = `{"id": 7301, "email": "unread-mira@example.com", "line_items": [${'x'.repeat(100_000)}`

    await fromShopify(stack, 'orders/updated', body)
    const [job] = await held(3)

    assert.match(
      job!.notes.join(),
      new RegExp(`orders/updated: the body is no JSON object \\(${body.length} bytes, id 7301\\): look at what the platform sends`),
    )
    assert.ok(!(await bytes()).includes('unread-mira'))
  })
})
