// Orders on the pages of Shopify that run no scripts of a theme: the built extensions in workers, the real proxy, and the stand-ins.
import { expect, test, type Request } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { block, button, buyProtected, focusedName, goTo, modal, placeSample, signIn, statusOf } from './shopify-pages.ts'

const services = `http://localhost:${process.env.SERVICES_PORT}`

/** The record that the protection service has of an order. */
async function heldOrder(number: string) {
  const { orders } = (await (await fetch(`${services}/_control/state?of=orders`)).json()) as {
    orders: { shop_order_number: string; is_protected: boolean; protection_refunded: boolean }[]
  }
  return orders.find(({ shop_order_number }) => shop_order_number === number)!
}

test('the thank-you page waits until the proxy knows the order, then the order is protected', async ({ page }) => {
  const number = await placeSample(page, 'late')
  await expect(block(page).getByRole('heading')).toBeVisible()
  await expect(block(page)).not.toContainText(number)
  await isAccessible(page)

  await expect(block(page).getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  await isAccessible(page)
  await button(page, 'Protect this order').click()

  await expect(block(page)).toContainText('This order is protected')
  await expect(button(page, 'Protect this order')).toHaveCount(0)
  await isAccessible(page)
})

test('a shopper with only a keyboard protects the order of the thank-you page', async ({ page }) => {
  await placeSample(page, 'placed')
  await expect(button(page, 'Protect this order')).toBeVisible()

  await goTo(page, 'Protect this order')
  await page.keyboard.press('Enter')

  await expect(block(page)).toContainText('This order is protected')
})

test('extensions run without an origin, and reach nothing but the proxy', async ({ page, baseURL }) => {
  const requests: Request[] = []
  const violations: string[] = []
  page.on('request', (request) => requests.push(request))
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()))
  await placeSample(page, 'placed')
  await expect(button(page, 'Protect this order')).toBeVisible()

  const proxy = `http://localhost:${process.env.PROXY_PORT}`
  const hosts = new Set(requests.map((request) => new URL(request.url()).origin).filter((origin) => origin !== 'null'))
  expect([...hosts].sort()).toEqual([baseURL, proxy].sort())
  const toProxy = requests.filter((request) => request.url().startsWith(proxy) && request.method() === 'POST')
  expect(toProxy.length).toBeGreaterThan(0)
  for (const request of toProxy) {
    const { origin, cookie } = await request.allHeaders()
    expect([origin, cookie]).toEqual(['null', undefined])
  }
  expect(violations).toEqual([])
})

test('the order status page of an e-mail’s link shows protection, which is removed after one question', async ({ page }) => {
  const number = await buyProtected(page)
  await expect(block(page)).toContainText('This order is protected')
  await page.getByRole('link', { name: 'View order status' }).click()
  await expect(page.getByRole('heading', { name: `Order ${number}`, level: 1 })).toBeVisible()
  await expect(block(page)).toContainText('This order is protected')
  await isAccessible(page)

  await button(page, 'Remove protection').click()
  const dialog = page.getByRole('dialog', { name: 'Remove protection?' })
  await expect(modal(page)).toContainText('We’ll refund $1.50')
  await isAccessible(page)
  await modal(page).getByRole('button', { name: 'Keep protection' }).click()
  await expect(dialog).toBeHidden()
  expect((await heldOrder(number)).is_protected).toBe(true)
  await button(page, 'Remove protection').click()
  await modal(page).getByRole('button', { name: 'Remove and get $1.50 back' }).click()

  await expect(dialog).toBeHidden()
  await expect(block(page)).toContainText('Protection removed')
  expect(await heldOrder(number)).toMatchObject({ is_protected: false, protection_refunded: true })
  await isAccessible(page)
})

test('a shopper with only a keyboard removes protection on the order status page', async ({ page }) => {
  await buyProtected(page)
  await page.goto(statusOf(page))
  await expect(button(page, 'Remove protection')).toBeVisible()

  await goTo(page, 'Remove protection')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Remove protection?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toBe('Remove protection')
  await page.keyboard.press('Enter')
  await goTo(page, 'Remove and get $1.50 back')
  await page.keyboard.press('Enter')

  await expect(block(page)).toContainText('Protection removed')
})

test('a signed-in shopper tracks a package by the key that the proxy wrote into the order', async ({ page }) => {
  await signIn(page, 'Mira')
  const number = await placeSample(page, 'sent')
  const address = page.url().replace(/\?.*/, '')
  await expect.poll(async () => (await page.goto(address), page.locator('[data-extension]').getAttribute('data-extension'))).toContain('"key":"order_key"')
  const keyed: string[] = []
  page.on('request', (request) => request.method() === 'POST' && /\/v1\/extension\/orders$/.test(request.url()) && keyed.push(request.url()))
  await page.goto('/shopify/account/orders')
  await page.getByRole('link', { name: `Order ${number}` }).click()

  await expect(block(page)).toContainText('On the way')
  await expect(block(page)).toContainText('Stoneware mug × 1')
  const steps = block(page).getByRole('list').first().getByRole('listitem')
  await expect(steps).toHaveText([/Ordered/, /Preparing/, /On the way/, /Out for delivery/, /Delivered/])
  await page.locator('s-summary', { hasText: 'Earlier updates' }).click()
  await expect(block(page)).toContainText('Shipment information received')
  expect(keyed).toEqual([])
  await expect(block(page)).toContainText(/You earned \$[\d.]+ in credits with this order\./)
  await isAccessible(page)
})

test('the number of an order alone shows an extension only to the customer of the order', async ({ page, browser }) => {
  await signIn(page, 'Mira')
  const number = await placeSample(page, 'sent')
  const stranger = await browser.newPage()
  await stranger.goto(page.url().replace(/\?.*/, ''))

  await expect(stranger.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  await expect(block(stranger)).toHaveCount(0)
  await expect(stranger.getByRole('main')).not.toContainText('mira@example.com')
  await isAccessible(stranger)
  await stranger.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await stranger.getByRole('button', { name: 'Mira Okafor' }).click()

  await expect(block(stranger)).toContainText('On the way')
})

test('analytics publishes nothing unless the merchant turns it on, and then no ids', async ({ page }) => {
  await buyProtected(page)
  const status = statusOf(page)
  const published = page.locator('#pixels li')
  await page.goto(status)
  await expect(button(page, 'Remove protection')).toBeVisible()
  await expect(published).toHaveCount(0)

  await page.goto(`${status}&analytics=on`)
  await expect(published).toHaveText(['storefront_widgets:tracking_opened {"surface":"order-status"}'])
  await button(page, 'Remove protection').click()
  await modal(page).getByRole('button', { name: 'Remove and get $1.50 back' }).click()
  await expect(published.last()).toHaveText('storefront_widgets:protection_removed {"surface":"order-status"}')

  await placeSample(page, 'placed')
  await button(page, 'Protect this order').click()
  await expect(published).toHaveText(['protection_shown', 'protection_chosen'].map((name) => `storefront_widgets:${name} {"surface":"thank-you"}`))
})

for (const lang of ['de', 'ar'])
  test(`the pages fit into a narrow window in ${lang}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(`/shopify?lang=${lang}`)
    for (const sample of ['late', 'sent'] as const) {
      await placeSample(page, sample)
      await expect(block(page).locator('s-text').first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await isAccessible(page)
    }
  })
