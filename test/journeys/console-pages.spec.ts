import { expect, test } from '@playwright/test'
import { consoleUrl, raiseClaim, tokens } from './console-claims.ts'

// An action that cannot happen says so, instead of using up the time of the test.
test.use({ actionTimeout: 20_000 })

test('the field for the token has the focus at first', async ({ page }) => {
  await page.goto(consoleUrl)
  await expect(page.getByLabel('Token')).toBeFocused()

  await page.keyboard.type(tokens[0]!)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Claims' })).toBeVisible()
})

test('a claim leads to its order, and says why it was approved; a refused one offers nothing that is left', async ({ page, request }) => {
  await raiseClaim(request, '880021', { name: 'Stoneware mug', number: 'K-880021' })
  await raiseClaim(request, '880022', { name: 'Stoneware mug', number: 'K-880022' })
  await page.goto(`${consoleUrl}#token=${tokens[0]!}`)
  const dialog = page.locator('wa-dialog')
  const card = (number: string) => page.getByRole('article', { name: new RegExp(number) })

  await expect(card('K-880022')).toContainText('Left for this claim')
  await card('K-880022').getByRole('button', { name: 'Refuse' }).click()
  await dialog.getByLabel('Reason').fill('delivered intact')
  await page.keyboard.press('Enter')
  await expect(page.locator('.done')).toHaveText(/is refused/)
  await card('K-880021').getByRole('button', { name: 'Approve' }).click()
  await dialog.getByLabel('Reason').fill('a photo shows it')
  await page.keyboard.press('Enter')
  await expect(page.locator('.done')).toHaveText(/is approved/)

  await page.goto(`${consoleUrl}#/search?q=880022`)
  await expect(page.getByRole('article')).toContainText('Refused by mara: delivered intact')
  await expect(page.getByRole('article')).not.toContainText('Left for this claim')
  await page.goto(`${consoleUrl}#/search?q=880021`)
  await expect(page.getByRole('article')).toContainText('Approved by mara: a photo shows it')
  await expect(page.getByRole('article').getByRole('link', { name: 'K-880021' })).toHaveAttribute('href', '#/search?q=880021')
})

test('the credits of a member are written as money', async ({ page }) => {
  await page.goto(`${consoleUrl}#token=${tokens[0]!}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto(`${consoleUrl}#/search?q=700100200301`)

  await expect(page.getByText(/^\$\d+\.\d\d$/)).toBeVisible()
})

test('on a phone the menu fades where it goes on', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await page.goto(`${consoleUrl}#token=${tokens[0]!}`)
  const menu = page.getByRole('navigation')
  const fade = () => menu.evaluate((nav) => getComputedStyle(nav).maskImage)
  await expect(menu).toBeVisible()

  await expect.poll(fade).toMatch(/to right|90deg/)
  await menu.evaluate((nav) => (nav.scrollLeft = nav.scrollWidth))
  await expect.poll(fade).toMatch(/to left|270deg/)

  await page.context().close()
})
