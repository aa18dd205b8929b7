import { expect, test } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { consoleUrl, pages, raiseClaim, tokens, watch } from './console-claims.ts'

// An action that cannot happen says so, instead of using up the time of the test.
test.use({ actionTimeout: 20_000 })

/** Markup that would run, and would break out of an attribute or a script. */
const hostile = (place: string) => `</script><img src="x" onerror="window.attacked='${place}'">"'\`\${1}<b>`

test('a claim is decided by mouse on a wide screen, and every string of its order stays text', async ({ browser, request }) => {
  await raiseClaim(request, '880011', { name: hostile('name'), number: hostile('number').slice(0, 60) })
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })).newPage()
  const faults = watch(page)

  await page.goto(consoleUrl)
  await page.getByLabel('Token').fill('not-a-token-of-anybody-here')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('No person has this token')
  await page.getByLabel('Token').fill(tokens[0]!)
  await page.getByRole('button', { name: 'Sign in' }).click()

  const claim = page.getByRole('article').filter({ hasText: 'window.attacked' })
  await expect(claim.getByRole('heading', { name: 'Refund of $48.00' })).toBeVisible()
  await claim.getByRole('button', { name: 'Approve' }).click()
  // What stands in the dialog is not inside of the native one, which the component keeps to itself.
  const dialog = page.locator('wa-dialog')
  await dialog.getByLabel('Reason').fill(`a photo shows it ${hostile('reason').slice(0, 80)}`)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'approved' })).toBeVisible()
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByLabel('Number or id').fill('880011')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('region', { name: 'Reports' })).toContainText('New order')
  for (const name of pages) {
    await page.getByRole('navigation').getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText('Loading')).toHaveCount(0)
    await isAccessible(page)
  }
  await expect(page.getByRole('row').filter({ hasText: 'approved claim' }).filter({ hasText: 'window.attacked' })).toContainText('a photo shows it')

  expect(await page.evaluate(() => (window as { attacked?: string }).attacked)).toBeUndefined()
  expect(faults).toEqual([])
  await page.context().close()
})
