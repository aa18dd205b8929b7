import { createServer, type AddressInfo } from 'node:net'
import { expect, test, type Page } from '@playwright/test'

const proxy = `http://localhost:${process.env.PROXY_PORT ?? '4101'}`

/** Opens a page of the shop with only this markup and script tags, under the strictest policy that the guide for HTML promises to fit. */
async function open(page: Page, markup: string, ...names: string[]) {
  const scripts = (names.length ? names : ['widgets']).map((name) => `<script async type="module" src="${proxy}/${name}.js"></script>`).join('')
  const policy = [`default-src 'none'`, `script-src ${proxy}`, `connect-src ${proxy}`, `require-trusted-types-for 'script'`, 'trusted-types lit-html']
  await page.route('/bare', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': policy.join('; ') },
      body: `<!doctype html><html lang="en"><title>Bare</title><main>${markup}</main>${scripts}</html>`,
    }),
  )
  const seen = { files: [] as string[], quotes: 0, faults: [] as string[] }
  page.on('request', (request) => {
    const [, file] = /\/(?:assets\/)?([a-z]+)(?:-[\w-]+)?\.js$/.exec(request.url()) ?? []
    if (file) seen.files.push(file)
    if (request.url().includes('/protection/quotes')) seen.quotes++
  })
  page.on('pageerror', (error) => seen.faults.push(String(error)))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) seen.faults.push(message.text())
  })
  await page.goto('/bare')
  return seen
}

const offer = '<storefront-protection cart="events" amount="4900" currency="USD">We pack with care.</storefront-protection>'

// A page that the test wrote comes from no server, and such pages need permission to reach this machine.
test.use({ permissions: ['local-network-access'] })

test.describe('the script tag', () => {
  test('loads what the page needs and nothing else, under a strict policy', async ({ page }) => {
    const { files, faults } = await open(page, '<storefront-tracking>Ask us.</storefront-tracking>')

    await expect(page.getByLabel(/order number/i)).toBeVisible()
    expect(files.sort()).toEqual(['core', 'form', 'tracking', 'widgets'])
    expect(faults).toEqual([])
  })

  const picture = `<img name="scripts" alt="" data-proxies="https://other.example" src="${proxy}/widgets.js">`
  for (const [what, tags, taken, pictures] of [
    ['accepts the proxy attribute', ['https://other.example https://third.example'], true, ''],
    ['refuses the proxy attribute', [''], false, ''],
    ['refuses a proxy attribute that only a second tag allows,', ['', 'https://other.example'], false, ''],
    ['refuses the proxy attribute, beside an image named like the list of scripts,', [''], false, picture],
    ['refuses the proxy attribute, beside two images named like the list of scripts,', [''], false, picture + picture],
  ] as const)
    test(`${what} with data-proxies ${JSON.stringify(tags)}`, async ({ page }) => {
      const scripts = [pictures, ...tags.map((origins) => `<script async type="module" data-proxies="${origins}" src="${proxy}/widgets.js"></script>`)]
      const element = '<storefront-protection proxy="https://other.example" cart="events" amount="4900" currency="USD">We pack.</storefront-protection>'
      await page.route('/bare', (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html>${element}${scripts.join('')}` }))
      const asked: string[] = []
      await page.route('https://other.example/**', (route) => {
        asked.push(route.request().url())
        return route.abort()
      })
      const warned = page
        .waitForEvent('console', { predicate: (message) => message.text().includes('needs a proxy'), timeout: taken ? 1 : 20_000 })
        .catch(() => undefined)
      await page.goto('/bare')

      if (taken) await expect.poll(() => asked.length).toBeGreaterThan(0)
      else {
        expect((await warned)?.text()).toContain('https://other.example')
        expect(asked).toEqual([])
        await expect(page.getByText('We pack.')).toBeVisible()
      }
    })

  test('loads only itself if there is no widget, and finds a widget that comes later', async ({ page }) => {
    const { files } = await open(page, '')
    await page.waitForLoadState('networkidle')
    expect(files).toEqual(['widgets'])

    await page.evaluate(() => document.querySelector('main')!.append(document.createElement('storefront-tracking')))

    await expect(page.getByLabel(/order number/i)).toBeVisible()
  })

  test('requests the price before the code is loaded, once for any number of elements', async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/*.js', async (route) => {
      await released
      await route.continue()
    })
    const answered = page.waitForResponse(/protection\/quotes/)
    const seen = await open(page, offer + offer)

    await answered
    release()

    await expect(page.getByText('$1.50')).toHaveCount(2)
    await expect(page.getByText('$1.50').first()).toBeVisible()
    expect(seen.quotes).toBe(1)
    expect(seen.faults).toEqual([])
  })

  test('is fetched once, even if it arrives before the page is parsed up to its tag', async ({ page }) => {
    const come = page.waitForEvent('requestfinished', (request) => request.url() === `${proxy}/widgets.js`)
    await page.route(`${proxy}/slow.js`, async (route) => {
      await come
      await route.fulfill({ contentType: 'text/javascript', body: '' })
    })

    const { files } = await open(page, `<script src="${proxy}/slow.js"></script>${offer}`)

    await expect(page.getByText('$1.50')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(files.filter((file) => file === 'widgets')).toEqual(['widgets'])
  })

  test('does not request a price that the tab knows from the previous page, and shows it at once', async ({ page }) => {
    const seen = await open(page, offer)
    await expect(page.getByText('$1.50')).toBeVisible()

    await page.reload()

    await expect(page.getByText('$1.50')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(seen.quotes).toBe(1)
    expect(seen.faults).toEqual([])
  })

  test('is one file for a page with only the toggle, and uses the price that the page has preloaded', async ({ page }) => {
    const quote = `${proxy}/v1/protection/quotes?cents=4900&currency=USD`

    const seen = await open(page, `<link rel="preload" as="fetch" crossorigin href="${quote}">${offer.replace('cart', 'lines="0" cart')}`, 'protection')

    await expect(page.getByText('$1.50')).toBeVisible()
    expect(seen.files).toEqual(['protection'])
    expect(seen.quotes).toBe(1)
    await page.getByRole('switch').focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('switch')).toBeChecked()
    expect(seen.faults).toEqual([])
  })

  for (const scripts of [['protection'], ['protection', 'widgets'], ['widgets', 'protection']])
    test(`loads every widget with ${scripts.join(' before ')} if more than the toggle is on the page, under a strict policy`, async ({ page }) => {
      const { faults } = await open(page, `${offer}<storefront-tracking>Ask us.</storefront-tracking>`, ...scripts)

      await expect(page.getByText('$1.50')).toBeVisible()
      await expect(page.getByLabel(/order number/i)).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(faults).toEqual([])
    })

  test('loads the other files for a widget that comes later to a page with the one file', async ({ page }) => {
    const { files } = await open(page, offer, 'protection')
    await expect(page.getByText('$1.50')).toBeVisible()
    expect(files).not.toContain('widgets')

    await page.evaluate(() => document.querySelector('main')!.append(document.createElement('storefront-tracking')))

    await expect(page.getByLabel(/order number/i)).toBeVisible()
  })

  test('leaves the shop’s own words on screen if its code cannot be loaded, and tries once more', async ({ page }) => {
    await page.clock.install()
    await page.route('**/assets/protection-*.js', (route) => route.abort(), { times: 1 })
    const refused = page.waitForEvent('requestfailed')
    const { faults } = await open(page, offer)
    await refused
    await expect(page.getByText('We pack with care.')).toBeVisible()

    await page.clock.fastForward(5_000)

    await expect(page.getByText('$1.50')).toBeVisible()
    expect(faults).toEqual([])
  })

  test('requests a lazily loaded file once more when the first request fails', async ({ page }) => {
    await page.route('**/assets/coverage-*.js', (route) => route.abort(), { times: 1 })
    const { files, faults } = await open(page, offer)

    await page.getByRole('button', { name: 'What’s covered' }).click()

    await expect(page.getByRole('dialog')).toBeVisible()
    expect(files).toContain('coverage')
    expect(faults).toEqual([])
  })

  test('never delays the shop’s own scripts, even if the proxy accepts the request and does not answer', async ({ page }) => {
    const silent = createServer().listen(0)
    const { port } = silent.address() as AddressInfo
    await page.route('/theme.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'document.title = "The theme ran"' }))
    await page.route('/silent', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>Waiting</title><script async type="module" src="http://localhost:${port}/widgets.js"></script><script defer src="/theme.js"></script>${offer}</html>`,
      }),
    )

    await page.goto('/silent', { waitUntil: 'domcontentloaded' })

    await expect(page).toHaveTitle('The theme ran')
    await expect(page.getByText('We pack with care.')).toBeVisible()
    silent.close()
  })
})
