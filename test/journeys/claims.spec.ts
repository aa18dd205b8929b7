import { rmSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { commandOf, Part } from '../../demo/part.ts'
import { readSettings } from '../../demo/settings.ts'
import { freePort } from '../free-port.ts'
import { isAccessible } from './accessible.ts'

interface Demo {
  shop: string
  services: string
  proxy: Part
  stop(): Promise<void>
}

/** Starts a separate demo, whose proxy can be killed. */
async function startDemo(): Promise<Demo> {
  const [SHOP_PORT, PROXY_PORT, SERVICES_PORT, OPERATOR_PORT] = (await Promise.all([freePort(), freePort(), freePort(), freePort()])).map(String)
  const settings = readSettings({ SHOP_PORT, PROXY_PORT, SERVICES_PORT, OPERATOR_PORT })
  const shopUrl = `http://localhost:${SHOP_PORT}`
  const servicesUrl = `http://localhost:${SERVICES_PORT}`
  const services = new Part('services', commandOf('services'), settings, `${servicesUrl}/_control/state`)
  const proxy = new Part('proxy', ['proxy/dist/main.js'], settings, `${settings.PUBLIC_URL}/livez`)
  const shop = new Part('shop', commandOf('shop'), settings, `${shopUrl}/cart.js`)
  await Promise.all([services, proxy, shop].map((part) => part.start()))
  return {
    shop: shopUrl,
    services: servicesUrl,
    proxy,
    async stop() {
      await Promise.all([shop, proxy, services].map((part) => part.stop()))
      rmSync(settings.DATA_DIR!, { recursive: true, force: true })
    },
  }
}

/** Checks the promises to a shopper while the proxy is killed and the services are unreachable. Each step continues where the previous one ended. */
test.describe.serial('a protected order', () => {
  let demo: Demo
  let page: Page

  test.beforeAll(async ({ browser }) => {
    demo = await startDemo()
    page = await (await browser.newContext({ baseURL: demo.shop })).newPage()
  })

  test.afterAll(async () => {
    await page.context().close()
    await demo.stop()
  })

  const entryOf = (words: string) => page.getByRole('listitem').filter({ hasText: words })

  test('is known to the service as protected once it is bought', async () => {
    for (const product of ['Stoneware mug', 'Letterpress poster']) {
      await page.goto('/')
      await page.getByRole('button', { name: `Add ${product} to cart` }).click()
      await expect(page.getByRole('status').filter({ hasText: product })).toBeVisible()
    }
    await page.goto('/cart')
    await page.getByRole('switch', { name: 'Shipment protection' }).click()
    await expect(page.locator('#cart-totals')).toContainText('Shipment protection')
    await page.goto('/checkout')
    await page.getByRole('button', { name: 'Place the order' }).click()
    await expect(page.getByText('Your order is protected')).toBeVisible()
    const [order] = await ordersNamed('K-2001')
    expect(order).toMatchObject({ is_protected: true, amount_insured: { cents: 6200, currency: 'USD' }, flags: [] })
  })

  test('is shipped while the proxy is dead, and the service knows the parcel once the proxy is back', async () => {
    await demo.proxy.stop('SIGKILL')
    await page.goto('/back-room')
    await page.getByRole('button', { name: 'Ship K-2001' }).click()
    await expect(entryOf('Shipment by')).toContainText('waiting for the proxy')

    await demo.proxy.start()

    await expect(entryOf('Shipment by')).toContainText('known to the service', { timeout: 30_000 })
    await isAccessible(page)
  })

  test('has its scans accepted while the services are unreachable, even if the proxy is killed before it can send them', async () => {
    await page.getByRole('button', { name: 'Services: stop' }).click()
    await page.getByRole('button', { name: 'Scan' }).click()
    await expect(entryOf('Scanned at the sorting centre')).toContainText('taken, on its way')
    await demo.proxy.stop('SIGKILL')
    await demo.proxy.start()
    await page.getByRole('button', { name: 'Services: start' }).click()
    await page.getByText('Raise a claim').click()

    await expect(entryOf('Scanned at the sorting centre')).toContainText('known to the service', { timeout: 30_000 })
    await expect(page.getByRole('combobox', { name: /About/ }), 'what was opened stays open').toBeVisible()
    const { events } = (await (await fetch(`${demo.services}/_control/state?of=events`)).json()) as { events: { message?: string }[] }
    expect(events.filter(({ message }) => message === 'Scanned at the sorting centre')).toHaveLength(1)
  })

  test('has one claim refused with a typed reason and Enter, a larger one approved by a person, and a small one resolved at once', async () => {
    const raise = async (about: string, resolution: string) => {
      if (!(await page.getByRole('combobox', { name: /About/ }).isVisible())) await page.getByText('Raise a claim').click()
      await page.getByRole('combobox', { name: /About/ }).selectOption({ label: about })
      await page.getByRole('form', { name: 'A claim about K-2001' }).getByRole('button', { name: resolution }).click()
    }

    await raise('Letterpress poster', 'Store credit')
    await page.getByLabel('Or why not').fill('It was delivered by hand')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Refused, and the service knows')).toContainText('It was delivered by hand', { timeout: 30_000 })

    await raise('Letterpress poster', 'Refund')
    await expect(page.getByText('Held for a person')).toBeVisible({ timeout: 15_000 })
    await isAccessible(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Made good, and the service knows.')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('$38.00 given back')).toBeVisible()

    await raise('Stoneware mug', 'Send again')
    await expect(page.getByText('Made good, and the service knows.')).toHaveCount(2, { timeout: 30_000 })
    await expect(page.getByRole('link', { name: 'K-2002' })).toBeVisible()
    await expect.poll(async () => (await ordersNamed('K-2002')).length).toBe(1)
    await isAccessible(page)
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `the page fits at ${width}`).toBe(width)
    }
  })

  test('shows the results of the claims on its tracking page', async () => {
    await page.getByRole('link', { name: 'K-2001' }).first().click()
    await page.getByRole('link', { name: 'Track this order' }).click()

    const outcomes = page.locator('storefront-tracking >> [part~=outcome]')
    await expect(outcomes).toContainText(['Order K-2002 replaces it', '$38.00 is on its way back to you', 'Claim not approved'])
    await isAccessible(page)
  })

  /** The stand-in service's records of the order with that number. */
  async function ordersNamed(number: string) {
    const { orders } = (await (await fetch(`${demo.services}/_control/state?of=orders`)).json()) as { orders: { shop_order_number: string }[] }
    return orders.filter(({ shop_order_number }) => shop_order_number === number)
  }
})
