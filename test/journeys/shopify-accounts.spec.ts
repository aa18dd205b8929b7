// Memberships on the pages of Shopify’s customer accounts: the built extensions in workers, the real proxy, and the stand-ins.
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { isLongForm } from './long-form.ts'
import { block, button, goTo, signIn } from './shopify-pages.ts'

const services = `http://localhost:${process.env.SERVICES_PORT}`

// Each journey begins with the sample members.
test.beforeEach(() => fetch(`${services}/_control/reset`, { method: 'POST' }))

const exact = (page: Page, name: string) => block(page).getByRole('button', { name, exact: true })

/** Opens the page of the membership, as that customer. */
async function openRewards(page: Page, name: string, query = '') {
  await signIn(page, name)
  await page.goto(`/shopify/account/loyalty${query}`)
}

test('a member redeems credits to a code, and copies it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openRewards(page, 'Mira')
  await expect(page.getByRole('heading', { name: 'Hi, Mira', level: 1 })).toBeVisible()
  await expect(block(page).getByRole('heading', { name: 'Gold' })).toBeVisible()
  await isAccessible(page)

  await exact(page, '$5').click()
  await expect(exact(page, '$5')).toHaveAttribute('aria-pressed', 'true')
  await button(page, 'Redeem $5.00').click()
  await expect(block(page)).toContainText('Redeem $5.00?')
  await isAccessible(page)
  await button(page, 'Redeem $5.00').click()

  await expect(block(page)).toContainText(/Your code for \$/, { timeout: 60_000 })
  const code = (
    await block(page)
      .locator('s-clipboard-item')
      .evaluate((item) => (item as unknown as { text: string }).text)
  ).trim()
  await expect(block(page).getByText(code, { exact: true })).toBeVisible()
  await isAccessible(page)
  await button(page, 'Copy').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code)
})

test('a member with only a keyboard redeems another amount', async ({ page }) => {
  await openRewards(page, 'Mira')
  await expect(button(page, 'Other amount')).toBeVisible()

  await goTo(page, 'Other amount')
  await page.keyboard.press('Enter')
  const field = block(page).getByRole('textbox', { name: 'Amount in USD' })
  await field.focus()
  await page.keyboard.type('1000000')
  await goTo(page, 'Continue')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await isAccessible(page)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('3.50')
  await goTo(page, 'Continue')
  await page.keyboard.press('Enter')
  await goTo(page, 'Redeem $3.50')
  await page.keyboard.press('Enter')

  await expect(block(page)).toContainText(/Your code for \$/, { timeout: 60_000 })
})

test('somebody who is no member joins', async ({ page }) => {
  await openRewards(page, 'Jonas')
  await expect(block(page).getByRole('heading', { name: 'Members get more' })).toBeVisible()
  await isAccessible(page)

  await button(page, 'Join for free').click()

  await expect(page.getByRole('heading', { name: 'Hi, Jonas', level: 1 })).toBeVisible({ timeout: 60_000 })
  await isAccessible(page)
})

test('a member leaves after one question, and can come back', async ({ page }) => {
  await openRewards(page, 'Mira')
  await button(page, 'Cancel membership').click()
  await expect(block(page).getByRole('heading', { name: 'Cancel your membership?' })).toBeVisible()
  await isAccessible(page)
  await button(page, 'Keep membership').click()
  await expect(block(page).getByRole('heading', { name: 'Cancel your membership?' })).toHaveCount(0)
  await button(page, 'Cancel membership').click()
  await button(page, 'Cancel now').click()

  await expect(block(page)).toContainText('Your membership is being canceled', { timeout: 60_000 })
  await isAccessible(page)
  await button(page, 'Reactivate membership').click()
  await expect(button(page, 'Cancel membership')).toBeVisible({ timeout: 60_000 })
})

test('the card on the profile and above the orders shows tier and credits, and leads to the page', async ({ page }) => {
  for (const [name, place] of [
    ['profile', 'Profile'],
    ['orders', 'Orders'],
  ]) {
    await signIn(page, 'Mira')
    await page.goto(`/shopify/account/${name}`)
    await expect(page.getByRole('heading', { name: place, level: 1 })).toBeVisible()
    await expect(block(page)).toContainText('Gold')
    await expect(block(page)).toContainText('Your credits')
    await isAccessible(page)
    await block(page).getByRole('link', { name: 'Redeem credits' }).click()
    await expect(page.getByRole('heading', { name: 'Hi, Mira', level: 1 })).toBeVisible()
  }
})

test('no membership is shown before somebody signs in', async ({ page }) => {
  await page.goto('/shopify/account/loyalty')
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await isAccessible(page)

  await page.getByRole('button', { name: 'Mira Okafor' }).click()

  await expect(page.getByRole('heading', { name: 'Hi, Mira', level: 1 })).toBeVisible()
})

test('a redemption publishes one event if the merchant wants it, without an id or an amount', async ({ page }) => {
  await openRewards(page, 'Mira', '?analytics=on')
  await exact(page, '$5').click()
  await button(page, 'Redeem $5.00').click()
  await expect(block(page)).toContainText('Redeem $5.00?')
  await button(page, 'Redeem $5.00').click()

  await expect(page.locator('#pixels li')).toHaveText(['storefront_widgets:credits_redeemed {"surface":"account"}'], { timeout: 60_000 })
})

/** Customers with a membership, without one, and with one that ends. From right to left the short form leaves the last two to the long form. */
const customers = { de: ['Mira', 'Jonas', 'Aiko'], ar: isLongForm ? ['Mira', 'Jonas', 'Aiko'] : ['Mira'] }

for (const [lang, names] of Object.entries(customers))
  test(`the membership fits into a narrow window in ${lang}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(`/shopify?lang=${lang}`)
    for (const name of names) {
      await openRewards(page, name)
      await expect(block(page).locator('s-button').first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await isAccessible(page)
    }
  })
