import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { protection } from '../../src/contract/protection.ts'
import { chargeOf, lineOf } from '../platforms/payloads.ts'
import { until } from '../stack.ts'
import { closePage, fixed, openPage, type PageOptions } from './extension-page.ts'
import { checkoutOf, customerGid, mira, sessionToken, startExtensionStack, type ExtensionStack } from './extension-stack.ts'

let stack: ExtensionStack
before(async () => (stack = await startExtensionStack({ settings: { SHOPPERS_MAY: 'protect-later,unprotect' } })))
after(() => stack.stop())
afterEach(async () => {
  closePage()
  await stack.mend()
})

interface Shown extends Partial<PageOptions> {
  id?: string
  /** The key in the order's metafield. */
  orderKey?: string | undefined
  checkoutToken?: string
  token?: () => Promise<string>
  /** The language of the page; its own texts stay English. */
  language?: string
  authentication?: 'pre_authenticated' | 'fully_authenticated'
}

/** A page whose buyer came by a link in an e-mail: Shopify may give it no session token. */
const withoutToken = () => Promise.reject(new Error('Not signed in'))

/** Opens the order status page of an order; by default nobody is signed in there. */
const open = ({ id, orderKey, checkoutToken, token = withoutToken, authentication = 'pre_authenticated', language, ...options }: Shown) =>
  openPage('order-tracking', 'customer-account.order-status.block.render', {
    proxy: stack.proxy,
    ...options,
    values: {
      order: fixed(id === undefined ? undefined : { id: `gid://shopify/Order/${id}`, name: `#${id}` }),
      checkoutToken: fixed(checkoutToken),
      authenticationState: fixed(authentication),
      ...(language && { localization: { language: fixed({ isoCode: language }), extensionLanguage: fixed({ isoCode: language }) } }),
      appMetafields: fixed(
        orderKey === undefined ? [] : [{ target: { type: 'order', id }, metafield: { namespace: '$app', key: 'order_key', value: orderKey } }],
      ),
      sessionToken: { get: token },
    },
  })

/** The key of an order that the stand-ins have from the start. */
async function seededKey(number: string) {
  const { orders } = await stack.state<{ orders: { shop_order_number: string; key: string }[] }>('orders')
  return orders.find(({ shop_order_number }) => shop_order_number === number)!.key
}

/** Opens the page of an order that the stand-ins have from the start. */
const openSeeded = async (number: string, options: Shown = {}) => open({ id: '1', orderKey: await seededKey(number), ...options })

describe('an order on its status page', () => {
  test('shows its packages by the key in its metafield, to a buyer who is not signed in, with one request', async () => {
    const page = await openSeeded('K-1002')

    await page.shows('Package 2 of 2')
    await page.shows(/Arriving/)
    await page.hides('New update.')
    assert.match(page.words(), /Order K-1002.*Package 1 of 2.*On the way.*The carrier has your package/)
    assert.match(page.words(), /794644790138/)
    assert.match(page.words(), /Stoneware mug × 1/)
    assert.equal(page.requests[0], '/orders/track')
    assert.ok(!page.requests.includes('/orders'))
    const steps = [...page.element('s-stack[accessibilityrole=ordered-list]').children]
    assert.deepEqual(
      steps.map((step) => [step.querySelector('s-text')!.textContent, step.querySelector('s-icon')!.getAttribute('type')]),
      [
        ['Ordered', 'check-circle-filled'],
        ['Preparing', 'check-circle-filled'],
        ['On the way', 'clock'],
        ['Out for delivery', 'circle'],
        ['Delivered', 'circle'],
      ],
    )
    assert.deepEqual(
      steps.map((step) => step.querySelector('s-text')!.getAttribute('type')),
      ['generic', 'generic', 'strong', 'generic', 'generic'],
    )
    // The day of a step that is reached is a column of its own; the expected day has words, so it stands below the name.
    const dates = steps.map((step) => step.querySelectorAll('s-text')[1]?.textContent)
    assert.match(dates[0]!, /^[A-Z][a-z]{2} \d+$/)
    assert.match(dates[4]!, /^Expected /)
    assert.deepEqual(
      steps.map((step) => step.children.length),
      [3, 3, 3, 2, 2],
    )
    assert.match(page.element('s-button', 'Track on FedEx').getAttribute('href')!, /^https:.*794644790138/)
  })

  test('shows the newest event of a package, and the earlier ones folded', async () => {
    const page = await openSeeded('K-1001')

    await page.shows(/Left at the front door.*Earlier updates.*On the way/)
    assert.doesNotMatch(page.element('s-details').textContent, /Left at the front door/)
  })

  test('shows the order to its customer if its key was revoked, and to the holder of its checkout', async () => {
    const id = await stack.order(6_101n)
    const signedIn = await open({ id, orderKey: 'order.1.revoked', token: () => sessionToken({ sub: customerGid(mira) }) })
    await signedIn.shows(`Order ${id}`)
    assert.deepEqual(signedIn.requests.slice(0, 3), ['/orders/track', '/orders', '/orders/track'])

    const guest = await open({ id, checkoutToken: checkoutOf(id), token: () => sessionToken() })
    await guest.shows(`Order ${id}`)
  })

  test('shows the earned credits to its signed-in customer only', async () => {
    const { token } = await stack.extension(await sessionToken({ sub: customerGid(mira) })).openSession({})
    const { entries } = await stack.extension(token).listCredits({ limit: 20 })
    const { order_id: id } = entries.find(({ reason }) => reason === 'EARNED_FROM_PURCHASE')!
    await stack.order(BigInt(id!))
    const asMira = { id: id!, token: () => sessionToken({ sub: customerGid(mira) }), authentication: 'fully_authenticated' } as const

    const page = await open(asMira)
    await page.shows(/You earned \$[\d.]+ in credits with this order\./)

    const hidden = await open({ ...asMira, settings: { hide_credits: true } })
    await hidden.shows('Protect this order')
    const byLink = await open({ id: id!, checkoutToken: checkoutOf(id!), token: () => sessionToken() })
    await byLink.shows('Protect this order')
    for (const other of [hidden, byLink]) {
      assert.doesNotMatch(other.words(), /earned/)
      assert.ok(!other.requests.includes('/session'))
    }
  })

  test('shows carriers and links that Shopify knows, and the way to the page for tracking, where the proxy says nothing', async () => {
    const trackingInformation = [
      { number: '1Z999', company: 'UPS', url: 'https://ups.example.com/1Z999' },
      { number: '42', company: null, url: 'javascript:alert(1)' },
    ]
    const account = { data: { order: { fulfillments: { nodes: [{ trackingInformation }] } } } }
    const settings = { tracking_url: 'https://shop.example.com/pages/track' }
    const page = await open({ id: '999998', token: () => sessionToken(), account, settings })

    await page.shows('Track on UPS')

    assert.match(page.words(), /We have your order\. UPS 1Z999 Track on UPS 42 Track your order/)
    assert.equal(page.element('s-link', 'Track on UPS').getAttribute('href'), 'https://ups.example.com/1Z999')
    assert.equal(page.element('s-link', 'Track your order').getAttribute('href'), 'https://shop.example.com/pages/track')
  })

  test('keeps the texts of carriers and goods apart from those of the page, whatever their direction is', async () => {
    const arabic = await openSeeded('K-1002', { language: 'ar' })
    await arabic.shows('Package 2 of 2')
    for (const text of ['K-1002', 'Stoneware mug', 'FedEx']) assert.ok(arabic.rawWords().includes(`\u2068${text}\u2069`), text)

    const english = await openSeeded('K-1002')
    await english.shows('Package 2 of 2')
    assert.doesNotMatch(english.rawWords(), /[\u2066-\u2069]/)
  })

  test('says that the shop has it, where nothing proves that the buyer may know more', async () => {
    const id = await stack.order(6_102n)

    const page = await open({ id, token: () => sessionToken() })

    await page.shows('We have your order.')
    assert.doesNotMatch(page.words(), /6102/)
  })

  test('is empty until Shopify has processed it', async () => {
    const page = await open({})

    assert.equal(page.words(), '')
    assert.deepEqual(page.requests, [])
  })

  test('says what of it is not sent yet, and that digital goods come by e-mail', async () => {
    const unshipped = await openSeeded('K-1005')
    await unshipped.shows('Not shipped yet')

    const digital = await openSeeded('K-1016')
    await digital.shows('Look for it in your email.')
  })

  test('leads to the page for claims where something may be claimed, and to no page that is not of the web', async () => {
    const page = await openSeeded('K-1004', { settings: { claim_url: 'https://shop.example.com/claim' } })
    await page.shows('Start a claim')
    assert.equal(page.element('s-link', 'Start a claim').getAttribute('href'), 'https://shop.example.com/claim')

    const calm = await openSeeded('K-1002', { settings: { claim_url: 'https://shop.example.com/claim' } })
    await calm.shows('Report a problem')
    assert.doesNotMatch(calm.words(), /Start a claim/)

    const other = await openSeeded('K-1004', { settings: { claim_url: 'javascript:alert(1)' } })
    await other.shows('Order K-1004')
    assert.doesNotMatch(other.words(), /claim/i)
  })

  test('leaves out the parts that the merchant hides', async () => {
    const page = await openSeeded('K-1002', { settings: { hide_protection: true, hide_history: true } })

    await page.shows('Package 2 of 2')
    assert.doesNotMatch(page.words(), /Earlier updates|protect/i)
  })

  test('publishes that it was opened, once, if the merchant has turned that on', async () => {
    const page = await openSeeded('K-1003', { settings: { analytics: true, hide_protection: true } })
    await page.shows('Order K-1003')
    await until(
      () => Promise.resolve(page.published.length),
      (count) => count > 0,
    )

    assert.deepEqual(page.published, [['storefront_widgets:tracking_opened', { surface: 'order-status' }]])
  })
})

describe('without an answer', () => {
  test('the order stays, with the time as of which it is known, and comes back by itself', async () => {
    const page = await openSeeded('K-1002')
    await page.shows(/Arriving/)
    await until(
      () => Promise.resolve(page.waits.some((wait) => wait > 100_000)),
      (isCalm) => isCalm,
    )

    page.connect(false)
    page.passMinutes()

    await page.shows(/You’re offline\. Last updated/)
    assert.match(page.words(), /Order K-1002/)
    page.connect(true)
    await page.hides('offline')
  })

  test('the shopper reads that tracking cannot be reached, and the merchant what to check', async () => {
    await stack.fault({ match: { path: '/track' }, status: 503 })
    const page = await openSeeded('K-1002', { isEditor: true })

    await page.shows('Tracking can’t be reached right now. We’ll keep trying.')
    assert.match(page.words(), /may access the network/)
    await until(
      () => Promise.resolve(page.requests.some((request) => request.startsWith('shopify://'))),
      (isAsked) => isAsked,
    )
    await stack.mend()
    await page.shows('Order K-1002')
    assert.doesNotMatch(page.words(), /can’t be reached/)
  })
})

describe('the protection of an order on its status page', () => {
  test('is removed after a question, with its price back', async () => {
    const quote = await stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
    const id = await stack.order(6_104n, { line_items: [lineOf(61_041n), chargeOf(61_042n, quote)] })
    const page = await open({ id, settings: { analytics: true }, token: () => sessionToken({ sub: customerGid(mira) }) })
    await page.shows('This order is protected')
    assert.match(page.element('s-modal').getAttribute('heading')!, /Remove protection\?/)

    page.press(/Remove and get .* back/)

    await page.shows(/Removing protection|Protection removed/)
    await until(
      () => Promise.resolve(page.published.length),
      (count) => count > 1,
    )
    assert.deepEqual(page.published.at(-1), ['storefront_widgets:protection_removed', { surface: 'order-status' }])
  })

  test('is not changed where the service refuses, and says so', async () => {
    const id = await stack.order(6_105n)
    await stack.fault({ match: { path: '*/add_insurance' }, status: 422 })
    const page = await open({ id, token: () => sessionToken({ sub: customerGid(mira) }) })
    await page.shows('Not protected')

    page.press('Protect this order')

    await page.shows('This order can no longer be protected.')
  })
})
