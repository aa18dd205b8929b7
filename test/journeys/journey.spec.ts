import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'

const services = `http://localhost:${process.env.SERVICES_PORT ?? '4102'}`

/** One shopper, one browser, one visit: each step continues where the previous one ended. */
test.describe.serial('a shopper', () => {
  let page: Page
  const broken: string[] = []

  test.beforeAll(async ({ browser }) => {
    page = await (await browser.newContext()).newPage()
    await page.addInitScript(watchPage)
    page.on('pageerror', (error) => broken.push(String(error)))
    page.on('request', (request) => {
      if (!/^(http:\/\/localhost:|data:)/.test(request.url())) broken.push(`requested a third party: ${request.url()}`)
    })
  })

  test.afterAll(() => page.context().close())

  test.afterEach(async () => {
    expect(await page.evaluate(() => window.violations), 'the page keeps its content security policy').toEqual([])
    expect(broken, 'no script failed and no third party was requested').toEqual([])
  })

  test('sees the price for what ships before any consent, and nothing moves', async () => {
    for (const path of ['/', '/products/stoneware-mug', '/help', '/track']) {
      await page.goto(path)
      await isAccessible(page)
    }
    for (const product of ['Stoneware mug', 'Letterpress poster', 'Kiln hum']) {
      await page.goto('/')
      await page.getByRole('button', { name: new RegExp(`Add ${product}`) }).click()
      await expect(page.getByRole('status').filter({ hasText: product })).toBeVisible()
    }
    await page.goto('/cart')
    await expect(toggle(page)).toBeVisible()
    await expect(toggle(page)).not.toBeChecked()
    await expect(offer(page)).toContainText('$1.75') // 2.5 % of 62.00, in steps of 0.25: the song is not counted
    await isAccessible(page)

    // Faster than any answer can come: the last quantity counts.
    const mugs = page.getByRole('spinbutton', { name: /Stoneware mug/ })
    for (const quantity of ['2', '5', '3']) {
      await mugs.fill(quantity)
      await mugs.press('Enter')
    }
    await expect(mugs).toHaveValue('3')
    await expect(offer(page)).toContainText('$2.75') // 72.00 + 38.00
    await expect(page.locator('#cart-totals')).toContainText('$111.99')
    expect(await page.evaluate(() => window.shifts)).toEqual([])
  })

  test('switches protection on and off by mouse and keyboard, and finds one protection line at the price shown', async () => {
    await toggle(page).click()
    await expect.poll(() => protectionLines(page)).toEqual([{ title: 'Shipment protection', quantity: 1, final_line_price: 275 }])
    await expect(page.locator('#cart-totals')).toContainText('Shipment protection')
    await expect(page.locator('#cart-totals')).toContainText('$2.75')

    await toggle(page).press('Space')
    await expect.poll(() => protectionLines(page)).toEqual([])
    await toggle(page).press('Space')
    await expect.poll(() => protectionLines(page)).toHaveLength(1)

    const mugs = page.getByRole('spinbutton', { name: /Stoneware mug/ })
    await mugs.fill('1')
    await mugs.press('Enter')
    await expect.poll(() => protectionLines(page)).toEqual([{ title: 'Shipment protection', quantity: 1, final_line_price: 175 }])
    await expect(offer(page)).toContainText('$1.75')
    await expect(toggle(page)).toBeChecked()

    for (const product of ['Stoneware mug', 'Letterpress poster']) await page.getByRole('button', { name: `Remove ${product}` }).click()
    await expect.poll(() => protectionLines(page)).toEqual([])
    await expect(toggle(page)).toBeHidden()
    expect(await page.evaluate(() => window.shifts)).toEqual([])
  })

  let order = ''

  test('checks out, and the service has the order once, with the price that was paid', async () => {
    for (const product of ['Stoneware mug', 'Letterpress poster']) {
      await page.goto('/')
      await page.getByRole('button', { name: new RegExp(`Add ${product}`) }).click()
      await expect(page.getByRole('status').filter({ hasText: product })).toBeVisible()
    }
    await page.goto('/cart')
    if (!(await toggle(page).isChecked())) await toggle(page).click()
    await expect.poll(() => protectionLines(page)).toHaveLength(1)
    await page.getByRole('link', { name: 'Check out' }).click()
    await isAccessible(page)
    await page.getByRole('button', { name: 'Place the order' }).click()
    await expect(page.getByText('Your order is protected')).toBeVisible()
    await isAccessible(page)
    order = placedOrder(page)

    const known = (await state('orders')).filter(({ shop_order_number: number }) => number === order)
    expect(known).toHaveLength(1)
    expect(known[0]).toMatchObject({ amount_insured: { cents: 6200, currency: 'USD' }, insurance_paid: { cents: 175, currency: 'USD' } })
  })

  test('has the order shipped from the back room, and the service is notified', async () => {
    await page.goto('/back-room')
    await page.getByRole('button', { name: `Ship ${order}` }).click()
    for (const [button, words] of [
      ['Scan', 'Scanned at the sorting centre'],
      ['Out for delivery', 'On the van'],
    ] as const) {
      await page
        .getByRole('form', { name: new RegExp(order) })
        .getByRole('button', { name: button })
        .click()
      await expect(page.getByRole('article', { name: order }).getByRole('listitem').filter({ hasText: words })).toContainText('known to the service', {
        timeout: 30_000,
      })
    }
    await isAccessible(page)
    const events = await state('events')
    expect(events.map(({ status }) => status)).toEqual(expect.arrayContaining(['in_transit', 'out_for_delivery']))
  })

  test('looks up the order by its link, by number and e-mail, and by tracking number; the timeline fills by itself', async () => {
    const [{ order_number: number = '', email = '', tracking_number: parcel = '' } = {}] = await shipmentsOf(order)
    await page.goto('/')
    await page.goBack()
    await page.getByRole('link', { name: order }).click()
    await page.getByRole('link', { name: 'Track this order' }).click()
    await expect(page).toHaveURL(/\/track$/)
    await expect(tracking(page)).toContainText(order)
    await expect(tracking(page).getByText('Out for delivery').first()).toBeVisible()
    await expect(tracking(page)).toContainText('Stoneware mug')
    await page.evaluate(() => window.settled)
    await isAccessible(page)

    await page.reload()
    await expect(tracking(page)).toContainText(order)
    await tracking(page).getByRole('button', { name: 'Track another order' }).click()
    await tracking(page)
      .getByLabel(/order number/i)
      .fill(`#${number}`)
    await tracking(page)
      .getByLabel(/e-?mail/i)
      .fill(email.toUpperCase())
    await page.keyboard.press('Enter')
    await expect(tracking(page)).toContainText('Letterpress poster')

    await page.goto(`/track?tracking_number=${parcel}`)
    await expect(page).toHaveURL(/\/track$/)
    await expect(tracking(page)).toContainText(parcel)
    await expect(tracking(page)).not.toContainText('Letterpress poster')
    await expect(tracking(page)).not.toContainText(order)
  })

  test('is greeted as a guest, as a non-member and as a member; redeems credits once and gets the code', async () => {
    await page.goto('/account')
    await expect(loyalty(page).getByRole('link', { name: /sign in/i })).toBeVisible()
    await isAccessible(page)

    await signInAs(page, /Jonas/)
    await expect(loyalty(page).getByRole('button', { name: /join/i })).toBeVisible()
    await isAccessible(page)

    await signInAs(page, /Mira/)
    for (const words of ['Gold', '$42.50', '5% back in credits', 'Sorry for the chipped saucer']) await expect(loyalty(page)).toContainText(words)
    await isAccessible(page)

    const before = (await state('redemptions')).length
    await loyalty(page).getByRole('button', { name: 'Other amount' }).click()
    await loyalty(page).getByRole('textbox', { name: 'Amount in USD' }).fill('12.50')
    await page.keyboard.press('Enter')
    await loyalty(page).getByRole('button', { name: 'Redeem $12.50' }).dblclick()
    await expect(
      loyalty(page)
        .getByText(/^We’re preparing your code for \$12\.50/)
        .first(),
    ).toBeVisible()
    await expect(
      loyalty(page)
        .getByText(/^REDEEM\+\d+$/)
        .first(),
    ).toBeVisible({ timeout: 20_000 })
    await expect(loyalty(page)).toContainText('$30.00')
    expect((await state('redemptions')).length - before).toBe(1)
    await isAccessible(page)
  })

  test('can shop while the services are down; the widgets show the shop’s own words and come back', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: /Add Linen tote/i }).click()
    await expect(page.getByRole('status').filter({ hasText: /linen tote/i })).toBeVisible()
    await plug(page, 'stop')

    await page.goto('/cart')
    await showsShopsWords(page)
    await expect(toggle(page)).toBeHidden()
    await page.goto('/account')
    await expect(page.getByText('Your credits and benefits are shown here when they can be reached.')).toBeVisible()
    await page.goto('/checkout')
    await page.getByRole('button', { name: 'Place the order' }).click()
    await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible()
    const placed = placedOrder(page)

    await page.goto('/')
    await page.getByRole('button', { name: /Add Linen tote/i }).click()
    await expect(page.getByRole('status').filter({ hasText: /linen tote/i })).toBeVisible()
    await page.goto('/cart')
    const other = await page.context().newPage()
    await showsShopsWords(page)
    await plug(other, 'start')
    await other.close()
    await page.bringToFront()
    await expect(toggle(page)).toBeVisible({ timeout: 20_000 }) // without a reload
    await expect(toggle(page)).not.toBeChecked()
    await expect.poll(async () => (await state('orders')).filter(({ shop_order_number: number }) => number === placed).length, { timeout: 30_000 }).toBe(1)
  })
})

/** Expects the shop's own words to be visible. They are the element's text in any case, so the slot decides. */
async function showsShopsWords(page: Page) {
  await expect(offer(page)).toHaveText(/Shipment protection is offered here when it is available\./)
  await expect(offer(page).locator('slot')).toHaveCSS('visibility', 'visible')
}

/** The offer of the page itself; the drawer may have another one, which stays hidden here. */
const offer = (page: Page) => page.getByRole('main').locator('storefront-protection')
const toggle = (page: Page) => page.getByRole('switch', { name: 'Shipment protection' })
const tracking = (page: Page) => page.locator('storefront-tracking')
const loyalty = (page: Page) => page.locator('storefront-loyalty')

/** The number of the order on the thank-you page. */
const placedOrder = (page: Page) => /K-\d+/.exec(page.url())![0]

async function protectionLines(page: Page) {
  const cart = (await (await page.request.get('/cart.js')).json()) as {
    items: { product_title: string; quantity: number; final_line_price: number; properties: Record<string, string> }[]
  }
  return cart.items
    .filter(({ properties }) => '_protection_quote' in properties)
    .map(({ product_title: title, quantity, final_line_price }) => ({ title, quantity, final_line_price }))
}

async function signInAs(page: Page, name: RegExp) {
  await page.getByRole('button', { name }).first().click()
  await page.goto('/account')
}

async function plug(page: Page, what: 'stop' | 'start') {
  await page.goto('/back-room')
  await page.getByRole('button', { name: `Services: ${what}` }).click()
  await expect(page.getByRole('button', { name: `Services: ${what === 'stop' ? 'start' : 'stop'}` })).toBeVisible()
}

/** One list of the stand-ins' state. */
async function state(of: string): Promise<Record<string, unknown>[]> {
  const held = (await (await fetch(`${services}/_control/state?of=${of}`)).json()) as Record<string, Record<string, unknown>[]>
  return held[of] ?? []
}

async function shipmentsOf(number: string) {
  const order = (await state('orders')).find(({ shop_order_number: one }) => one === number) as { shop_order_id: string; customer: { email: string } }
  const shipments = (await state('shipments')).filter(({ shop_order_id: id }) => id === order.shop_order_id)
  return shipments.map(({ tracking_number }) => ({ order_number: number, email: order.customer.email, tracking_number: String(tracking_number) }))
}

/** Runs before the page's own scripts: records what moves, what violates the policy, and that a tracked order has settled. */
function watchPage() {
  window.shifts = []
  window.violations = []
  const name = (node?: Node | null) => (node instanceof Element ? `${node.localName}.${node.className}` : `"${node?.textContent?.trim() ?? 'gone'}"`)
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries() as Shift[])
      if (!hadRecentInput && value) window.shifts.push(`${value}: ${sources.map(({ node }) => name(node)).join(', ')}`)
  }).observe({ type: 'layout-shift', buffered: true })
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => window.violations.push(`${violatedDirective} ${blockedURI}`))
  window.settled = new Promise((resolve) => document.addEventListener('storefront-settled', () => resolve()))
}

/** Something on the page that moved, as Chromium reports it (https://wicg.github.io/layout-instability/). */
interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node?: Node | null }[]
}

declare global {
  interface Window {
    shifts: string[]
    violations: string[]
    settled: Promise<void>
  }
}
