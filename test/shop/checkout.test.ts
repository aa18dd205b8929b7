import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { protection } from '../../src/contract/protection.ts'
import { until, type Stack } from '../stack.ts'
import { delivery, mug, openShop, poster, song, type Shopper } from './shopper.ts'

/** Puts a mug and protection for so many cents into the cart. */
async function protect(stack: Stack, shopper: Shopper, cents: number) {
  const { token, price, variant } = await stack.browser(protection).quoteProtection({ cents, currency: 'USD' })
  await shopper.ajax('/cart/add.js', { items: [{ id: mug }, { id: variant?.id, properties: { _protection_quote: token } }] })
  return price
}

const reported = async (stack: Stack) =>
  (await stack.state<{ orders: { shop_order_number: string; amount_insured?: unknown; total_price: { cents: number } }[] }>('orders')).orders.filter(
    ({ shop_order_number }) => shop_order_number === 'K-2001',
  )

describe('the checkout', () => {
  test('charges the price that was shown, and says that the order is protected once the service has said so', async () => {
    const { stack, shopper } = await openShop()
    const robin = shopper()
    const price = await protect(stack, robin, 2400)

    const thanks = await robin.submit('/checkout', delivery)
    const settled = await until(
      () => robin.get(thanks.path),
      ({ text }) => !text.includes('being confirmed'),
    )

    assert.match(settled.text, /Your order is protected/)
    const [order, ...others] = await reported(stack)
    assert.deepEqual([order?.total_price.cents, order?.amount_insured], [2400 + 450 + price.cents, { cents: 2400, currency: 'USD' }])
    assert.equal(others.length, 0)
  })

  test('places one order when the button is pressed twice', async () => {
    const { shopper } = await openShop()
    const robin = shopper()
    await robin.ajax('/cart/add.js', { id: poster })

    const [, attempt = ''] = /name="attempt" value="([^"]+)"/.exec((await robin.get('/checkout')).text) ?? []
    const [one, two] = await Promise.all([robin.submit('/checkout', { ...delivery, attempt }), robin.submit('/checkout', { ...delivery, attempt })])

    assert.match(one.path, /^\/orders\/K-2001\/thank-you/)
    assert.equal(two.path, one.path)
  })

  test('takes protection off, uncharged, when its quote is for another amount', async () => {
    const { stack, shopper } = await openShop()
    const robin = shopper()
    await protect(stack, robin, 500)

    const thanks = await robin.submit('/checkout', delivery)

    assert.match(thanks.text, /Shipment protection was not charged[\s\S]*\$28\.50/)
  })

  test('takes protection off where nothing ships', async () => {
    const { stack, shopper } = await openShop()
    const robin = shopper()
    await protect(stack, robin, 2400)
    await robin.ajax('/cart/update.js', { updates: { [mug]: 0, [song]: 1 } })

    const thanks = await robin.submit('/checkout', delivery)

    assert.match(thanks.text, /Paid<\/dt><dd>\$1\.99/)
  })

  test('goes on when the proxy is gone', async () => {
    const { shopper } = await openShop({ settings: { PUBLIC_URL: 'http://127.0.0.1:9' } })
    const robin = shopper()
    await robin.ajax('/cart/add.js', { items: [{ id: mug }, { id: 9900000150, properties: { _protection_quote: 'sealed before it went' } }] })

    const thanks = await robin.submit('/checkout', delivery)

    assert.match(thanks.text, /Thank you, Robin[\s\S]*being confirmed/)
    assert.equal((await robin.get('/orders/K-2001/track')).headers.get('location'), '/track')
  })

  test('reports an order to the proxy as soon as the proxy accepts reports', async () => {
    const { stack, shopper } = await openShop()
    const robin = shopper()
    await protect(stack, robin, 2400)
    await stack.fault({ drop: true })

    const thanks = await robin.submit('/checkout', delivery)
    await stack.mend()

    await until(
      () => robin.get(thanks.path),
      ({ text }) => text.includes('Your order is protected'),
    )
  })

  test('asks for the missing fields, beside each field, and moves the focus there', async () => {
    const { shopper } = await openShop()
    const robin = shopper()
    await robin.ajax('/cart/add.js', { id: mug })

    const { status, text } = await robin.submit('/checkout', { ...delivery, email: 'robin', province_code: 'Bavaria', phone_number: '' })

    assert.equal(status, 422)
    assert.match(text, /<title>Another look, please: Checkout/)
    assert.deepEqual(
      [...text.matchAll(/href="#(\w+)">/g)].map(([, field]) => field),
      ['main', 'email', 'province_code', 'phone_number'],
    )
    for (const field of ['email', 'province_code', 'phone_number'])
      assert.match(text, new RegExp(`id="${field}"[^>]* aria-invalid="true" aria-describedby="${field}-problem"[\\s\\S]*id="${field}-problem">`), field)
    assert.equal(/id="(\w+)"[^>]* autofocus/.exec(text)?.[1], 'email')
    assert.equal(text.match(/ autofocus/g)?.length, 1)
  })

  test('shows an order only to its buyer and to holders of its link', async () => {
    const { shopper } = await openShop()
    const robin = shopper()
    await robin.ajax('/cart/add.js', { id: mug })

    const thanks = await robin.submit('/checkout', delivery)

    assert.equal((await robin.get('/orders/K-2001/thank-you')).status, 200)
    assert.equal((await shopper().get(thanks.path)).status, 200)
    assert.equal((await shopper().get('/orders/K-2001/thank-you?token=guess')).status, 404)
  })

  test('leads to the tracking page with a key in the fragment, where no log sees it', async () => {
    const { shopper } = await openShop()
    const robin = shopper()
    await robin.ajax('/cart/add.js', { id: mug })
    await robin.submit('/checkout', delivery)

    const { headers } = await robin.get('/orders/K-2001/track')

    assert.match(headers.get('location') ?? '', /^\/track#key=.{20,}/)
  })
})
