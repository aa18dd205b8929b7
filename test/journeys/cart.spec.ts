import { expect, test, type Page } from '@playwright/test'

const quantityOf = (page: Page, product: string) => page.getByRole('spinbutton', { name: new RegExp(product) })

/** Adds products to the cart and opens it. */
async function openCart(page: Page, ...products: string[]) {
  for (const product of products) {
    await page.goto('/')
    await page.getByRole('button', { name: new RegExp(`Add ${product}`) }).click()
    await expect(page.getByRole('status').filter({ hasText: product })).toBeVisible()
  }
  await page.goto('/cart')
}

test('a cart shows the changes of another tab as soon as the shopper comes back', async ({ page, context }) => {
  await openCart(page, 'Stoneware mug')
  const other = await context.newPage()
  await openCart(other, 'Letterpress poster')
  await quantityOf(other, 'Stoneware mug').fill('3')
  await quantityOf(other, 'Stoneware mug').press('Enter')
  await expect(other.getByRole('status').filter({ hasText: 'Stoneware mug: 3' })).toBeVisible()

  await other.close()
  await page.bringToFront()
  // Headless tabs always have the focus, so they receive no event when they are shown again.
  await page.evaluate(() => dispatchEvent(new Event('focus')))

  await expect(quantityOf(page, 'Stoneware mug')).toHaveValue('3')
  await expect(page.locator('#cart-items')).toContainText('Letterpress poster')
  await expect(page.locator('#cart-totals')).toContainText('$114.50')
  await expect(page.locator('#cart-count')).toHaveText('4')
})

test('an unchanged cart is not rendered again when the shopper comes back', async ({ page }) => {
  await openCart(page, 'Stoneware mug')
  await page.locator('#cart-totals').evaluate((totals) => Object.assign(totals, { untouched: true }))

  const asked = page.waitForResponse(/section_id=cart-live/)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await (await asked).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))

  expect(await page.locator('#cart-totals').evaluate((totals) => 'untouched' in totals)).toBe(true)
})

test('after a removal by keyboard, the focus moves to the next line, then to the previous one, and at last to the title', async ({ page }) => {
  await openCart(page, 'Stoneware mug', 'Letterpress poster', 'Linen tote')
  const remove = (product: string) => page.getByRole('button', { name: `Remove ${product}` })

  await remove('Letterpress poster').press('Enter')
  await expect(remove('Stoneware mug')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove('Linen tote')).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeFocused()
  await expect(page.locator('#cart-items').getByText('Your cart is empty.')).toBeVisible()
})

test('on a small screen, the notice of a change does not cover the totals of the cart', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openCart(page, 'Stoneware mug')
  await page.getByRole('link', { name: 'Check out' }).scrollIntoViewIfNeeded()

  await quantityOf(page, 'Stoneware mug').evaluate((input: HTMLInputElement) => {
    input.value = '2'
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  const news = await page.getByRole('status').getByText('Stoneware mug: 2').boundingBox()
  const totals = await page.locator('#cart-totals').boundingBox()

  expect(news!.y + news!.height).toBeLessThan(totals!.y)
})

test('at twice the letter size on a small screen, nothing lies over the quantity of a line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openCart(page, 'Stoneware mug')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '34px'))

  const [quantity, remove] = await Promise.all(
    [page.locator('.stepper'), page.getByRole('button', { name: 'Remove Stoneware mug' })].map((found) => found.boundingBox()),
  )

  expect(quantity!.y + quantity!.height).toBeLessThanOrEqual(remove!.y)
  expect(quantity!.x + quantity!.width).toBeLessThanOrEqual(320)
})

test('the totals have no empty row, and the total stays where it is when protection is switched on', async ({ page }) => {
  await openCart(page, 'Stoneware mug')
  const rows = () =>
    page.locator('#cart-totals .totals > *').evaluateAll((all) => all.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })))
  const before = await rows()
  for (const [index, { top }] of before.entries()) if (index) expect(top - before[index - 1]!.bottom, `above row ${index + 1}`).toBeLessThanOrEqual(8)

  await page.locator('storefront-protection').getByRole('switch').click()
  await expect(page.locator('#cart-totals')).toContainText('Shipment protection')

  expect(await rows()).toEqual(before)
})

test('the page of tracking ends with the form', async ({ page }) => {
  await page.goto('/track')
  await page.locator('storefront-tracking [part=form]').waitFor()

  const [panel, form] = await Promise.all(['.panel', 'storefront-tracking [part=form]'].map((selector) => page.locator(selector).boundingBox()))

  expect(panel!.y + panel!.height - form!.y - form!.height).toBeLessThanOrEqual(24)
})

test('no page of the shop is wider than a small screen, at twice the letter size', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  // The back room shows an order.
  await openCart(page, 'Stoneware mug')
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.waitForURL(/thank-you/)
  await openCart(page, 'Stoneware mug')
  await page.goto('/account?sign-in')
  await page.getByRole('button', { name: 'Mira Okafor' }).click()
  await expect(page.getByText('mira@example.com')).toBeVisible()
  for (const path of ['/cart', '/', '/products/stoneware-mug', '/checkout', '/track', '/account', '/help', '/cancel', '/back-room', '/preview']) {
    await page.goto(path)
    // The size of letters is what changes here, not the content that is still coming.
    await page.waitForLoadState('networkidle')
    for (const size of ['200%', '34px']) {
      const width = await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
        return document.documentElement.scrollWidth
      }, size)
      expect(width, `${path} at ${size}`).toBe(320)
    }
  }
})

test('a checkout with errors moves the focus to the first wrong field', async ({ page }) => {
  await openCart(page, 'Stoneware mug')
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.getByLabel('City').fill('')
  await page.getByLabel('ZIP code').fill('9460')

  await page.getByRole('button', { name: 'Place the order' }).click()

  await expect(page.getByLabel('City')).toBeFocused()
  await page.getByRole('alert').getByRole('link', { name: 'ZIP code' }).click()
  await expect(page.getByLabel('ZIP code')).toBeFocused()
})
