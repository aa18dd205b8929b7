import { expect, test, type Page, type Route } from '@playwright/test'

// A page that the test wrote comes from no server, and such pages need permission to reach this machine.
test.use({ permissions: ['local-network-access'] })

const toggle = (page: Page) => page.getByRole('switch', { name: 'Shipment protection' })
/** The offer of the page itself; the drawer may have another one, which stays hidden here. */
const offer = (page: Page) => page.getByRole('main').locator('storefront-protection')
/** The part of the code that reads and writes carts. */
const rest = /\/assets\/follow-cart-/

/** Fills a cart and opens it, with the shop's markup changed by `edit`; resolves to a list that collects the paths of the page's requests. */
async function openCart(page: Page, edit?: (html: string) => string) {
  await page.goto('/')
  await page.getByRole('button', { name: /Add Stoneware mug/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Stoneware mug' })).toBeVisible()
  if (edit)
    await page.route('/cart', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: edit(await answer.text()) })
    })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/cart')
  await page.waitForLoadState('networkidle')
  return asked
}

const protectionLines = async (page: Page) => {
  const cart = (await (await page.request.get('/cart.js')).json()) as { items: { quantity: number; properties: Record<string, string> }[] }
  return cart.items.filter(({ properties }) => '_protection_quote' in properties).map(({ quantity }) => quantity)
}

test.describe('a cart that is known to hold no protection', () => {
  test('shows the price without being read, until the shopper acts', async ({ page }) => {
    const asked = await openCart(page)
    await expect(offer(page)).toContainText('$1.50')
    await expect(toggle(page)).not.toBeChecked()
    expect(asked).not.toContain('/cart.js')

    const read = page.waitForRequest('**/cart.js')
    await page.keyboard.press('Tab')

    await read
  })

  test('is read before the switch is pressed', async ({ page }) => {
    await openCart(page)

    const read = page.waitForRequest('**/cart.js')
    await toggle(page).hover()

    await read
  })

  test('is read when another script changes it', async ({ page }) => {
    await openCart(page)
    const body = await page.evaluate(async () => {
      const { items } = (await (await fetch('/cart.js')).json()) as { items: { key: string }[] }
      return JSON.stringify({ id: items[0]!.key, quantity: 4 })
    })

    await page.evaluate(
      (body) => fetch('/cart/change.js', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }).then((answer) => answer.text()),
      body,
    )

    await expect(offer(page)).toContainText('$2.50') // 2.5 % of 96.00, in steps of 0.25
  })

  test('ends with one line, however early the switch was pressed', async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(rest, async (route) => {
      await released
      await route.continue()
    })
    await openCart(page)

    await toggle(page).click()
    await expect(toggle(page)).toBeChecked()
    expect(await protectionLines(page)).toEqual([])
    release()

    await expect.poll(() => protectionLines(page)).toEqual([1])
    await expect(toggle(page)).toBeChecked()
  })

  test('ends with the last choice of a shopper who changes it again and again while each change is on its way', async ({ page }) => {
    await openCart(page)
    const held: Route[] = []
    const change = /\?storefront-protection$/
    await page.route(change, (route) => void held.push(route))
    await toggle(page).click()
    for (let times = 0; times < 5; times++) {
      await expect.poll(() => held.length).toBe(1)
      await toggle(page).click()
      await held.pop()!.continue()
    }
    await expect.poll(() => held.length).toBe(1)
    await held.pop()!.continue()

    await expect.poll(() => protectionLines(page)).toEqual([])
    await expect(toggle(page)).toBeVisible()
    await expect(toggle(page)).not.toBeChecked()
  })

  test('says that protection is unavailable if its code cannot be loaded, and carries out the choice once the code is loaded', async ({ page }) => {
    await page.clock.install()
    await page.route(rest, (route) => route.abort())
    await openCart(page)

    await toggle(page).focus()
    await page.keyboard.press('Space')
    await expect(offer(page).getByRole('status')).toHaveText('Shipment protection – Unavailable right now')
    await expect(toggle(page)).toBeHidden()
    await expect(offer(page).locator('slot')).toHaveCSS('visibility', 'hidden')
    expect(await protectionLines(page)).toEqual([])
    await page.unroute(rest)
    await page.clock.fastForward('01:00')

    await expect.poll(() => protectionLines(page)).toEqual([1])
    await expect(toggle(page)).toBeChecked()
    await expect(offer(page).getByRole('status')).toHaveText('Shipment protection – Back on: $1.50')
  })
})

test.describe('a cart whose content the page does not state', () => {
  test('is read at once', async ({ page }) => {
    const asked = await openCart(page, (html) => html.replace(/\blines="0"/, ''))

    await expect(offer(page)).toContainText('$1.50')
    expect(asked).toContain('/cart.js')
  })

  test('turns the switch on if it holds a protection line', async ({ page }) => {
    await openCart(page)
    await toggle(page).click()
    await expect.poll(() => protectionLines(page)).toEqual([1])

    await page.reload()

    await expect(toggle(page)).toBeChecked()
    expect(await protectionLines(page)).toEqual([1])
  })
})
