import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { until } from '../stack.ts'
import { closePage, fixed, openPage, type PageOptions } from './extension-page.ts'
import { customerGid, mira, sessionToken, startExtensionStack, type ExtensionStack } from './extension-stack.ts'

let stack: ExtensionStack
before(async () => (stack = await startExtensionStack()))
after(() => stack.stop())
afterEach(async () => {
  closePage()
  await stack.mend()
})

interface Shown extends Partial<PageOptions> {
  /** The customer who is signed in; nobody, as far as the app may know, if absent. */
  customer?: string | undefined
  /** The language of the page; its own texts stay English. */
  language?: string
}

const valuesFor = (customer: string | undefined) => ({
  authenticatedAccount: { customer: fixed(customer && { id: customer }), purchasingCompany: fixed(undefined) },
  sessionToken: { get: () => sessionToken(customer === undefined ? {} : { sub: customerGid(customer) }) },
})

const openLoyalty = ({ customer, language, ...options }: Shown) =>
  openPage('loyalty-page', 'customer-account.page.render', {
    proxy: stack.proxy,
    ...options,
    values: {
      ...valuesFor(customer),
      ...(language && { localization: { language: fixed({ isoCode: language }), extensionLanguage: fixed({ isoCode: language }) } }),
    },
  })

const openCard = ({ customer, ...options }: Shown, page: 'profile' | 'order-index' = 'profile') =>
  openPage('loyalty-card', `customer-account.${page}.block.render`, { proxy: stack.proxy, ...options, values: valuesFor(customer) })

/** A customer who is no member; each test has its own. */
let visitors = 900_000_000_100
const visitor = () => String((visitors += 1))

describe('the loyalty page of an account', () => {
  test('shows tier, balance, progress, benefits, tiers, campaigns and history by one request', async () => {
    const page = await openLoyalty({ customer: mira })

    await page.shows('Hi, Mira')
    assert.match(page.words(), /Member since .* Your credits \$[\d.]+/)
    assert.match(page.words(), /Redeem credits.*Your benefits.*Tiers.*Member events.*Credit history.*earned in total.*Cancel membership/)
    // Each amount stands at the end of its row, however long the text beside it is.
    assert.equal(page.element('s-grid', 'Earned on an order').getAttribute('gridtemplatecolumns'), '1fr auto')
    const bar = page.element('s-progress')
    assert.ok(Number(bar.getAttribute('value')) < Number(bar.getAttribute('max')))
    assert.deepEqual(page.requests, ['/session'])
  })

  test('leaves out the parts that the merchant hides', async () => {
    const page = await openLoyalty({ customer: mira, settings: { hide_history: true, hide_campaigns: true } })

    await page.shows('Your benefits')
    assert.doesNotMatch(page.words(), /Credit history|Member events/)
  })

  test('does not repeat the figure that the name of a benefit has, in languages that write it in another way', async () => {
    const page = await openLoyalty({ customer: mira, language: 'de' })

    await page.shows('Every order earns 5%')
    assert.match(page.words(), /5% back in credits Every/)
    assert.match(page.words(), /A gift on your birthday · 10\s\$/)
  })

  test('turns credits into a code after a question, and says so to pixels if the merchant wants that', async () => {
    const page = await openLoyalty({ customer: mira, settings: { analytics: true } })
    await page.shows('Other amount')

    page.press('Other amount')
    await page.shows('You can redeem')
    const field = page.element('s-text-field') as Element & { value: string }
    field.value = '1.00'
    page.type(field)
    page.press('Continue')
    await page.shows('Redeem $1.00?')
    page.press('Redeem $1.00')

    await page.shows(/Your code for \$/)
    assert.ok(page.requests.includes('/me/credits/redemptions'))
    assert.ok(page.element('s-clipboard-item').getAttribute('text'))
    await until(
      () => Promise.resolve(page.published.length),
      (count) => count > 0,
    )
    assert.deepEqual(page.published, [['storefront_widgets:credits_redeemed', { surface: 'account' }]])
  })

  test('says what is wrong with an amount, and sends nothing', async () => {
    const page = await openLoyalty({ customer: mira })
    await page.shows('Other amount')

    page.press('Other amount')
    await page.shows('Continue')
    const field = page.element('s-text-field') as Element & { value: string }
    field.value = '99999'
    page.type(field)
    page.press('Continue')

    await page.shows('You can redeem up to')
    assert.deepEqual(page.requests, ['/session'])
  })

  test('lets a customer join, who then is a member', async () => {
    const page = await openLoyalty({ customer: visitor() })
    await page.shows('Joining is free')

    page.press('Join for free')

    await page.shows('Cancel membership')
    assert.ok(page.requests.includes('/me'))
  })

  test('lets a member leave after a question, and come back', async () => {
    const page = await openLoyalty({ customer: visitor() })
    await page.shows('Join for free')
    page.press('Join for free')
    await page.shows('Cancel membership')

    page.press('Cancel membership')
    await page.shows('Cancel your membership?')
    page.press('Keep membership')
    await page.hides('Cancel your membership?')
    page.press('Cancel membership')
    await page.shows('You’ll lose:')
    page.press('Cancel now')

    await page.shows('We received your cancellation on')
    await page.shows('Reactivate membership')
    page.press('Reactivate membership')
    await page.shows('Cancel membership')
  })

  test('shows nothing to a customer of whom the app may not know, and says to the merchant what lacks', async () => {
    const shopper = await openLoyalty({})
    await until(
      () => Promise.resolve(shopper.requests.length),
      (count) => count > 0,
    )
    await shopper.hides('Credits')
    assert.doesNotMatch(shopper.words(), /read_customers/)

    const merchant = await openLoyalty({ isEditor: true })
    await merchant.shows('read_customers')
  })

  test('says that it cannot be shown while the proxy cannot be reached, and comes by itself', async () => {
    await stack.fault({ match: { path: '/loyalty/*' }, status: 503 })
    const page = await openLoyalty({ customer: mira })
    await page.shows('We can’t show this right now.')

    await stack.mend()

    await page.shows('Hi, Mira')
    await page.hides('We can’t show this right now.')
  })

  test('keeps what is known while the connection is lost', async () => {
    const page = await openLoyalty({ customer: visitor() })
    await page.shows('Join for free')
    page.connect(false)

    page.press('Join for free')

    await page.shows('We couldn’t confirm this.')
    assert.match(page.words(), /Joining is free/)
  })
})

describe('the loyalty card of an account', () => {
  for (const place of ['profile', 'order-index'] as const)
    test(`shows tier and credits on the page ${place}, and leads to the loyalty page`, async () => {
      const page = await openCard({ customer: mira }, place)

      await page.shows(/Your membership.*Your credits \$/)
      assert.equal(page.element('s-link').getAttribute('href'), 'extension:loyalty-page/')
    })

  test('invites a customer who is no member', async () => {
    const page = await openCard({ customer: visitor() })

    await page.shows('Become a member')
  })

  test('stays empty for a customer of whom the app may not know', async () => {
    const page = await openCard({})

    await until(
      () => Promise.resolve(page.words()),
      (words) => words === '' && page.requests.length > 0,
    )
  })
})
