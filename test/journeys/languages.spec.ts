import { expect, test, type Page } from '@playwright/test'

const proxy = `http://localhost:${process.env.PROXY_PORT ?? '4101'}`
const offer = '<storefront-protection cart="events" lines="0" amount="4900" currency="EUR">We pack with care.</storefront-protection>'

/** Opens a page in that language, under the strictest policy that the guide for HTML promises to fit; resolves to the fetched files, in order. */
async function open(page: Page, lang: string, markup = offer) {
  const policy = [`default-src 'none'`, `script-src ${proxy}`, `connect-src ${proxy}`, `require-trusted-types-for 'script'`, 'trusted-types lit-html']
  const files: string[] = []
  page.on('request', (request) => {
    const [, file] = /\/(?:assets\/)?([a-z-]+?)(?:-[\w-]{6})?\.js$/i.exec(request.url()) ?? []
    if (file) files.push(file)
  })
  await page.route('/bare', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'Content-Security-Policy': policy.join('; ') },
      body: `<!doctype html><html lang="${lang}"><title>Bare</title><main>${markup}</main><script async type="module" src="${proxy}/widgets.js"></script></html>`,
    }),
  )
  await page.goto('/bare')
  return files
}

const label = (page: Page, text: string) => page.getByRole('switch', { name: text })

// A page that the test wrote comes from no server, and such pages need permission to reach this machine.
test.use({ permissions: ['local-network-access'] })

test.describe('the texts of a language', () => {
  test('are not loaded if the page speaks English', async ({ page }) => {
    const files = await open(page, 'en-GB')

    await expect(label(page, 'Shipment protection')).toBeVisible()
    expect(files.sort()).toEqual(['core', 'protection', 'widgets'])
  })

  test('are loaded only for the language of the page and the widgets on it', async ({ page }) => {
    const files = await open(page, 'de-AT', `${offer}<storefront-tracking></storefront-tracking>`)

    await expect(label(page, 'Versandschutz')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Bestellung verfolgen' })).toBeVisible()
    expect(files.filter((file) => /-/.test(file)).sort()).toEqual(['protection-de', 'tracking-de'])
  })

  test('are requested before the code is loaded', async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(/assets\/(core|protection)-[\w-]{6}\.js/, async (route) => {
      await released
      await route.continue()
    })
    const asked = Promise.all(['translate', 'protection-ja'].map((name) => page.waitForRequest(new RegExp(`assets/${name}-[\\w-]{6}\\.js`))))
    await open(page, 'ja')

    await asked
    release()

    await expect(label(page, '配送プロテクション')).toBeVisible()
  })

  test('appear together with the price if they come within a second', async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/protection-fr-*.js', async (route) => {
      await released
      await route.continue()
    })
    // The clock is stopped, so the second does not pass during the test, however slow the machine.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(3_600_000)
    const quoted = page.waitForResponse(/protection\/quotes/)
    await open(page, 'fr')
    await quoted
    await page.locator('storefront-protection [part=offer]').waitFor({ state: 'attached' })

    await expect(page.getByText('We pack with care.')).toBeVisible()
    await expect(page.getByText('Shipment protection')).toBeHidden()
    release()

    await expect(label(page, 'Protection du colis')).toBeVisible()
  })

  test('replace the English texts when they come later, but not while the shopper uses these', async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/protection-es-*.js', async (route) => {
      await released
      await route.continue()
    })
    await open(page, 'es')
    await label(page, 'Shipment protection').focus()
    const came = page.waitForResponse('**/assets/protection-es-*.js')

    release()
    await (await came).finished()
    await page.keyboard.press('Space')
    await expect(label(page, 'Shipment protection')).toBeChecked()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())

    await expect(label(page, 'Protección del envío')).toBeChecked()
    await expect(page.locator('storefront-protection [lang]')).toHaveCount(0)
  })

  for (const [name, stop] of [
    ['take longer than a second', async () => new Promise<void>(() => {})],
    ['cannot be loaded', async (route) => route.abort()],
  ] as [string, Parameters<Page['route']>[1]][])
    test(`are English if those of the page ${name}`, async ({ page }) => {
      await page.route('**/assets/protection-es-*.js', stop)
      await open(page, 'es')

      await expect(label(page, 'Shipment protection')).toBeVisible()
      await expect(page.locator('storefront-protection [lang=en]')).toHaveCount(1)
    })
})
