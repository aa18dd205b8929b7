import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OrderDto } from '../../proxy/upstream/protection.ts'
import type { Consent } from '../../src/contract/protection.ts'
import { protection } from '../../src/contract/protection.ts'
import { withConsent } from '../../src/protection/consent.ts'
import { chargeOf, lineOf, orderPayload, type Payload } from '../platforms/payloads.ts'
import { fromShopify, fromWooCommerce, settled, startPlatformStack, jobs } from '../platforms/sending.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { protectedOrderOf } from './orders.ts'

type HeldOrder = OrderDto & { is_protected: boolean; purchased_quote_token: string | null }

const amount = { cents: 4800, currency: 'USD' }
const agreed = (price: Consent['price']): Consent => ({ at: '2026-11-21T09:30:00.000Z', wording: '1', lang: 'pt-BR', price })
const base64 = (text: string) => Buffer.from(text).toString('base64url')

/** Records that the widget does not write. */
const malformed = {
  'that is empty': '',
  'in another alphabet': 'été',
  'that is not JSON': base64('{"at":'),
  'that is a list': base64('[]'),
  'without a time': base64(JSON.stringify({ wording: '1', lang: 'en', price: amount })),
  'with a text instead of the version of the wording': base64(JSON.stringify({ ...agreed(amount), wording: '<b>I agree</b>' })),
  'with an invalid price': base64(JSON.stringify({ ...agreed(amount), price: { cents: -150, currency: 'USD' } })),
  'that is too long': base64(JSON.stringify({ ...agreed(amount), more: 'x'.repeat(2000) })),
  'with more data after it': `${base64(JSON.stringify(agreed(amount)))}~${base64('{}')}`,
}

describe('what the shopper agreed to', () => {
  let stack: Stack
  let quote: () => Promise<{ token: string; price: Consent['price'] }>
  before(async () => {
    stack = await startStack()
    quote = () => stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
  })
  after(() => stack.stop())

  const reported = (id: string) =>
    until(
      () => stack.backend.getReport({ id }),
      ({ state }) => state !== 'waiting',
    )
  const held = async (id: string) => (await stack.state<{ orders: HeldOrder[] }>('orders')).orders.find(({ shop_order_id }) => shop_order_id === id)!

  test('is shown to a backend that verifies the quote', async () => {
    const { token, price } = await quote()

    const verified = await stack.backend.verifyQuote({ token: withConsent(token, agreed(price)), amount })

    assert.deepEqual([verified.valid, verified.price, verified.consent, verified.notes], [true, price, agreed(price), []])
  })

  test('is stored with the report, and is not sent to the service', async () => {
    const { token, price } = await quote()

    const { id } = await stack.backend.reportOrder(protectedOrderOf('consent-1', withConsent(token, agreed(price))))

    const report = await reported(id)
    assert.deepEqual([report.protected, report.consent, report.notes], [true, agreed(price), []])
    assert.equal((await held('consent-1')).is_protected, true)
    assert.ok(!(await held('consent-1')).purchased_quote_token?.includes('~'))
  })

  test('at another price changes nothing, except for a note', async () => {
    const { token, price } = await quote()
    const carried = withConsent(token, agreed({ cents: price.cents - 25, currency: 'USD' }))
    const note = `the shopper agreed to 1.25 USD, by their browser's record; the quote asks 1.50 USD`

    const verified = await stack.backend.verifyQuote({ token: carried, amount })
    const { id } = await stack.backend.reportOrder(protectedOrderOf('consent-2', carried))

    const report = await reported(id)
    assert.deepEqual([verified.valid, verified.price, verified.notes], [true, price, [note]])
    assert.deepEqual([report.protected, report.notes], [true, [note]])
  })

  for (const [index, [what, record]] of Object.entries(malformed).entries())
    test(`in a record ${what} is left out with a note, and the token is valid`, async () => {
      const { token, price } = await quote()
      const order = `consent-odd-${index}`

      const verified = await stack.backend.verifyQuote({ token: `${token}~${record}`, amount })
      const { id } = await stack.backend.reportOrder(protectedOrderOf(order, `${token}~${record}`.slice(0, 2048)))

      const report = await reported(id)
      assert.deepEqual([verified.valid, verified.price, verified.consent], [true, price, null])
      for (const { notes } of [verified, report]) assert.match(notes.join(), /record of consent cannot be read/)
      assert.deepEqual([report.protected, report.consent], [true, null])
      assert.equal((await held(order)).is_protected, true)
    })

  test('does not make an invalid token valid', async () => {
    const { token, price } = await quote()
    const changed = token.replace(/.(?=.{30}$)/, (one) => (one === 'A' ? 'B' : 'A'))

    const verified = await stack.backend.verifyQuote({ token: withConsent(changed, agreed(price)), amount })

    assert.deepEqual([verified.valid, verified.price], [false, null])
  })

  test('is not looked for in a token of the service itself', async () => {
    const verified = await stack.backend.verifyQuote({ token: `pq$own/token+with~${base64(JSON.stringify(agreed(amount)))}`, amount })

    assert.deepEqual([verified.valid, verified.consent, verified.notes], [false, null, []])
  })
})

describe('what the shopper agreed to in an order of a platform', () => {
  let stack: Stack
  before(async () => (stack = await startPlatformStack()))
  after(() => stack.stop())

  const orderReport = async (id: bigint) => {
    await settled(stack, String(id))
    const [job] = await jobs(stack, { businessKey: String(id), kind: 'order' })
    return stack.backend.getReport({ id: job!.id })
  }

  /** Places this order at Shopify, with this attribute of the cart and this line that charges for protection. */
  const buy = async (id: bigint, attribute: string, line: Payload) => {
    const now = new Date().toISOString()
    const note_attributes = [{ name: '_protection_quote', value: attribute }]
    await fromShopify(stack, 'orders/create', orderPayload(id, { created_at: now, updated_at: now, note_attributes, line_items: [lineOf(id + 1n), line] }))
  }

  test('is read from the line that pays, also if the cart has an attribute', async () => {
    const id = 7_000_000_000_000_000_010n
    const quoted = await stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
    const { token, price } = quoted

    await buy(id, token, chargeOf(id + 2n, { ...quoted, token: withConsent(token, agreed(price)) }))

    const report = await orderReport(id)
    assert.deepEqual([report.protected, report.consent, report.notes], [true, agreed(price), []])
  })

  test('protects nothing if only the cart’s attribute has it: a line without its token counts as goods, and a note says so', async () => {
    const id = 7_000_000_000_000_000_020n
    const quoted = await stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
    const line = chargeOf(id + 2n, quoted, { properties: [{ name: '_protection_terms', value: '{}' }] })

    await buy(id, withConsent(quoted.token, agreed(quoted.price)), line)

    assert.equal((await orderReport(id)).protected, false)
    const notes = (await jobs(stack, { businessKey: String(id) })).flatMap(({ notes }) => notes)
    assert.match(notes.join(), new RegExp(`line ${id + 2n} of this order: treated as goods in spite of the properties of protection`))
  })

  test('is read from the fee that pays at WooCommerce', async () => {
    const { token, price } = await stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
    const now = new Date().toISOString().slice(0, 19)

    await fromWooCommerce(stack, 'order.created', {
      id: 70_030,
      number: '70030',
      status: 'processing',
      currency: 'USD',
      date_created_gmt: now,
      date_modified_gmt: now,
      discount_total: '0.00',
      shipping_total: '6.00',
      total_tax: '0.00',
      total: '55.50',
      prices_include_tax: false,
      customer_id: 0,
      billing: {
        first_name: 'Mira',
        last_name: 'Okafor',
        address_1: '2210 SE Clay Street',
        city: 'Portland',
        state: 'OR',
        postcode: '97214',
        country: 'US',
        phone: '+1 503 555 0118',
      },
      shipping: {},
      line_items: [{ id: 1, name: 'Stoneware mug', product_id: 81, quantity: 2, subtotal: '48.00', total: '48.00', total_tax: '0.00', meta_data: [] }],
      shipping_lines: [{ id: 2, total: '6.00' }],
      fee_lines: [
        {
          id: 3,
          name: 'Shipment protection',
          total: (price.cents / 100).toFixed(2),
          total_tax: '0.00',
          meta_data: [{ key: '_protection_quote', value: withConsent(token, agreed(price)) }],
        },
      ],
      refunds: [],
      meta_data: [],
    })

    const report = await orderReport(70_030n)
    assert.deepEqual([report.protected, report.consent], [true, agreed(price)])
  })
})
