import { createServer, type AddressInfo } from 'node:net'
import { expect, test, type Page } from '@playwright/test'

const proxy = `http://localhost:${process.env.PROXY_PORT ?? '4101'}`

/** A page of the shop's origin with nothing but that markup and script tags, under the strictest policy that the guide for HTML promises to fit. */
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

// A page that the test wrote comes from nowhere, and such pages need leave to talk to this machine.
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
    ['takes', ['https://other.example https://third.example'], true, ''],
    ['refuses', [''], false, ''],
    ['refuses what a second tag alone adds to', ['', 'https://other.example'], false, ''],
    ['refuses, beside a picture that is named as the list of scripts,', [''], false, picture],
    ['refuses, beside two pictures that are named as the list of scripts,', [''], false, picture + picture],
  ] as const)
    test(`${what} the proxy of an attribute by data-proxies ${JSON.stringify(tags)}`, async ({ page }) => {
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

  test('loads nothing but itself where there is no widget, and finds one that comes later', async ({ page }) => {
    const { files } = await open(page, '')
    await page.waitForLoadState('networkidle')
    expect(files).toEqual(['widgets'])

    await page.evaluate(() => document.querySelector('main')!.append(document.createElement('storefront-tracking')))

    await expect(page.getByLabel(/order number/i)).toBeVisible()
  })

  test('asks for the price before the code is there, once for any number of elements', async ({ page }) => {
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

  test('is fetched once, though it comes before the page has got as far as its tag', async ({ page }) => {
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

  test('asks for no price that the tab knows from the page before, and shows it at once', async ({ page }) => {
    const seen = await open(page, offer)
    await expect(page.getByText('$1.50')).toBeVisible()

    await page.reload()

    await expect(page.getByText('$1.50')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(seen.quotes).toBe(1)
    expect(seen.faults).toEqual([])
  })

  test('is one file for a page with nothing but the toggle, which takes the price that the page has asked for', async ({ page }) => {
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
    test(`has every widget with ${scripts.join(' before ')} where more than the toggle is on the page, under a strict policy`, async ({ page }) => {
      const { faults } = await open(page, `${offer}<storefront-tracking>Ask us.</storefront-tracking>`, ...scripts)

      await expect(page.getByText('$1.50')).toBeVisible()
      await expect(page.getByLabel(/order number/i)).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(faults).toEqual([])
    })

  test('fetches the rest for a widget that comes later to a page of the one file', async ({ page }) => {
    const { files } = await open(page, offer, 'protection')
    await expect(page.getByText('$1.50')).toBeVisible()
    expect(files).not.toContain('widgets')

    await page.evaluate(() => document.querySelector('main')!.append(document.createElement('storefront-tracking')))

    await expect(page.getByLabel(/order number/i)).toBeVisible()
  })

  test("leaves the shop's words where its code cannot be had, and tries once more", async ({ page }) => {
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

    await page.getByRole('button', { name: 'What is covered' }).click()

    await expect(page.getByRole('dialog')).toBeVisible()
    expect(files).toContain('coverage')
    expect(faults).toEqual([])
  })

  test("never keeps the shop's own scripts waiting, even for a proxy that takes the request and says nothing", async ({ page }) => {
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
