import { expect, test } from './fixtures.ts'
import { Shopper, type Build } from './shopper.ts'

interface ServiceOrder {
  shop_order_id: string
  is_protected: boolean
  amount_insured: { cents: number }
}

test('without the script of the proxy, the words in the cart say that protection is not added', async ({ page, site, stack }) => {
  const shopper = new Shopper(page, site, 'classic')
  await page.route(`${stack.proxy}/*.js`, (route) => route.abort())
  await shopper.add('mug')

  await shopper.openCart()

  await expect(shopper.offer).toHaveAttribute('quote', /"price"/)
  await expect(shopper.offer).toHaveText(/Shipment protection, not added: \$\d/)
})

test('a block theme draws no outline round the whole widget; what has the focus inside keeps its own', async ({ page, site }) => {
  const shopper = new Shopper(page, site, 'blocks')
  await shopper.add('mug')
  await shopper.openCart()
  await expect(shopper.toggle).toBeEnabled()
  // As Twenty Twenty-Five does.
  await page.addStyleTag({ content: ':where(.wp-site-blocks *:focus) { outline-style: solid; outline-width: 2px }' })
  await page.evaluate(() => document.body.classList.add('wp-site-blocks'))

  await shopper.toggle.click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')

  const outlines = await shopper.offer.evaluate((host) => {
    const inner = host.shadowRoot!.activeElement!
    return { host: getComputedStyle(host).outlineStyle, hasFocus: host.matches(':focus'), inner: inner.matches(':focus-visible') }
  })
  expect(outlines).toEqual({ host: 'none', hasFocus: true, inner: true })
})

for (const build of ['classic', 'blocks'] satisfies Build[]) {
  test(`${build}: the price is in the page, is charged once the shopper agrees, and leaves with the order`, async ({ page, site, stack }) => {
    const shopper = new Shopper(page, site, build)
    const prices: string[] = []
    page.on('request', (request) => request.url().includes('/v1/protection/quotes') && prices.push(request.url()))
    await shopper.add('mug')

    await shopper.openCart()

    await expect(shopper.offer).toHaveText(/Shipment protection, not added: \$\d/)
    await expect(shopper.toggle).toBeEnabled()
    expect(prices, 'the page requests no price').toEqual([])

    await shopper.toggle.focus()
    await page.keyboard.press('Space')
    await expect(shopper.fee).toContainText('Shipment protection')
    // The theme has replaced the totals around the switch.
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('storefront-protection')
    await page.keyboard.press('Space')
    await expect(shopper.fee).toHaveCount(0)
    await page.keyboard.press('Space')
    await expect(shopper.fee).toContainText('Shipment protection')
    const before = await shopper.fee.textContent()

    await shopper.changeQuantity(2)
    await expect(shopper.fee).not.toHaveText(before!)
    await expect(shopper.toggle).toBeChecked()

    await shopper.openCheckout()
    await expect(shopper.toggle).toBeChecked()
    await shopper.ship('Local pickup')
    await expect(shopper.fee).toHaveCount(0)
    await expect(shopper.offer).toBeHidden()
    await shopper.ship('Flat rate')
    await expect(shopper.fee).toContainText('Shipment protection')
    await expect(shopper.offer).toBeVisible()
    await shopper.fillIn()
    const lookUps: number[] = []
    page.on('response', (response) => response.url().endsWith('/v1/orders/track') && response.request().method() === 'POST' && lookUps.push(response.status()))
    const id = await shopper.placeOrder()

    await expect(page.locator('storefront-tracking')).toContainText(/Mug/, { timeout: 30_000 })
    expect(lookUps, 'the first look-up finds the order').toEqual([200])
    await expect(shopper.offer).toHaveCount(0)
    const { orders } = await stack.state<{ orders: ServiceOrder[] }>()
    const reported = Object.values(orders).find(({ shop_order_id }) => shop_order_id === String(id))
    expect(reported).toMatchObject({ is_protected: true, amount_insured: { cents: 6800 } })
  })

  test(`${build}: a choice that no longer holds stops the order once, and says why`, async ({ page, site }) => {
    const shopper = new Shopper(page, site, build)
    await shopper.add('vase')
    await shopper.openCheckout()
    await shopper.fillIn()
    await shopper.toggle.click()
    await expect(shopper.fee).toContainText('Shipment protection')
    // Another tab of the shopper changes the cart; this one does not know.
    await shopper.add('vase')

    await shopper.pressPay()

    const notice = page.locator('.woocommerce-error, .wc-block-components-notice-banner.is-error').first()
    await expect(notice).toContainText('The price of shipment protection is no longer valid')
    await expect(shopper.toggle).not.toBeChecked()

    const id = await shopper.placeOrder()
    const fees = await site.run<number>(`return count( wc_get_order( ${id} )->get_fees() );`)
    expect(fees).toBe(0)
  })

  test(`${build}: no offer where it can do nothing`, async ({ page, site }) => {
    const shopper = new Shopper(page, site, build)
    await shopper.openCart()
    await expect(shopper.offer.and(page.locator(':visible'))).toHaveCount(0)

    await shopper.add('course')
    await shopper.openCart()
    await expect(page.locator('body')).toContainText('Course')
    await expect(shopper.offer).toBeHidden()

    const address = await site.run<string>(
      `$order = wc_create_order(); $order->set_billing_email( 'bo@example.com' ); $order->set_total( 39 ); $order->save(); return $order->get_checkout_payment_url();`,
      { admin: true },
    )
    await shopper.add('mug')
    await page.goto(address)
    await expect(page.locator('#place_order')).toBeVisible()
    await expect(shopper.offer).toHaveCount(0)
  })
}

test('blocks: what the shopper types after the choice has ended does not take the words from the button', async ({ page, site }) => {
  const shopper = new Shopper(page, site, 'blocks')
  await shopper.add('vase')
  await shopper.openCheckout()
  await shopper.fillIn()
  await shopper.toggle.click()
  await expect(shopper.fee).toContainText('Shipment protection')
  await shopper.add('vase')

  // As the block sends a note, or another way to pay.
  const typed = await page.evaluate(async () => {
    const nonce = (window as unknown as { wcBlocksMiddlewareConfig?: { storeApiNonce: string } }).wcBlocksMiddlewareConfig?.storeApiNonce
    const answer = await fetch('/wp-json/wc/store/v1/checkout', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', ...(nonce && { Nonce: nonce }) },
      body: JSON.stringify({ order_notes: 'Ring twice' }),
    })
    return answer.status
  })
  expect(typed).toBe(200)
  await shopper.pressPay()

  const notice = page.locator('.wc-block-components-notice-banner.is-error').first()
  await expect(notice).toContainText('The price of shipment protection is no longer valid')
  await expect(shopper.toggle).not.toBeChecked()
})
