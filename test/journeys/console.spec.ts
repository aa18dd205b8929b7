import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { readSettings } from '../../demo/settings.ts'
import { protectedOrderOf, shipmentOf } from '../proxy/orders.ts'
import { isAccessible } from './accessible.ts'

const settings = readSettings()
const services = `http://localhost:${settings.SERVICES_PORT}`
const consoleUrl = `http://localhost:${settings.OPERATOR_PORT}/console/`
const tokens = settings.CONSOLE_TOKENS!.split(',').map((one) => one.split(':')[2]!)
const backend = { Authorization: `Bearer ${settings.MERCHANT_API_KEYS}` }

// An action that cannot happen says so, instead of using up the time of the test.
test.use({ actionTimeout: 20_000 })

/** Markup that would run, and would break out of an attribute or a script. */
const hostile = (place: string) => `</script><img src="x" onerror="window.attacked='${place}'">"'\`\${1}<b>`

/** Orders two mugs with protection, sends them, and raises a claim about them that waits for a person. */
async function raiseClaim(request: APIRequestContext, id: string, names: { name: string; number: string }) {
  const headers = { Origin: `http://localhost:${settings.SHOP_PORT}` }
  const quote = await request.get(`${settings.PUBLIC_URL}/v1/protection/quotes?cents=4800&currency=USD`, { headers })
  const plain = protectedOrderOf(id, ((await quote.json()) as { token: string }).token)
  const order = { ...plain, shop_order_number: names.number, line_items: plain.line_items.map((line) => ({ ...line, name: names.name })) }
  for (const [path, data] of [
    ['orders', order],
    ['shipments', shipmentOf(`${id}5`, order)],
  ] as const) {
    const { id: report } = (await (await request.post(`${settings.PUBLIC_URL}/v1/merchant/${path}`, { headers: backend, data })).json()) as { id: string }
    await expect(async () => {
      const { state } = (await (await request.get(`${settings.PUBLIC_URL}/v1/merchant/reports/${report}`, { headers: backend })).json()) as { state: string }
      expect(state).toBe('delivered')
    }).toPass()
  }
  expect((await request.post(`${services}/_control/claims`, { data: { shop_order_id: id, resolution: 'refund' } })).status()).toBe(202)
}

/** Everything that the page must never do. */
function watch(page: Page) {
  const faults: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(consoleUrl).origin && !request.url().startsWith('blob:')) faults.push(`requested ${request.url()}`)
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|TrustedHTML/.test(message.text())) faults.push(message.text())
  })
  return faults
}

const pages = ['Claims', 'Reports', 'Search', 'Figures', 'Configurator', 'Health', 'Audit log']

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
  await dialog.getByLabel(/Note/).fill(`a photo shows it ${hostile('reason').slice(0, 80)}`)
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
  await expect(page.getByRole('row').filter({ hasText: 'approved claim' })).toContainText('a photo shows it')

  expect(await page.evaluate(() => (window as { attacked?: string }).attacked)).toBeUndefined()
  expect(faults).toEqual([])
  await page.context().close()
})

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
