import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SealedQuote } from '../../proxy/identity/sealed-quotes.ts'
import type { OrderReport } from '../../proxy/reports/report-bodies.ts'
import { orderSchema, orderUpdateSchema } from '../../proxy/upstream/protection.schema.ts'
import { documentedOrder } from './documented-order.ts'
import { known, map, reportOf, sealedQuote, whyHeld, worksOf } from './mapping.ts'
import { address, lineOf, moneySet, orderPayload, protectionLineOf, type Payload } from './payloads.ts'

const usd = (cents: number) => ({ cents, currency: 'USD' })
const linesOf = (order: Payload) => order.line_items as Payload[]

describe("Shopify's published example order", () => {
  const { order, update, version } = reportOf(documentedOrder)

  test('keeps every id, digit for digit', () => {
    assert.equal(order.shop_order_id, '820982911946154508')
    assert.equal(order.customer.shop_customer_id, '115310627314723954')
    assert.deepEqual(
      order.line_items.map((line) => [line.shop_line_item_id, line.shop_product_id, line.shop_variant_id]),
      [
        ['866550311766439020', '632910392', '808950810'],
        ['141249953214522974', '632910392', '808950810'],
      ],
    )
  })

  test('keeps every amount to the cent', () => {
    assert.deepEqual(
      [order.subtotal_price, order.total_discounts_price, order.total_shipping_price, order.total_tax_price, order.total_price],
      [usd(39300), usd(500), usd(1000), usd(0), usd(40300)],
    )
    assert.deepEqual(
      order.line_items.map((line) => [line.unit_price, line.total_price, line.total_price_presentment]),
      [
        [usd(19900), usd(19900), usd(19900)],
        [usd(19900), usd(19400), usd(19400)],
      ],
    )
  })

  test('keeps the customer, the address, the goods and the financial status', () => {
    assert.equal(order.shop_order_number, '9999')
    assert.equal(order.financial_status, 'voided')
    assert.equal(order.created_at, '2019-06-04T13:53:06-04:00')
    assert.equal(version, Date.parse('2019-06-04T17:53:06Z'))
    assert.deepEqual(order.customer, {
      shop_customer_id: '115310627314723954',
      first_name: 'John',
      last_name: 'Smith',
      email: 'jon@doe.ca',
    })
    assert.deepEqual(order.shipping_address, {
      address1: '123 Shipping Street',
      province_code: 'US-KY',
      city: 'Shippington',
      postal_code: '40003',
      country_code: 'US',
      // The letters are dialled as digits.
      phone_number: '555-555-7447',
    })
    assert.deepEqual(
      order.line_items.map(({ name, quantity, grams, is_insured, image_url }) => ({ name, quantity, grams, is_insured, image_url })),
      ['866550311766439020', '141249953214522974'].map((id) => ({
        name: 'IPod Nano - 8GB',
        quantity: 1,
        grams: 567,
        is_insured: false,
        image_url: `https://shop.example/${id}.png`,
      })),
    )
  })

  test('has every field in the form that the service requires, when created and when updated', () => {
    assert.deepEqual(orderSchema.safeParse(order).error?.issues, undefined)
    assert.deepEqual(orderUpdateSchema.safeParse(update).error?.issues, undefined)
  })
})

describe('money of an order from Shopify', () => {
  const euros = { amount: '44.10', currency_code: 'EUR' }

  test("is in the shop's currency when created, and in the customer's currency with current amounts when updated", () => {
    const { order, update } = reportOf(
      orderPayload(1n, {
        subtotal_price_set: moneySet('48.00', 'USD', euros),
        current_subtotal_price_set: moneySet('24.00', 'USD', { amount: '22.05', currency_code: 'EUR' }),
        line_items: [lineOf(11n, { price_set: moneySet('24.00', 'USD', { amount: '22.05', currency_code: 'EUR' }) })],
      }),
    )

    assert.deepEqual(order.subtotal_price, usd(4800))
    assert.deepEqual(order.subtotal_price_presentment, { cents: 4410, currency: 'EUR' })
    assert.deepEqual(order.line_items[0]!.unit_price, usd(2400))
    assert.deepEqual(update!.subtotal_price, { cents: 2205, currency: 'EUR' })
    assert.deepEqual(update!.line_items[0]!.unit_price, { cents: 2205, currency: 'EUR' })
    assert.deepEqual(update!.line_items[0]!.total_price, { cents: 4410, currency: 'EUR' })
  })

  test('has as many decimals as its currency', () => {
    const inCurrency = (currency: string, amount: string) => reportOf(orderPayload(1n, { total_price_set: moneySet(amount, currency) })).order.total_price

    assert.deepEqual(inCurrency('JPY', '12345'), { cents: 12345, currency: 'JPY' })
    assert.deepEqual(inCurrency('JPY', '12345.00'), { cents: 12345, currency: 'JPY' })
    assert.deepEqual(inCurrency('KWD', '1.5'), { cents: 1500, currency: 'KWD' })
    assert.deepEqual(inCurrency('USD', '90071992547409.91'), usd(9007199254740991))
  })

  test('of old payloads, which have no price set, is in the currency of the order', () => {
    const order = orderPayload(1n, { total_price_set: undefined, total_price: '54.00' })

    assert.deepEqual(reportOf(order).order.total_price, usd(5400))
  })
})

describe('the total and the refunds of an order from Shopify', () => {
  const moneyOf = (changes: Payload) => {
    const { order, money } = reportOf(orderPayload(1n, changes))
    const [line] = order.line_items
    return [money!.total.cents, money!.refunded.cents, line!.refunded_quantity, line!.refunded_price?.cents]
  }
  const transaction = (amount: string, changes: Payload = {}) => ({ kind: 'refund', status: 'success', amount, currency: 'USD', ...changes })
  const back = (...transactions: Payload[]) => [{ id: 5n, refund_line_items: [], transactions }]

  test('are the whole total and no refund if nothing was changed', () => {
    assert.deepEqual(moneyOf({}), [5400, 0, undefined, undefined])
  })

  test('include what an edit removed, although no money was refunded', () => {
    assert.deepEqual(moneyOf({ line_items: [lineOf(11n, { current_quantity: 1 })] }), [5400, 2400, 1, 2400])
    assert.deepEqual(moneyOf({ line_items: [lineOf(11n, { current_quantity: 1 })], current_total_price_set: moneySet('29.00') }), [5400, 2500, 1, 2400])
  })

  test('include what an edit added', () => {
    assert.deepEqual(moneyOf({ current_total_price_set: moneySet('78.00') }), [7800, 0, undefined, undefined])
  })

  test('include money that was refunded without a line, and no failed refunds', () => {
    assert.deepEqual(moneyOf({ refunds: back(transaction('50.00')) }), [5400, 5000, undefined, undefined])
    assert.deepEqual(moneyOf({ refunds: back(transaction('20.00'), transaction('5.00', { status: 'pending' })) }), [5400, 2500, undefined, undefined])
    assert.deepEqual(moneyOf({ refunds: back(transaction('50.00', { status: 'failure' }), transaction('1.00', { kind: 'void' })) }), [
      5400,
      0,
      undefined,
      undefined,
    ])
  })

  test('include refunds in the currency of the customer, in both currencies', () => {
    const { money } = reportOf(
      orderPayload(1n, {
        presentment_currency: 'EUR',
        total_price_set: moneySet('54.00', 'USD', { amount: '50.00', currency_code: 'EUR' }),
        refunds: back(transaction('25.00', { currency: 'EUR' })),
      }),
    )

    assert.deepEqual(money, {
      total: usd(5400),
      refunded: usd(2700),
      presented: { cents: 5000, currency: 'EUR' },
      refunded_presented: { cents: 2500, currency: 'EUR' },
      unnamed: usd(2700),
    })
  })
})

describe('protection in an order from Shopify', () => {
  const token = 'a..sealed.token.here'
  const quotes = new Map([[token, sealedQuote()]])
  /** The most that is refunded of it by machine. */
  const bound = { quote: 'seal', sealedAt: Date.parse('2026-11-20T14:30:00Z'), amount: usd(98), presented: usd(98) }
  const goods = lineOf(11n, { discount_allocations: [{ amount: '3.00', amount_set: moneySet('3.00') }] })
  const download = lineOf(12n, { requires_shipping: false })
  const card = lineOf(13n, { gift_card: true })
  const bought = orderPayload(1n, { line_items: [goods, download, card, protectionLineOf(19n, token)] })

  test('covers shipped goods, less their discounts, and no downloads, gift cards or protection lines', () => {
    const { order } = reportOf(bought, { quotes })

    assert.equal(order.purchased_quote_token, token)
    assert.deepEqual(order.amount_insured, usd(4500))
    assert.deepEqual(order.amount_insured_presentment, usd(4500))
    assert.deepEqual(
      order.line_items.map((line) => line.is_insured),
      [true, false, false, false],
    )
  })

  test('is paid by all lines that charge for it, less their refunds', () => {
    const given = [{ id: 5n, refund_line_items: [{ line_item_id: 18n, quantity: 1, subtotal_set: moneySet('0.98') }] }]
    const lines = [goods, protectionLineOf(17n, token, { quantity: 3 }), protectionLineOf(18n, token, { quantity: 2 }), protectionLineOf(19n, token)]

    assert.deepEqual(
      reportOf(orderPayload(1n, { line_items: lines, refunds: given }), { quotes }).paid!.lines,
      ['17', '18', '19'].map((id) => ({ id, quantity: 1, amount: usd(98), presented: usd(98), asked: usd(98), token, bound })),
    )
  })

  test('is paid with taxes, less the discounts of the merchant', () => {
    const line = protectionLineOf(19n, token, {
      discount_allocations: [{ amount: '0.08', amount_set: moneySet('0.08') }],
      tax_lines: [{ price: '0.09', price_set: moneySet('0.09') }],
    })
    const paidOf = (changes: Payload) => reportOf(orderPayload(1n, { line_items: [lineOf(11n), line], ...changes }), { quotes }).paid!.lines

    const withTax = { ...bound, amount: usd(107), presented: usd(107) }
    assert.deepEqual(paidOf({}), [{ id: '19', quantity: 1, amount: usd(99), presented: usd(99), asked: usd(98), token, bound: withTax }])
    const [included] = paidOf({ taxes_included: true })
    assert.deepEqual([included!.amount, included!.bound], [usd(90), bound])
  })

  test('has the token of a line that is still in the order', () => {
    const lines = [protectionLineOf(18n, 'gone', { current_quantity: 0 }), protectionLineOf(19n, token)]

    assert.equal(reportOf(orderPayload(1n, { line_items: [lineOf(11n), ...lines] }), { quotes }).order.purchased_quote_token, token)
  })

  test('is not a line without a token if only the cart has the token, unless the line is known to pay for the order', () => {
    const line = protectionLineOf(19n, token, { properties: [{ name: '_protection_terms', value: '4800 USD 2026-11-21' }] })
    const order = orderPayload(1n, { line_items: [lineOf(11n), line], note_attributes: [{ name: '_protection_quote', value: token }] })

    assert.equal(reportOf(order, { quotes }).paid, undefined)
    assert.deepEqual(reportOf(order, { quotes, order: known({ paying: '19' }) }).paid!.lines, [
      { id: '19', quantity: 1, amount: usd(98), presented: usd(98), asked: usd(98) },
    ])
  })

  test('is not a line of another variant, one that ships, a gift card, or one with an invalid token: each is goods, and a note says why', () => {
    const notesOf = (changes: Payload, opened = quotes) => {
      const order = orderPayload(1n, { line_items: [lineOf(11n), protectionLineOf(19n, token, changes)] })
      const mapping = map('orders/create', order, { quotes: opened })
      assert.ok('jobs' in mapping)
      const report = worksOf(mapping).find(({ kind }) => kind === 'order')!.body as OrderReport
      assert.deepEqual([report.paid, report.order.purchased_quote_token, report.order.line_items.length], [undefined, undefined, 2])
      return mapping.notes!.join()
    }

    assert.match(notesOf({ variant_id: 5n }), /^line 19 of this order: treated as goods .*its quote is for another variant \(4100000099\)$/)
    assert.match(notesOf({}, new Map([[token, sealedQuote({ variant: null })]])), /its quote is for another variant \(none\)$/)
    assert.match(notesOf({ requires_shipping: true }), /protection needs no shipping: switch off "physical product" for its variant$/)
    assert.match(notesOf({ requires_shipping: null }), /protection needs no shipping/)
    assert.match(notesOf({ gift_card: true }), /a gift card is no protection$/)
    assert.match(notesOf({}, new Map()), /no token on it was sealed here$/)
  })

  test('has no bound if its seal is from before variants were sealed, or in another currency', () => {
    const boundBy = (changes: Partial<SealedQuote>) => {
      const { paid } = reportOf(bought, { quotes: new Map([[token, { ...sealedQuote(), ...changes }]]) })
      return paid!.lines.map((line) => [line.token, line.bound])
    }

    assert.deepEqual(boundBy({ variant: undefined }), [[token, undefined]])
    assert.deepEqual(boundBy({ price: { cents: 98, currency: 'EUR' } }), [[token, undefined]])
    assert.deepEqual(boundBy({ variant: 'gid://shopify/ProductVariant/4100000099' }), [[token, bound]])
  })

  test('is bounded by the sealed price and the tax on it, whatever its line costs, in both currencies', () => {
    const sold = (changes: Payload) =>
      reportOf(orderPayload(1n, { line_items: [lineOf(11n), protectionLineOf(19n, token, changes)] }), { quotes }).paid!.lines[0]!.bound

    const taxed = { price: '9.80', price_set: moneySet('9.80'), tax_lines: [{ price: '1.00', price_set: moneySet('1.00') }] }
    assert.deepEqual(sold(taxed), { ...bound, amount: usd(108), presented: usd(108) })
    const euros = (cents: number) => ({ cents, currency: 'EUR' })
    assert.deepEqual(sold({ price_set: moneySet('1.96', 'EUR', { amount: '1.96', currency_code: 'USD' }) }), { ...bound, amount: euros(98) })
  })

  test('stays the line that is known to pay, although its token can no longer be opened, and has no bound', () => {
    const { paid } = reportOf(bought, { order: known({ paying: '19', version: null }) })

    assert.deepEqual(
      paid!.lines.map(({ id, bound }) => [id, bound]),
      [['19', undefined]],
    )
  })

  test('is not bought by a token without a line that pays for it', () => {
    const { order, paid } = reportOf(orderPayload(1n, { note_attributes: [{ name: '_protection_quote', value: token }] }), { quotes })

    assert.equal(order.purchased_quote_token, undefined)
    assert.equal(order.amount_insured, undefined)
    assert.equal(paid, undefined)
  })

  test('ends when its line was refunded or removed from the order', () => {
    const refunded = { ...bought, refunds: [{ id: 5n, refund_line_items: [{ line_item_id: 19n, quantity: 1, subtotal_set: moneySet('0.98') }] }] }
    const removed = { ...bought, line_items: [goods, protectionLineOf(19n, token, { current_quantity: 0 })] }

    for (const order of [refunded, removed]) {
      assert.deepEqual(
        worksOf(map('orders/updated', order, { quotes, order: known({ paying: '19' }) })).map(({ kind }) => kind),
        ['order', 'refund-protection'],
      )
    }
  })

  test('is refunded if nothing is shipped, and the order is not reported', () => {
    const jobs = worksOf(map('orders/create', orderPayload(1n, { shipping_address: null, line_items: [download, protectionLineOf(19n, token)] }), { quotes }))

    assert.deepEqual(jobs, [
      {
        kind: 'platform-refund',
        body: {
          order: '1',
          reason: 'protection was paid for an order of which nothing is shipped',
          lines: [{ id: '19', quantity: 1, amount: usd(98), presented: usd(98), bound }],
          tell: false,
        },
      },
    ])
  })
})

describe('an order from Shopify that is not reported', () => {
  test('is one that was sold at a till and handed over there', () => {
    assert.deepEqual(worksOf(map('orders/create', orderPayload(1n, { source_name: 'pos', shipping_address: null }))), [])
    assert.equal(worksOf(map('orders/create', orderPayload(1n, { source_name: 'pos' }))).length, 1)
  })
})

describe('an order from Shopify may lack', () => {
  test('a phone number: it is taken from the customer, then the bill, then the shop', () => {
    const silent = { ...address, phone: null }
    const phoneOf = (changes: Payload, fallbackPhone?: string) =>
      reportOf(orderPayload(1n, { shipping_address: silent, billing_address: silent, ...changes }), { fallbackPhone }).order.shipping_address.phone_number

    assert.equal(phoneOf({ customer: { phone: '+44 20 7946 0001' }, billing_address: address }), '+44 20 7946 0001')
    assert.equal(phoneOf({ customer: null, billing_address: address }), '+1 503 555 0118')
    assert.equal(phoneOf({ customer: { phone: 'call my wife' } }, '+1 510 555 0100'), '+1 510 555 0100')
  })

  test('a customer', () => {
    const { order } = reportOf(orderPayload(77n, { customer: null, email: 'not an address', contact_email: null }))

    assert.deepEqual(order.customer, { shop_customer_id: 'guest:77', first_name: 'Mira', last_name: 'Okafor' })
  })

  test('a part of a name, or the whole name', () => {
    const namesOf = (customer: Payload, place: Payload) =>
      reportOf(orderPayload(1n, { customer, shipping_address: { ...address, ...place }, billing_address: null })).order.customer

    const nameless = { first_name: null, last_name: null, name: null }
    assert.deepEqual(namesOf({ id: 5n }, { ...nameless, name: 'Ada King Lovelace' }), {
      shop_customer_id: '5',
      first_name: 'Ada King',
      last_name: 'Lovelace',
      email: 'mira@example.com',
    })
    assert.deepEqual(namesOf({ id: 5n, last_name: 'Cher' }, nameless), { shop_customer_id: '5', first_name: '-', last_name: 'Cher', email: 'mira@example.com' })
    assert.equal(namesOf({ id: 5n }, nameless).last_name, '-')
  })

  test('a product: lines that were typed in have none', () => {
    const { line_items: lines } = reportOf(orderPayload(1n, { line_items: [lineOf(11n, { product_id: null, variant_id: null, sku: '' })] })).order

    assert.equal(lines[0]!.shop_product_id, 'custom:11')
    assert.equal(lines[0]!.shop_variant_id, 'custom:11')
  })

  test('a province, a postal code or a town', () => {
    const to = (changes: Payload) => {
      const { order } = reportOf(orderPayload(1n, { shipping_address: { ...address, province: null, province_code: null, ...changes } }))
      assert.deepEqual(orderSchema.safeParse(order).error?.issues, undefined)
      return [order.shipping_address.province_code, order.shipping_address.city, order.shipping_address.postal_code]
    }

    assert.deepEqual(to({ country_code: 'DE', country: 'Germany', city: 'Berlin', zip: '10115' }), ['', 'Berlin', '10115'])
    assert.deepEqual(to({ country_code: 'SG', country: 'Singapore', city: null, zip: '018956' }), ['', 'Singapore', '018956'])
    assert.deepEqual(to({ country_code: 'HK', province_code: 'KL', province: 'Kowloon', city: 'Mong Kok', zip: null }), ['', 'Mong Kok', ''])
    assert.deepEqual(to({ country_code: 'JP', province_code: 'JP-13', province: 'Tōkyō', city: 'Chiyoda', zip: '100-8111' }), ['JP-13', 'Chiyoda', '100-8111'])
    assert.deepEqual(to({ country_code: 'MX', province_code: 'Q ROO', province: 'Quintana Roo', city: 'Tulum', zip: '77780' }), ['MX-ROO', 'Tulum', '77780'])
    assert.deepEqual(to({ country_code: 'US', province_code: 'AE', province: 'Armed Forces Europe', city: 'APO', zip: '09009' }), ['US-AE', 'APO', '09009'])
    assert.deepEqual(to({ country_code: 'MY', province_code: 'JHR', province: 'Johor', city: 'Muar', zip: '84000' }), ['MY-01', 'Muar', '84000'])
  })
})

describe('an order from Shopify that cannot be reported as it is', () => {
  const held = (changes: Payload) => whyHeld('orders/create', orderPayload(1n, changes))

  test('is held with the field and the remedy', () => {
    assert.match(held({ shipping_address: null }), /^shipping_address is missing: add it to the order at the platform/)
    assert.match(held({ shipping_address: { ...address, country_code: null } }), /^shipping_address\.country_code is missing: add/)
    assert.match(held({ shipping_address: { ...address, address1: ' ', address2: null } }), /^shipping_address\.address1 is missing: add/)
    assert.match(
      held({ shipping_address: { ...address, phone: null }, billing_address: null }),
      /^shipping_address\.phone is missing: set FALLBACK_PHONE to a number of the shop, then retry this$/,
    )
    assert.match(held({ shipping_address: { ...address, country_code: 'ZZ' } }), /^shipping_address\.country_code is no country: add/)
    assert.match(held({ shipping_address: { ...address, province_code: null, province: null } }), /^shipping_address\.province_code is missing: add/)
    assert.match(held({ shipping_address: { ...address, province_code: 'ZZ', province: 'Atlantis' } }), /^shipping_address\.province_code is no province of US/)
    assert.match(held({ id: undefined }), /^id is missing/)
    assert.match(held({ currency: null }), /^currency is missing/)
    assert.match(held({ currency: 'XQZ' }), /^currency "XQZ" is no known currency: update the proxy/)
    assert.match(held({ total_price_set: moneySet('1.00', 'ZZZ') }), /^total_price_set\.shop_money\.currency_code "ZZZ" is no known currency/)
    assert.match(held({ total_price_set: moneySet('12,00') }), /^total_price_set\.shop_money\.amount "12,00" is no amount/)
    assert.match(held({ total_price_set: moneySet('1.005') }), /^total_price_set\.shop_money\.amount "1.005" is finer than USD can be/)
    assert.match(held({ subtotal_price_set: moneySet('-5.00') }), /^subtotal_price_set\.shop_money\.amount "-5.00" is negative/)
    assert.match(held({ financial_status: 'on_the_moon' }), /^financial_status "on_the_moon" is no known status: update the proxy/)
    assert.match(held({ financial_status: 'constructor' }), /^financial_status "constructor" is no known status/)
    assert.match(held({ line_items: [lineOf(11n, { id: null })] }), /^line_items\[0\]\.id is missing/)
    assert.match(held({ line_items: [lineOf(11n, { quantity: '1.5' })] }), /^line_items\[0\]\.quantity is no count/)
  })

  test('is superseded instead if a later update was reported', () => {
    assert.deepEqual(map('orders/create', orderPayload(1n, { shipping_address: null }), { order: known({ version: Date.parse('2026-11-20T15:00:02Z') }) }), {
      superseded: 'a later update was reported',
    })
  })

  test('is not one with any of the eight known statuses', () => {
    const statusOf = (financial_status: string | null) => reportOf(orderPayload(1n, { financial_status })).order.financial_status

    const statuses = {
      pending: 'pending',
      authorized: 'pending',
      partially_paid: 'pending',
      paid: 'paid',
      PARTIALLY_REFUNDED: 'paid',
      refunded: 'refunded',
      voided: 'voided',
      expired: 'voided',
    }
    assert.deepEqual(Object.keys(statuses).map(statusOf), Object.values(statuses))
    assert.equal(statusOf(null), 'pending')
  })
})

describe('the refunds of an order', () => {
  test('are reported line by line', () => {
    const order = orderPayload(1n, {
      refunds: [
        { id: 5n, refund_line_items: [{ line_item_id: 11n, quantity: 1, subtotal_set: moneySet('24.00') }] },
        { id: 6n, refund_line_items: [{ line_item_id: 12n, quantity: 1, subtotal_set: moneySet('10.00') }] },
      ],
      line_items: [lineOf(11n, { current_quantity: 1 }), lineOf(12n, { quantity: 3, current_quantity: 1 }), lineOf(13n)],
    })

    assert.deepEqual(
      reportOf(order).order.line_items.map(({ quantity, refunded_quantity, refunded_price }) => [quantity, refunded_quantity, refunded_price]),
      [
        [2, 1, usd(2400)],
        // One piece was refunded for 10.00, the other was removed.
        [3, 2, usd(3400)],
        [2, undefined, undefined],
      ],
    )
    assert.equal(linesOf(order).length, 3)
  })
})
