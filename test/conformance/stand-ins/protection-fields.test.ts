import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { event, order, shipment } from './orders.ts'
import { startServices } from './start.ts'

type Body = Record<string, unknown>

/** What is said of each operation's body when one field of it is changed; a path leads to it, undefined takes it away. */
async function startChecking() {
  const { address, protection, list } = await startServices()
  await protection.createOrder(order())
  await protection.createShipment(shipment())
  const { shopShipmentId: _, ...scanned } = event('e1', 'in_transit', order().created_at)
  const { shop_order_id: __, created_at: ___, ...update } = order()
  const operations = {
    order: { method: 'POST', path: '/orders', body: order({ shop_order_id: '9002' }) },
    update: { method: 'PATCH', path: '/orders/9001', body: update },
    shipment: { method: 'POST', path: '/shipments', body: shipment({ shop_shipment_id: '5002' }) },
    shipmentUpdate: { method: 'PATCH', path: '/shipments/5001', body: shipment() },
    event: { method: 'POST', path: '/shipments/5001/events', body: scanned },
    quote: { method: 'POST', path: '/quotes', body: { cart: { amount_insured: { cents: 4800, currency: 'USD' } } } },
  }
  return {
    list,
    async send(operation: keyof typeof operations, changes: Record<string, unknown> = {}) {
      const { method, path, body } = operations[operation]
      const changed = structuredClone(body) as Body
      for (const [name, value] of Object.entries(changes)) put(changed, name.split('.'), value)
      const answer = await fetch(`${address}/protection/api/v1${path}`, {
        method,
        body: JSON.stringify(changed),
        headers: { 'X-API-Key': 'protection-key', 'Content-Type': 'application/json', Accept: 'application/json' },
      })
      const { error = [] } = (await answer.json()) as { error?: string[] }
      return { status: answer.status, error }
    },
  }
}

function put(body: Body, [name = '', ...rest]: string[], value: unknown) {
  if (rest.length > 0) put(body[name] as Body, rest, value)
  else if (value === undefined) delete body[name]
  else body[name] = value
}

const orderFields = ['shop_order_number', 'subtotal_price', 'total_discounts_price', 'total_shipping_price', 'total_tax_price', 'total_price']
const partFields = ['financial_status', 'customer', 'shipping_address', 'line_items']
const customerFields = ['shop_customer_id', 'first_name', 'last_name']
const addressFields = ['address1', 'province_code', 'city', 'postal_code', 'country_code', 'phone_number']
const lineFields = [
  'shop_line_item_id',
  'shop_product_id',
  'shop_variant_id',
  'name',
  'unit_price',
  'total_price',
  'quantity',
  'image_url',
  'grams',
  'is_insured',
]
const required = {
  order: ['shop_order_id', ...orderFields, ...partFields, 'created_at'],
  update: [...orderFields, ...partFields],
  shipment: ['shop_shipment_id', 'shop_order_id', 'tracking_number', 'tracking_company', 'line_items', 'created_at'],
  shipmentUpdate: ['shop_shipment_id', 'shop_order_id', 'tracking_number', 'tracking_company', 'line_items', 'created_at'],
  event: ['shop_shipment_event_id', 'status', 'created_at'],
  quote: ['cart'],
} as const

/** The summary of an update names no phone number of the address. */
const isOptional = (operation: 'order' | 'update', name: string) => operation === 'update' && name === 'phone_number'

const inWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

describe('required fields', () => {
  for (const operation of Object.keys(required) as (keyof typeof required)[])
    test(`of ${operation}, each named when it is missing, and all of them at once`, async () => {
      const { send } = await startChecking()
      const names = required[operation]
      for (const name of names) assert.deepEqual(await send(operation, { [name]: undefined }), { status: 422, error: [`${inWords(name)} is required`] })
      const { error } = await send(operation, Object.fromEntries(names.map((name) => [name, undefined])))
      assert.deepEqual(new Set(error), new Set(names.map((name) => `${inWords(name)} is required`)))
      assert.ok((await send(operation)).status < 300)
    })

  test('inside of customer, address and lines, each with its path in words and its line counted from one', async () => {
    const { send } = await startChecking()
    for (const [part, said, names] of [
      ['customer', 'Customer', customerFields],
      ['shipping_address', 'Shipping address', addressFields],
      ['line_items.1', 'Line items 2', lineFields],
    ] as const)
      for (const name of names)
        for (const operation of ['order', 'update'] as const)
          assert.deepEqual(
            await send(operation, { [`${part}.${name}`]: undefined }),
            isOptional(operation, name) ? { status: 200, error: [] } : { status: 422, error: [`${said} ${name.replaceAll('_', ' ')} is required`] },
          )
  })
})

const wrong: [field: string, value: unknown, said: string][] = [
  ['shop_order_id', 9002, 'Shop order id is no text'],
  ['shop_order_id', '', 'Shop order id is required'],
  ['shop_order_id', 'x'.repeat(256), 'Shop order id is longer than 255 characters'],
  ['total_price', 54.99, 'Total price needs cents and a currency'],
  ['total_price.cents', 54.99, 'Total price cents needs a whole number of the smallest unit'],
  ['total_price.cents', -1, 'Total price cents is negative'],
  ['total_price.cents', 2 ** 53, 'Total price cents needs a whole number of the smallest unit'],
  ['total_price.currency', 'usd', 'Total price currency is no ISO 4217 currency code such as "USD"'],
  ['total_price.currency', 'ZZZ', 'Total price currency is no ISO 4217 currency code such as "USD"'],
  ['amount_insured', { cents: 1 }, 'Amount insured currency needs a currency code such as "USD"'],
  ['financial_status', 'authorized', 'Financial status is none of pending, paid, refunded, voided'],
  ['created_at', '2026-03-01', 'Created at is no date and time such as "2026-03-01T09:30:00Z"'],
  ['created_at', '2026-03-01T09:30:00', 'Created at is no date and time such as "2026-03-01T09:30:00Z"'],
  ['created_at', '2026-03-01T09:30Z', 'Created at is no date and time such as "2026-03-01T09:30:00Z"'],
  ['created_at', '2026-02-30T09:30:00Z', 'Created at is no date and time such as "2026-03-01T09:30:00Z"'],
  ['created_at', 1772357400, 'Created at is no date and time such as "2026-03-01T09:30:00Z"'],
  ['customer', 'Ada', 'Customer is no object'],
  ['customer.email', 'ada', 'Customer email is no e-mail address'],
  ['customer.email', null, 'Customer email is no e-mail address'],
  ['customer.phone_number', 'call me', 'Customer phone number is no phone number'],
  ['customer.phone_number', '1234', 'Customer phone number is no phone number'],
  ['shipping_address.country_code', 'us', 'Shipping address country code is no ISO 3166-1 code such as "US"'],
  ['shipping_address.country_code', 'USA', 'Shipping address country code is no ISO 3166-1 code such as "US"'],
  ['shipping_address.country_code', 'ZZ', 'Shipping address country code is no ISO 3166-1 code such as "US"'],
  ['shipping_address.province_code', 'KY', 'Shipping address province code is no ISO 3166-2 code such as "US-KY"'],
  ['shipping_address.province_code', 'US-XX', 'Shipping address province code is no ISO 3166-2 code such as "US-KY"'],
  ['shipping_address.province_code', 'CA-ON', 'Shipping address province code belongs to another country'],
  ['shipping_address.province_code', '', 'Shipping address province code is required'],
  ['line_items', {}, 'Line items is no list'],
  ['line_items.0', 'mug', 'Line items 1 is no object'],
  ['line_items.1.quantity', 1.5, 'Line items 2 quantity is no whole number'],
  ['line_items.1.quantity', -1, 'Line items 2 quantity is negative'],
  ['line_items.1.quantity', 2 ** 31, 'Line items 2 quantity does not fit 32 bits'],
  ['line_items.1.grams', '380', 'Line items 2 grams is no whole number'],
  ['line_items.1.is_insured', 'yes', 'Line items 2 is insured is neither true nor false'],
  ['line_items.1.image_url', '/mug.svg', 'Line items 2 image url is no http address'],
  ['line_items.1.image_url', 'javascript:alert(1)', 'Line items 2 image url is no http address'],
  ['line_items.1.refunded_quantity', 0.5, 'Line items 2 refunded quantity is no whole number'],
  ['line_items.1.refunded_price', { cents: -1, currency: 'USD' }, 'Line items 2 refunded price cents is negative'],
  ['purchased_quote_token', 7, 'Purchased quote token is no text'],
]

describe('a value that no field may hold', () => {
  test('is refused by the field and nothing else, and stores nothing', async () => {
    const { send, list } = await startChecking()
    const before = (await list('orders')).length
    for (const [field, value, said] of wrong)
      assert.deepEqual(await send('order', { [field]: value }), { status: 422, error: [said] }, `${field} ${String(value)}`)
    assert.equal((await list('orders')).length, before)
  })

  test('is named together with every other', async () => {
    const { send } = await startChecking()
    const changes = {
      'customer.email': 'ada',
      'shipping_address.phone_number': 'none',
      'shipping_address.province_code': '',
      'line_items.0.grams': 0.5,
      created_at: 'today',
    }
    assert.deepEqual(
      new Set((await send('order', changes)).error),
      new Set([
        'Customer email is no e-mail address',
        'Shipping address phone number is no phone number',
        'Shipping address province code is required',
        'Line items 1 grams is no whole number',
        'Created at is no date and time such as "2026-03-01T09:30:00Z"',
      ]),
    )
  })

  test('of a shipment or an event is refused alike', async () => {
    const { send } = await startChecking()
    assert.deepEqual((await send('shipment', { 'line_items.0.quantity': 0.5 })).error, ['Line items 1 quantity is no whole number'])
    assert.deepEqual((await send('shipment', { tracking_url: 7 })).error, ['Tracking url is no text'])
    assert.deepEqual((await send('event', { status: 'lost' })).error, [
      'Status is none of label_printed, label_purchased, attempted_delivery, ready_for_pickup, carrier_picked_up, confirmed, in_transit, out_for_delivery, delivered, delayed, failure, picked_up',
    ])
    assert.deepEqual((await send('event', { estimated_delivery_at: 'soon' })).error, [
      'Estimated delivery at is no date and time such as "2026-03-01T09:30:00Z"',
    ])
    assert.deepEqual((await send('event', { message: 7 })).error, ['Message is no text'])
  })
})

describe('prices in several currencies', () => {
  const eur = { cents: 1, currency: 'EUR' }
  const cad = { cents: 1, currency: 'CAD' }

  test('are refused by the first field that differs, in an order and in its lines', async () => {
    const { send, list } = await startChecking()
    const before = (await list('orders')).length
    for (const [changes, ...error] of [
      [{ total_tax_price: eur, total_price: cad }, 'Total tax price currency is EUR, while subtotal price is in USD'],
      [{ amount_insured: eur }, 'Amount insured currency is EUR, while subtotal price is in USD'],
      [{ 'line_items.1.unit_price': eur }, 'Line items 2 unit price currency is EUR, while subtotal price is in USD'],
      [{ 'line_items.0.refunded_price': eur }, 'Line items 1 refunded price currency is EUR, while subtotal price is in USD'],
      [
        { total_price_presentment: cad, amount_insured_presentment: eur, total_shipping_price: eur },
        'Total shipping price currency is EUR, while subtotal price is in USD',
        'Amount insured presentment currency is EUR, while total price presentment is in CAD',
      ],
      [
        { 'line_items.0.total_price_presentment': cad, 'line_items.1.total_price_presentment': eur },
        'Line items 2 total price presentment currency is EUR, while line items 1 total price presentment is in CAD',
      ],
    ] as [Record<string, unknown>, ...string[]][])
      assert.deepEqual(await send('order', changes), { status: 422, error })
    assert.equal((await list('orders')).length, before)
  })
})

describe('a value as shops have them', () => {
  const right: Record<string, unknown>[] = [
    { 'customer.phone_number': '(503) 555-0118 x12', 'customer.email': "o'neil+tag@mail.example.co.uk" },
    { 'customer.phone_number': '+81 3-5555-0101', 'shipping_address.phone_number': '01.55.55.01.13' },
    { 'customer.first_name': '陽葵', 'customer.last_name': "O'Wolf-van der Berg", 'shipping_address.city': 'თბილისი' },
    { 'customer.email': undefined, 'customer.phone_number': undefined, 'shipping_address.address2': '' },
    { 'shipping_address.country_code': 'CA', 'shipping_address.province_code': 'CA-QC' },
    { 'shipping_address.country_code': 'DE', 'shipping_address.province_code': '' },
    { 'shipping_address.country_code': 'DE', 'shipping_address.province_code': 'DE-BY' },
    { 'shipping_address.country_code': 'GB', 'shipping_address.province_code': '', 'shipping_address.postal_code': 'SW1A 1AA' },
    { 'shipping_address.country_code': 'PR', 'shipping_address.province_code': '' },
    { 'shipping_address.country_code': 'XK', 'shipping_address.province_code': '' },
    { 'shipping_address.country_code': 'HK', 'shipping_address.province_code': '', 'shipping_address.postal_code': '' },
    { created_at: '2026-03-01T09:30:00+05:30' },
    { created_at: '2026-03-01T09:30:00.123456Z' },
    { total_price_presentment: { cents: 99, currency: 'CAD' }, amount_insured: { cents: 0, currency: 'USD' } },
    { 'line_items.0.quantity': 2 ** 31 - 1, 'line_items.0.grams': 0 },
    { line_items: [] },
    { note: 'fields that nobody has named are kept', insurance_paid: 'of no meaning here' },
  ]

  test('is taken', async () => {
    const { send } = await startChecking()
    for (const [index, changes] of right.entries())
      assert.deepEqual(await send('order', { shop_order_id: `r${index}`, ...changes }), { status: 201, error: [] }, JSON.stringify(changes))
  })

  test('may be absent from an update, where it means nothing whatever it is', async () => {
    const { send, list } = await startChecking()
    const meaningless = { created_at: 'never', amount_insured: 7, purchased_quote_token: 7, shop_order_id: 'other', total_price_presentment: {} }
    assert.equal((await send('update', { ...meaningless, shop_order_number: '#9001-A' })).status, 200)
    const held = (await list('orders')).at(-1)
    assert.deepEqual([held?.shop_order_id, held?.shop_order_number, held?.amount_insured], ['9001', '#9001-A', undefined])
    assert.ok(Date.parse(String(held?.created_at)))
  })

  test('of a shipment need not be a page, nor a number', async () => {
    const { send } = await startChecking()
    assert.equal((await send('shipment', { tracking_url: 'ask at the counter', tracking_number: '' })).status, 201)
  })
})
