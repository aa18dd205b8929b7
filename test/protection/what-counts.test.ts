import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { propertiesOf, toContent, type ShopifyCart, type ShopifyItem } from '../../src/protection/carts/shopify-map.ts'
import { runs } from '../properties/runs.ts'

const thing: ShopifyItem = { key: 'thing', variant_id: 1, quantity: 1, final_line_price: 2000, requires_shipping: true, gift_card: false, properties: {} }
const cartOf = (items: Partial<ShopifyItem>[], rest: Partial<ShopifyCart> = {}): ShopifyCart => ({
  token: 'cart-1?key=secret',
  currency: 'USD',
  items: items.map((item, index) => ({ ...thing, key: `line ${index}`, ...item })),
  ...rest,
})
const shippable = (cart: ShopifyCart, known = {}) => toContent(cart, known).shippable
/** The part of a cart that holds a discount on the whole cart. */
const discounted = (discount: object) => ({ cart_level_discount_applications: [{ total_allocated_amount: 0, ...discount }] })
const quote = {
  token: 'sealed',
  amount: { cents: 2000, currency: 'USD' },
  price: { cents: 150, currency: 'USD' },
  expires_at: '2026-11-22T09:00:00.000Z',
  variant: { id: 9 },
}
const ourLine = { variant_id: 9, final_line_price: 150, requires_shipping: false, properties: propertiesOf(quote) }

describe('the protected part of a cart', () => {
  test('goods that ship count, at the price that is paid for them', () => {
    assert.deepEqual(shippable(cartOf([{ quantity: 2, final_line_price: 3600 }, {}])), { cents: 5600, currency: 'USD' })
  })

  test('goods that do not ship and gift cards do not count', () => {
    assert.deepEqual(shippable(cartOf([{}, { requires_shipping: false, final_line_price: 199 }, { gift_card: true, final_line_price: 2500 }])), {
      cents: 2000,
      currency: 'USD',
    })
  })

  test('a cart of digital goods, gift cards and our own line has nothing to protect', () => {
    assert.equal(shippable(cartOf([{ requires_shipping: false }, { gift_card: true }, ourLine])), null)
  })

  test('a line whose properties are not texts is still read', () => {
    const { lines } = toContent(cartOf([{}, { ...ourLine, properties: { _protection_quote: 5, _protection_terms: 7 } as never }]), {})

    assert.deepEqual([lines[0]!.token, lines[0]!.terms], ['5', undefined])
  })

  test('our own line is recognised by its property, or by its variant if the property was lost', () => {
    const cart = cartOf([{}, ourLine, { ...ourLine, properties: null, requires_shipping: true }])

    const { shippable, lines } = toContent(cart, { variant: '9' })

    assert.deepEqual(shippable, { cents: 2000, currency: 'USD' })
    assert.deepEqual(
      lines.map(({ key, token, terms }) => [key, token, terms?.price.cents]),
      [
        ['line 1', 'sealed', 150],
        ['line 2', undefined, undefined],
      ],
    )
  })

  test('a subscription counts, and our own line is marked as recurring if it is a subscription', () => {
    const cart = cartOf([{ selling_plan_allocation: { price: 2000 } }, { ...ourLine, selling_plan_allocation: { price: 150 } }])

    assert.deepEqual(shippable(cart), { cents: 2000, currency: 'USD' })
    assert.deepEqual(
      toContent(cart, {}).lines.map(({ recurring }) => recurring),
      [true],
    )
  })

  test('goods that ship bear their share of the discounts on the whole cart', () => {
    const discounts = { cart_level_discount_applications: [{ total_allocated_amount: 300 }, { value_type: 'fixed_amount', total_allocated_amount: 100 }] }

    assert.deepEqual(shippable(cartOf([{ final_line_price: 3000 }, { requires_shipping: false, final_line_price: 1000 }], discounts)), {
      cents: 2700,
      currency: 'USD',
    })
  })

  test('a gift card bears no share of a discount on the whole cart', () => {
    for (const kind of [{ value_type: 'fixed_amount' }, { value_type: 'percentage', value: '20.0' }])
      assert.deepEqual(
        shippable(cartOf([{ final_line_price: 10_000 }, { gift_card: true, final_line_price: 10_000 }], discounted({ ...kind, total_allocated_amount: 2000 }))),
        { cents: 8000, currency: 'USD' },
      )
  })

  test('a percentage discount is computed from its total if its value is missing or does not match the total', () => {
    for (const value of ['10.0', undefined, 'some'])
      assert.deepEqual(
        shippable(cartOf([{ final_line_price: 6000 }, ourLine], discounted({ value_type: 'percentage', value, total_allocated_amount: 1230 }))),
        {
          cents: 4800,
          currency: 'USD',
        },
      )
  })

  test('our own line does not change the amount that it covers, whatever the discounts', () => {
    const price = fc.integer({ min: 1, max: 100_000 })
    const items = fc.array(fc.record({ final_line_price: price, requires_shipping: fc.boolean(), gift_card: fc.boolean() }), { minLength: 1, maxLength: 6 })
    const discount = fc.oneof(
      fc.record({ value_type: fc.constant('percentage'), value: fc.constantFrom(5, 10, 12.5, 15, 33.3, 100) }),
      fc.record({ value_type: fc.constantFrom('fixed_amount', undefined), value: fc.integer({ min: 1, max: 120_000 }) }),
    )
    fc.assert(
      fc.property(items, discount, price, fc.constantFrom('USD', 'JPY', 'KWD'), (items, discount, protection, currency) => {
        const worth = (items: Partial<ShopifyItem>[]) => {
          const bearing = items.reduce((sum, { gift_card, final_line_price }) => sum + (gift_card ? 0 : final_line_price!), 0)
          // As the platform does: discounts are whole units of the currency and never exceed the goods' value.
          const unit = currency === 'JPY' ? 100 : 1
          const total = discount.value_type === 'percentage' ? Math.round((bearing * discount.value) / 100 / unit) * unit : Math.min(discount.value, bearing)
          return shippable(cartOf(items, { currency, ...discounted({ ...discount, value: discount.value.toFixed(1), total_allocated_amount: total }) }))
        }

        const [before, after] = [worth(items), worth([...items, { ...ourLine, final_line_price: protection }])]

        assert.deepEqual(after, before)
      }),
      runs(100),
    )
  })

  test('a fully discounted cart has nothing to protect', () => {
    assert.equal(shippable(cartOf([{}], { cart_level_discount_applications: [{ total_allocated_amount: 2000 }] })), null)
  })

  test('a pickup order has nothing to protect, whether the page or the cart says that it is one', () => {
    assert.equal(shippable(cartOf([{}]), { pickup: true }), null)
    assert.equal(shippable(cartOf([{}], { attributes: { 'Checkout-Method': 'Pickup' } })), null)
    assert.deepEqual(shippable(cartOf([{}], { attributes: { 'Checkout-Method': 'delivery' } })), { cents: 2000, currency: 'USD' })
  })

  for (const [currency, cents] of [
    ['EUR', 890_000],
    ['JPY', 8_900],
    ['KRW', 8_900],
    ['KWD', 8_900_000],
  ] as const)
    test(`890,000 hundredths of ${currency} are ${cents} of its smallest unit`, () => {
      assert.deepEqual(shippable(cartOf([{ final_line_price: 890_000 }], { currency })), { cents, currency })
    })

  test('the name of the cart leaves out the secret that the platform appends', () => {
    assert.equal(toContent(cartOf([{}]), {}).cart, 'cart-1')
  })

  test('properties in another format than ours give no terms', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { lines } = toContent(cartOf([{ ...ourLine, properties: { _protection_quote: 'x', _protection_terms: text } }]), {})

        const { terms } = lines[0]!
        assert.ok(terms === undefined || (terms.amount.cents > 0 && terms.price.cents > 0))
      }),
      runs(100),
    )
  })

  test('the protected amount never exceeds what ships, and bears the discount in proportion', () => {
    const price = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(fc.array(fc.record({ final_line_price: price, requires_shipping: fc.boolean() }), { maxLength: 6 }), fc.nat(100), (items, percent) => {
        const total = items.reduce((sum, { final_line_price }) => sum + final_line_price, 0)
        const ships = items.filter(({ requires_shipping }) => requires_shipping).reduce((sum, { final_line_price }) => sum + final_line_price, 0)
        const discount = Math.floor((total * percent) / 100)

        const worth = shippable(cartOf(items, { cart_level_discount_applications: [{ total_allocated_amount: discount }] }))?.cents ?? 0

        assert.ok(worth >= 0 && worth <= ships)
        // Compared in whole numbers, in which a half is exact.
        assert.ok(2 * Math.abs(worth * total - ships * (total - discount)) <= total)
      }),
      runs(100),
    )
  })
})
