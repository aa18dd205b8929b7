import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { platformNames } from '../../scripts/build/php/check-php.ts'
import { expect, test } from './fixtures.ts'
import { placeOrder } from './placing.ts'
import type { Site } from './site.ts'

/** A guest with a cart, the values of whose offer are read from the classic cart. */
async function guest(site: Site, request: APIRequestContext) {
  await request.get(`${site.url}/?add-to-cart=${site.shop.products.mug}`)
  const html = await (await request.get(site.shop.pages['cart-classic'])).text()
  const read = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(html)![1]!.replaceAll('&#038;', '&').replaceAll('&amp;', '&')
  return { nonce: read('nonce'), endpoint: new URL(read('endpoint'), site.url).href, request }
}

test('neither another guest nor another site can switch protection on', async ({ site, playwright }) => {
  const [one, two] = await Promise.all([0, 1].map(async () => guest(site, await playwright.request.newContext())))
  const send = (nonce: string, headers: Record<string, string> = {}) => two!.request.post(two!.endpoint, { form: { token: '', nonce }, headers })

  expect(one!.nonce).not.toBe(two!.nonce)
  expect((await send(one!.nonce)).status()).toBe(403)
  expect((await send(two!.nonce, { 'Sec-Fetch-Site': 'cross-site' })).status()).toBe(403)
  expect((await send(two!.nonce)).status()).toBe(200)
})

test('the form that finds an order by number and e-mail address does not give its key away', async ({ site, page }) => {
  const { id } = await placeOrder(site)
  await site.runQueue()

  await page.goto(`${site.shop.pages['order-tracking']}`)
  await page.locator('#orderid').fill(String(id))
  await page.locator('#order_email').fill('bo@example.com')
  await page.locator('[name=track]').click()

  const tracking = page.locator('storefront-tracking')
  await expect(tracking).toHaveAttribute('order-number', String(id))
  await expect(tracking).not.toHaveAttribute('order-key')
})

test('the thanks of a failed order show no tracking', async ({ site, page }) => {
  const { received } = await placeOrder(site, { status: 'failed' })

  await page.goto(received)

  await expect(page.locator('body')).toContainText(/your order cannot be processed/i)
  await expect(page.locator('storefront-tracking')).toHaveCount(0)
})

test('hooks that other plugins fire with less do not end the page, and previews of mails have no link', async ({ site }) => {
  const { id } = await placeOrder(site)
  const printed = await site.run<string>(
    `
	$email = new stdClass();
	ob_start();
	do_action( 'woocommerce_email_after_order_table', null );
	do_action( 'woocommerce_thankyou' );
	do_action( 'woocommerce_checkout_create_order_fee_item', null );
	do_action( 'woocommerce_cart_calculate_fees' );
	apply_filters( 'woocommerce_update_order_review_fragments', null );
	add_filter( 'woocommerce_is_email_preview', '__return_true' );
	do_action( 'woocommerce_email_after_order_table', wc_get_order( ${id} ), false, false, $email );
	return ob_get_clean();`,
  )

  expect(printed).toBe('')
})

test('a shop without WooCommerce goes on, and the plugin with it once WooCommerce is back', async ({ site, page }) => {
  await site.deactivate('woocommerce/woocommerce.php')
  try {
    expect((await page.goto(`/?${randomUUID()}`))!.status()).toBe(200)
    await expect(page.locator('script[src$="/widgets.js"]')).toHaveCount(0)
  } finally {
    await site.activate('woocommerce/woocommerce.php')
  }
  await page.goto('/')
  await expect(page.locator('script[src$="/widgets.js"]')).toHaveCount(1)
})

test('every function and class that the plugin takes from WordPress and WooCommerce exists', async ({ site }) => {
  const { functions, classes } = platformNames
  const missing = await site.run(
    `require_once ABSPATH . 'wp-admin/includes/upgrade.php'; return array_merge( array_values( array_filter( ${phpArray(functions)}, fn( $name ) => ! function_exists( $name ) ) ), array_values( array_filter( ${phpArray(classes)}, fn( $name ) => ! class_exists( $name ) ) ) );`,
    { user: 1, admin: true },
  )

  expect(missing).toEqual([])
})

const phpArray = (names: readonly string[]) => `array( ${names.map((name) => `'${name}'`).join(', ')} )`
