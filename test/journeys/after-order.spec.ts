import { readSettings } from '../../demo/settings.ts'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'

const services = `http://localhost:${readSettings().SERVICES_PORT}`
const tracked = (page: Page) => page.locator('storefront-tracking')
const button = (page: Page, name: string | RegExp) => tracked(page).getByRole('button', { name })

/** Buys a mug, with protection if wanted; ends on the thank-you page. Resolves to the order's number. */
async function buy(page: Page, isProtected = false): Promise<string> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Add Stoneware mug to cart' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Stoneware mug' })).toBeVisible()
  await page.goto('/cart')
  if (isProtected) {
    await page.getByRole('switch', { name: 'Shipment protection' }).focus()
    await page.keyboard.press('Space')
    await expect.poll(async () => ((await (await page.request.get('/cart.js')).json()) as { items: unknown[] }).items.length).toBe(2)
  }
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.waitForURL(/thank-you/)
  return /K-\d+/.exec(page.url())![0]
}

/** The stand-in service's record of an order. */
async function heldOrder(number: string) {
  const { orders } = (await (await fetch(`${services}/_control/state?of=orders`)).json()) as {
    orders: { shop_order_number: string; is_protected: boolean; protection_refunded: boolean }[]
  }
  return orders.find(({ shop_order_number }) => shop_order_number === number)!
}

const control = (method: 'POST' | 'DELETE', body?: object) =>
  fetch(`${services}/_control/faults`, { method, headers: body && { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) })

test.afterEach(() => control('DELETE'))

test('an order without protection can be protected from the thank-you page, by keyboard alone', async ({ page }) => {
  const number = await buy(page)
  await expect(tracked(page)).toContainText('It’s on us.')
  await isAccessible(page)

  await button(page, 'Protect this order').focus()
  await page.keyboard.press('Enter')

  await expect(tracked(page).getByRole('heading', { name: 'This order is protected' })).toBeFocused()
  await expect(button(page, 'Protect this order')).toHaveCount(0)
  expect((await heldOrder(number)).is_protected).toBe(true)
  await isAccessible(page)
  await page.goto('/back-room')
  await expect(page.getByRole('article', { name: number })).toContainText('Protected after the order, at our cost')
})

test('paid protection is removed after one confirmation, and its price is refunded', async ({ page }) => {
  const number = await buy(page, true)
  await page.getByRole('link', { name: 'Track this order' }).click()
  await expect(button(page, 'Remove protection')).toBeVisible()
  await expect(tracked(page).getByRole('link', { name: 'Report a problem' })).toBeVisible()

  await button(page, 'Remove protection').focus()
  await page.keyboard.press('Enter')
  await expect(tracked(page).getByRole('heading', { name: 'Remove protection?' })).toBeFocused()
  await expect(tracked(page)).toContainText('We’ll refund $1.50')
  await expect(tracked(page)).toContainText('can’t add protection to this order again')
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Remove protection')).toBeFocused()
  expect((await heldOrder(number)).is_protected).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await expect(tracked(page).getByRole('heading', { name: 'Protection removed' })).toBeVisible()
  await expect(tracked(page)).toContainText('We’ve refunded $1.50')
  expect(await heldOrder(number)).toMatchObject({ is_protected: false, protection_refunded: true })
  await isAccessible(page)
  await page.goto('/back-room')
  const slip = page.getByRole('article', { name: number })
  await expect(slip).toContainText('Not protected, $1.50 given back')
  await expect(slip).toContainText('its customer took it off')
  await expect(slip.getByText('Refund of $1.50')).toHaveCount(1)
})

test('protection cannot be removed after the first scan: an older page is refused, and a new page does not offer the removal', async ({ page, context }) => {
  const number = await buy(page, true)
  await button(page, 'Remove protection').click()
  const backRoom = await context.newPage()
  await backRoom.goto('/back-room')
  await backRoom.getByRole('button', { name: `Ship ${number}` }).click()
  await backRoom
    .getByRole('form', { name: `What happened to ${number}` })
    .getByRole('button', { name: 'Scan' })
    .click()
  await expect(backRoom.getByRole('article', { name: number }).getByRole('listitem').filter({ hasText: 'Scanned at' })).toContainText('known to the service', {
    timeout: 30_000,
  })

  await button(page, /Remove and get/).click()

  await expect(tracked(page).getByRole('alert')).toContainText('Protection can no longer be removed')
  await expect(button(page, /Remove|Keep/)).toHaveCount(0)
  expect((await heldOrder(number)).is_protected).toBe(true)
  await isAccessible(page)
  await page.getByRole('link', { name: 'Track this order' }).click()
  await expect(tracked(page).getByRole('heading', { name: 'This order is protected' })).toBeVisible()
  await expect(tracked(page)).toContainText('Scanned at the sorting centre')
  await expect(button(page, 'Remove protection')).toHaveCount(0)
})

test('protection that the service could not confirm is confirmed later, without any action of the shopper', async ({ page }) => {
  await buy(page)
  await expect(button(page, 'Protect this order')).toBeVisible()
  await control('POST', { match: { path: '*/add_insurance' }, status: 500 })

  await button(page, 'Protect this order').click()
  await expect(tracked(page).getByRole('heading', { name: 'Adding protection' })).toBeVisible({ timeout: 15_000 })
  await isAccessible(page)
  await control('DELETE')

  await expect(tracked(page).getByRole('heading', { name: 'This order is protected' })).toBeVisible({ timeout: 45_000 })
})

test('the confirmation fits into a narrow page, from right to left', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await buy(page, true)
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))

  await button(page, 'Remove protection').click()

  await expect(button(page, 'Keep protection')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await isAccessible(page)
})
