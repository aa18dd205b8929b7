import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { buildShop } from '../../demo/shop/app.ts'
import { protection } from '../../src/contract/protection.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { createShopper, delivery, mug } from './shopper.ts'

const { bin } = JSON.parse(readFileSync(new URL('../../proxy/package.json', import.meta.url), 'utf8')) as { bin: Record<string, string> }

/** A way to the proxy on which every question after a quote is lost: sales go on, and the quote is checked when the order is reported. */
async function openWayWithoutVerification(stack: Stack): Promise<string> {
  const way = createServer((incoming, outgoing) => {
    if (incoming.url?.endsWith('/quotes/verification')) return void incoming.socket.destroy()
    const onward = ask(stack.proxy + incoming.url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  after(() => {
    way.closeAllConnections()
    way.close()
  })
  return `http://127.0.0.1:${(way.address() as AddressInfo).port}`
}

/** The shop between services and a proxy; `keys` are the shop's own. */
async function openUnverifiedShop(keys?: string) {
  const stack = await startStack({ settings: { MERCHANT_API_KEYS: 'the-first-key-of-the-merchant,the-other-key-of-the-merchant' } })
  after(() => stack.stop())
  const PUBLIC_URL = await openWayWithoutVerification(stack)
  const shop = await buildShop({ settings: { ...stack.settings, PUBLIC_URL, ...(keys && { MERCHANT_API_KEYS: keys }) }, origin: stack.shop })
  await shop.listen({ port: Number(new URL(stack.shop).port), host: '127.0.0.1' })
  after(() => shop.close())
  return { stack, robin: createShopper(stack.shop) }
}

/** A shopper who pays for protection with a quote that the service does not take any more. */
async function buyOnARefusedQuote(keys?: string) {
  const { stack, robin } = await openUnverifiedShop(keys)
  const { token, price, variant } = await stack.browser(protection).quoteProtection({ cents: 2400, currency: 'USD' })
  await stack.fault({
    match: { method: 'POST', path: '/protection/api/v1/orders' },
    status: 422,
    body: { error: ['Purchased quote token is invalid'] },
    times: 1,
  })
  await robin.ajax('/cart/add.js', { items: [{ id: mug }, { id: variant?.id, properties: { _protection_quote: token } }] })
  const { path } = await robin.submit('/checkout', delivery)
  return { stack, robin, path, cost: `\\$${(price.cents / 100).toFixed(2)}` }
}

describe('protection that was paid for and does not count', () => {
  test('is paid back by the platform, once, and the shopper and the back room see it', async () => {
    const { stack, robin, path, cost } = await buyOnARefusedQuote()

    const { text } = await until(
      () => robin.get(path),
      (page) => page.text.includes('without protection') && page.text.includes('have given you'),
    )
    const backRoom = await until(
      () => robin.get('/back-room'),
      (page) => new RegExp(`Refund of ${cost}</span> <span class="state known">`).test(page.text),
    )

    assert.match(text, /We have given you the price of shipment protection back/)
    assert.equal(backRoom.text.match(/Refund of \$/g)?.length, 1)
    assert.match(backRoom.text, new RegExp(`Not protected, ${cost} given back`))
    const { orders } = await stack.state<{ orders: { shop_order_number: string; is_protected: boolean }[] }>('orders')
    assert.deepEqual(
      orders.filter(({ shop_order_number }) => shop_order_number === 'K-2001').map(({ is_protected }) => is_protected),
      [false],
    )
  })

  test('is named in the back room as long as it is not paid back, with the command that tells why', async () => {
    const { robin } = await buyOnARefusedQuote('the-other-key-of-the-merchant,the-first-key-of-the-merchant')

    const { text } = await until(
      () => robin.get('/back-room'),
      (page) => page.text.includes('known to the service'),
    )

    const [, file] = /Paid for protection, but not protected[\s\S]*<code>DATA_DIR=\S+ node (\S+) queue list<\/code>/.exec(text) ?? assert.fail(text)
    // npm links no command of a package in this repository, because it is not built yet when npm installs.
    assert.equal(file, `proxy/${bin['storefront-proxy']}`)
    assert.doesNotMatch(text, /given back/)
  })

  test('is left to a person where its token was never sealed, and named in the back room', async () => {
    const { stack, robin } = await openUnverifiedShop()
    await robin.ajax('/cart/add.js', { items: [{ id: mug }, { id: 9900000150, properties: { _protection_quote: 'never sealed' } }] })
    await robin.submit('/checkout', delivery)

    const { text } = await until(
      () => robin.get('/back-room'),
      (page) => page.text.includes('known to the service'),
    )

    assert.match(text, /Paid for protection, but not protected/)
    assert.doesNotMatch(text, /given back/)
    const { orders } = await stack.state<{ orders: { shop_order_number: string; is_protected: boolean }[] }>('orders')
    assert.deepEqual(
      orders.filter(({ shop_order_number }) => shop_order_number === 'K-2001').map(({ is_protected }) => is_protected),
      [false],
    )
  })
})
