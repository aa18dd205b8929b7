import { expect, test } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { consoleUrl, pages, raiseClaim, tokens, watch } from './console-claims.ts'

// An action that cannot happen says so, instead of using up the time of the test.
test.use({ actionTimeout: 20_000 })

test('a claim is refused by keyboard alone on a phone in the dark', async ({ browser, request }) => {
  await raiseClaim(request, '880012', { name: 'Stoneware mug', number: 'K-880012' })
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })).newPage()
  const faults = watch(page)
  /** Presses Tab until this is focused. */
  const tabTo = async (name: RegExp | string, role: 'button' | 'link' = 'button') => {
    const target = page.getByRole(role, { name }).first()
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element.matches(':focus, :focus-within') || element.getRootNode() === document.activeElement?.shadowRoot)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reaches ${String(name)}`)
  }

  await page.goto(consoleUrl)
  await page.getByLabel('Token').focus()
  await page.keyboard.type(tokens[0]!)
  await page.keyboard.press('Enter')
  const claim = page.getByRole('article', { name: /K-880012/ })
  await expect(claim).toBeVisible()
  await claim.getByRole('region', { name: /^Lines of claim/ }).focus()
  await tabTo('Refuse')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await isAccessible(page)
  await page.keyboard.type('delivered intact')
  await tabTo('Refuse for good')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'refused' })).toBeVisible()
  for (const name of pages) {
    await page.goto(`${consoleUrl}#/${name.split(' ')[0]!.toLowerCase()}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText('Loading')).toHaveCount(0)
    await isAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} is as wide as the screen`).toBe(390)
  }

  expect(faults).toEqual([])
  await page.context().close()
})
