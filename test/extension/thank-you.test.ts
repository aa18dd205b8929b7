import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { until } from '../stack.ts'
import { closePage, fixed, openPage, type PageOptions } from './extension-page.ts'
import { checkoutOf, codeOf, sessionToken, startExtensionStack, type ExtensionStack } from './extension-stack.ts'

let stack: ExtensionStack
before(async () => (stack = await startExtensionStack({ settings: { SHOPPERS_MAY: 'protect-later,unprotect' } })))
after(() => stack.stop())
afterEach(() => closePage())

interface Placed extends Partial<PageOptions> {
  id: string
  checkoutToken?: string
  token?: () => Promise<string>
}

/** Opens the thank-you page of an order. */
const open = ({ id, checkoutToken = checkoutOf(id), token = () => sessionToken(), ...options }: Placed) =>
  openPage('thank-you', 'purchase.thank-you.block.render', {
    proxy: stack.proxy,
    ...options,
    values: {
      orderConfirmation: fixed({ order: { id: `gid://shopify/OrderIdentity/${id}` }, isFirstOrder: true }),
      checkoutToken: fixed(checkoutToken),
      sessionToken: { get: token },
    },
  })

describe('the thank-you page', () => {
  test('says what comes next once the shop has sent the order, and shows where packages will be', async () => {
    const id = await stack.order(6_001n)

    const page = await open({ id, settings: { tracking_url: 'https://shop.example.com/pages/track' } })

    await page.shows(`Order ${id}`)
    assert.match(page.words(), /The tracking number appears here when it ships/)
    assert.equal(page.element('s-link', 'Track your order').getAttribute('href'), 'https://shop.example.com/pages/track')
    assert.deepEqual(page.requests, ['/orders', '/orders/track'])
  })

  test('asks again after 2, 4, 8 and 16 seconds for an order that is not there yet, and then says that the shop has it', async () => {
    const page = await open({ id: '6900' })

    await page.shows('We have your order.')

    assert.deepEqual(page.waits, [2_000, 4_000, 8_000, 16_000])
    assert.equal(page.requests.length, 5)
  })

  test('shows its order as soon as it comes, however many others at the same address have missed', async () => {
    const id = '6007'
    const missing = stack.extension(await sessionToken())
    const misses = await Promise.all(Array.from({ length: 31 }, () => codeOf(missing.keyOrder({ id, checkout_token: randomUUID() }))))
    assert.ok(misses.includes('rate-limited'))
    let asked = 0
    const page = await open({
      id,
      async token() {
        asked += 1
        if (asked === 3) await stack.order(6_007n)
        return sessionToken()
      },
    })

    await page.shows(`Order ${id}`)

    assert.deepEqual(page.waits.slice(0, 2), [2_000, 4_000])
  })

  test('shows an order that comes while it asks', async () => {
    let asked = 0
    const id = '6002'
    const page = await open({
      id,
      async token() {
        asked += 1
        if (asked === 3) await stack.order(6_002n)
        return sessionToken()
      },
    })

    await page.shows(`Order ${id}`)

    assert.deepEqual(page.waits.slice(0, 2), [2_000, 4_000])
  })

  test('shows nothing of an order to somebody with the token of another checkout', async () => {
    const id = await stack.order(6_003n)

    const page = await open({ id, checkoutToken: checkoutOf('6001') })

    await page.shows('We have your order.')
    assert.doesNotMatch(page.words(), /6003/)
  })

  test('lets the shopper protect the order', async () => {
    const id = await stack.order(6_004n)
    const page = await open({ id, settings: { analytics: true } })
    await page.shows('Not protected')

    page.press('Protect this order')

    await page.shows('This order is protected')
    await until(
      () => Promise.resolve(page.published.length),
      (count) => count > 1,
    )
    assert.deepEqual(page.published, [
      ['storefront_widgets:protection_shown', { surface: 'thank-you' }],
      ['storefront_widgets:protection_chosen', { surface: 'thank-you' }],
    ])
  })

  test('publishes nothing unless the merchant has turned that on', async () => {
    const id = await stack.order(6_005n)
    const page = await open({ id })
    await page.shows('Not protected')

    page.press('Protect this order')

    await page.shows('This order is protected')
    assert.deepEqual(page.published, [])
  })

  test('leaves out the protection where the merchant wants that', async () => {
    const page = await open({ id: await stack.order(6_006n), settings: { hide_protection: true } })

    await page.shows('Order 6006')
    assert.doesNotMatch(page.words(), /protect/i)
  })

  test('stays empty without the address of the proxy, and says so to the merchant alone', async () => {
    const shopper = await open({ id: '6001', settings: { proxy: undefined } })
    assert.equal(shopper.words(), '')

    const merchant = await open({ id: '6001', settings: { proxy: 'javascript:alert(1)' }, isEditor: true })
    assert.match(merchant.words(), /Enter the address of your proxy/)
    assert.deepEqual(merchant.requests, [])
  })
})
