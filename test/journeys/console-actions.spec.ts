import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { consoleUrl, failReport, raiseClaim, tokens, watch } from './console-claims.ts'

// An action that cannot happen says so, instead of using up the time of the test.
test.use({ actionTimeout: 20_000 })

/** A phone on which somebody is signed in who may act. */
async function openPhone(browser: Browser, hash = '#/claims'): Promise<{ page: Page; faults: string[] }> {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })).newPage()
  const faults = watch(page)
  await page.goto(`${consoleUrl}#token=${tokens[0]!}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${consoleUrl}${hash}`)
  return { page, faults }
}

/** What an action has led to, in front of the person who acted. */
async function isPresented(page: Page, words: RegExp) {
  const outcome = page.locator('.done')
  await expect(outcome).toHaveText(words)
  await expect(outcome).toBeFocused()
  await expect(outcome).toBeInViewport({ ratio: 1 })
}

const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement)

test('a decision needs one line, and its outcome and that of the shop are shown where the person is', async ({ browser, request }) => {
  await raiseClaim(request, '880013', { name: 'Stoneware mug', number: 'K-880013' })
  await raiseClaim(request, '880014', { name: 'Stoneware mug', number: 'K-880014' })
  const { page, faults } = await openPhone(browser)
  const dialog = page.locator('wa-dialog')
  const card = (number: string) => page.getByRole('article', { name: new RegExp(number) })

  // The shop does not know this order, so it cannot do what is approved.
  await card('K-880013').getByRole('button', { name: 'Approve' }).click()
  await dialog.getByLabel('Reason').fill('a photo shows it')
  await page.keyboard.press('Enter')
  await isPresented(page, /K-880013 is approved/)
  await expect(page.locator('.done')).toHaveText(/the shop could not do it: There is no order 880013/)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(card('K-880013')).toContainText('Approved by mara: a photo shows it. The shop could not do it: There is no order 880013')
  await expect(card('K-880013')).toContainText('approved, not done')
  await isAccessible(page)

  await page.reload()
  await card('K-880014').getByRole('button', { name: 'Refuse' }).click()
  await dialog.getByLabel('Reason').fill('delivered intact')
  await page.keyboard.press('Enter')
  await isPresented(page, /K-880014 is refused/)
  await page.goto(`${consoleUrl}#/search?q=880014`)
  await expect(page.getByRole('article')).toContainText('Refused by mara: delivered intact')

  expect(faults).toEqual([])
  await page.context().close()
})

test('the first Tab on a page reaches the link that skips the menu', async ({ browser }) => {
  const { page } = await openPhone(browser)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Claims' })).toBeVisible()
  await page.keyboard.press('Tab')

  expect(await isFocused(page.getByRole('link', { name: 'Skip to the page' }))).toBe(true)
  await page.context().close()
})

test('a refused drop says why in the dialog, and an attempt is followed until the report has left', async ({ browser, request }) => {
  await failReport(request, '880015')
  const { page, faults } = await openPhone(browser, '#/reports')
  await page.getByRole('button', { name: /^Failed/ }).click()
  const report = page.getByRole('article', { name: /880015/ })
  await report.getByRole('checkbox').check()

  await page.route('**/api/reports/drops', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid-request', detail: 'Check reason is empty.', errors: ['reason is empty'] } }),
  )
  await page.getByRole('button', { name: 'Drop', exact: true }).first().click()
  const dialog = page.locator('wa-dialog')
  await dialog.getByLabel('Reason').fill('done by hand')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(/^\s*Check reason is empty\.\s*$/)
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.getByRole('button', { name: 'Attempt again' }).click()
  await isPresented(page, /1 report will be attempted now/)
  await expect(report).toHaveCount(0)

  expect(faults).toEqual([])
  await page.context().close()
})

test('an order that cannot be shown as its shopper sees it says so in its card', async ({ browser, request }) => {
  await raiseClaim(request, '880016', { name: 'Stoneware mug', number: 'K-880016' })
  const { page } = await openPhone(browser, '#/search?q=880016')
  await page.route('**/api/orders/view', (route) =>
    route.fulfill({ status: 503, json: { code: 'upstream-unavailable', detail: 'The track service cannot be reached.' } }),
  )
  const card = page.getByRole('region', { name: 'As the shopper sees it' })

  await card.getByLabel('E-mail address of the buyer').fill('mira@example.com')
  await card.getByRole('button', { name: 'Show' }).click()

  await expect(card.getByRole('alert')).toContainText('The track service cannot be reached.')
  await expect(page.getByRole('alert')).toHaveCount(1)
  await page.context().close()
})

test('an order as its shopper sees it shows the goods of each package and where they go', async ({ browser, request }) => {
  await raiseClaim(request, '880017', { name: 'Stoneware mug', number: 'K-880017' })
  const { page, faults } = await openPhone(browser, '#/search?q=880017')
  const card = page.getByRole('region', { name: 'As the shopper sees it' })

  await card.getByLabel('E-mail address of the buyer').fill('mira@example.com')
  await card.getByRole('button', { name: 'Show' }).click()

  await expect(card.getByRole('list', { name: /^Goods of package/ })).toHaveText(/^\s*2 × Stoneware mug\s*$/)
  await expect(card).toContainText('Portland, US')
  // The button has gone, so the keyboard goes on from what has taken its place.
  await expect.poll(() => isFocused(card.getByRole('link', { name: 'Open the tracking page of the shop' }))).toBe(true)
  await isAccessible(page)
  expect(faults).toEqual([])
  await page.context().close()
})

test('a damaged token in the address leads to the form', async ({ page }) => {
  await page.goto(`${consoleUrl}#token=%`)

  await expect(page.getByLabel('Token')).toBeVisible()
})

test('a token in the address signs in and leaves the address, also on an open page, and if somebody else is signed in', async ({ page }) => {
  const person = page.getByText('may act')
  await page.goto(consoleUrl)
  await expect(page.getByLabel('Token')).toBeVisible()

  await page.goto(`${consoleUrl}#token=${tokens[0]!}`)
  await expect(person).toBeVisible()
  expect(page.url()).toBe(`${consoleUrl}#/claims`)

  await page.goto(`${consoleUrl}#token=${tokens[1]!}`)
  await expect(page.getByText('may look')).toBeVisible()
  expect(page.url()).toBe(`${consoleUrl}#/claims`)

  await page.goto('about:blank')
  await page.goto(`${consoleUrl}#token=${tokens[0]!}`)
  await expect(person).toBeVisible()
  expect(page.url()).toBe(`${consoleUrl}#/claims`)
})
