import { expect, test, type Page } from '@playwright/test'
import { consoleUrl, tokens, watch } from './console-claims.ts'

// An action that cannot happen says so, instead of using up the time of the test.
test.use({ actionTimeout: 20_000 })

async function openConfigurator(page: Page) {
  const faults = watch(page)
  await page.goto(`${consoleUrl}#token=${tokens[0]!}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${consoleUrl}#/configurator`)
  await expect(page.getByRole('region', { name: 'Preview' }).locator('storefront-protection')).toBeVisible()
  return faults
}

test('the code to copy has no cart of the preview, and the preview says which cart it shows', async ({ page }) => {
  const faults = await openConfigurator(page)
  const code = page.getByRole('region', { name: 'Code', exact: true })

  await expect(page.getByText('The preview has a sample cart of $120.00. The code leaves the amount to your page.')).toBeVisible()
  await expect(code).not.toContainText('12000')
  await expect(code).toContainText('storefront-chosen')
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('switch')).toBeVisible()

  await page.getByLabel('amount', { exact: true }).fill('0')
  await page.getByLabel('amount', { exact: true }).press('Enter')
  await expect(page.getByText('Nothing is offered for an amount of 0.')).toBeVisible()
  await page.getByLabel('amount', { exact: true }).fill('')
  await page.getByLabel('amount', { exact: true }).press('Enter')
  await expect(page.getByText('The preview has a sample cart')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('switch')).toBeVisible()

  expect(faults).toEqual([])
})

test('a text that is no colour stays out of the preview and of the code, and the field says so', async ({ page }) => {
  const faults = await openConfigurator(page)
  const field = page.getByLabel('--storefront-accent', { exact: true })
  const code = page.getByRole('region', { name: 'Code', exact: true })

  for (const text of ['red; } body { background: red', '</style><script>alert(1)</script>', 'reddish']) {
    await field.fill(text)
    await field.press('Enter')
    await expect(page.getByText('This is no colour; "#1f6f5c", for example. The preview and the code leave it out.')).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveValue(text)
    await expect(code).not.toContainText('--storefront-accent')
  }
  await field.fill('#b4533f')
  await field.press('Enter')
  await expect(page.getByText('This is no colour')).toHaveCount(0)
  await expect(code).toContainText('--storefront-accent: #b4533f;')

  expect(faults).toEqual([])
})
