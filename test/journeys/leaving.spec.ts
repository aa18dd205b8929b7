import { expect, test } from '@playwright/test'
import { isAccessible } from './accessible.ts'

const services = `http://localhost:${process.env.SERVICES_PORT ?? '4102'}`

test.beforeEach(async ({ request }) => void (await request.post(`${services}/_control/reset`)))

test('a member cancels without signing in and without scripts, and gets a written confirmation', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })).newPage()
  await page.goto('/')
  await page.getByRole('link', { name: 'Cancel contracts here' }).click()

  await page.getByRole('button', { name: 'Cancel now' }).click()
  await expect(page.getByText('One field needs another look.')).toBeVisible()
  await page.getByLabel('Member number').fill('700100200301')
  await page.getByLabel('E-mail').fill('mira@example.com')
  await page.getByRole('button', { name: 'Cancel now' }).click()

  await expect(page.getByRole('heading', { name: 'We have received your cancellation.' })).toBeVisible()
  await expect(page.getByText('700100200301')).toBeVisible()
  await expect(async () => {
    await page.goto('/back-room')
    expect(await page.getByText('Your membership ends at the earliest date').count()).toBe(1)
  }).toPass()
  await page.context().close()
})

test('a member cancels from the panel, sees the cancellation on their account, and reactivates the membership', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /Mira/ }).click()
  await page.goto('/account')
  await page.locator('storefront-loyalty').getByRole('link', { name: 'Cancel contracts here' }).click()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Cancel now' }).click()
  await expect(page.getByRole('heading', { name: 'We have received your cancellation.' })).toBeVisible()
  await isAccessible(page)

  await expect(async () => {
    await page.goto('/account')
    await expect(page.getByText('Your membership is being canceled.')).toBeVisible()
  }).toPass()
  await page.getByRole('button', { name: 'Reactivate membership' }).click()
  await expect(page.getByRole('button', { name: 'Cancel membership' })).toBeVisible()
})
