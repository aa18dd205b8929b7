import { expect, test } from '@playwright/test'

const services = `http://localhost:${process.env.SERVICES_PORT ?? '4102'}`

// Journeys before may have changed the membership.
test.beforeEach(async ({ request }) => void (await request.post(`${services}/_control/reset`)))

for (const width of [390, 1280])
  test(`the first screen of a member waits for no section below it, and nothing moves when they come, at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript(() => {
      window.moved = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) window.moved += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/member-details-*.js', async (route) => {
      await released
      await route.continue()
    })
    const panel = page.locator('storefront-loyalty')
    await page.goto('/preview/loyalty/member')

    await expect(panel.locator('[part=balance]')).toHaveText('$42.50')
    await expect(panel.locator('[part~=redeem-now]')).toBeVisible()
    expect(await panel.locator('[part~=history], footer').count()).toBe(0)
    release()
    await expect(panel.locator('[part~=history]')).toBeVisible()
    await expect(panel.locator('footer')).toBeVisible()

    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await page.evaluate(() => window.moved)).toBeLessThan(0.0005)
  })

test('a member can leave where the sections below the first screen cannot be loaded', async ({ page }) => {
  await page.route('**/member-details-*.js*', (route) => route.abort())
  await page.goto('/preview/loyalty/member')

  await expect(page.locator('storefront-loyalty [part~=leave]')).toBeVisible()
})

test('a double click on the button that redeems only asks for a confirmation', async ({ page }) => {
  await page.goto('/preview/loyalty/member')
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('/redemptions'))))
  const panel = page.locator('storefront-loyalty')
  await panel.locator('[part~=redeem-now]').hover()
  await page.waitForLoadState('networkidle')

  await panel.locator('[part~=redeem-now]').dblclick()

  await expect(panel.locator('[part~=question]')).toHaveText('Redeem $20.00?')
  await page.waitForLoadState('networkidle')
  await expect(panel.locator('[part~=question]')).toBeVisible()
  expect(sent).toBe(0)
})
