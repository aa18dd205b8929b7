import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Site } from './site.ts'

const placeOrder = `
	$order = wc_create_order( array( 'status' => 'pending' ) );
	$product = wc_get_product( PRODUCT );
	$item = new WC_Order_Item_Product();
	$item->set_props( array( 'name' => $product->get_name(), 'product_id' => $product->get_id(), 'quantity' => 1, 'subtotal' => '34.00', 'total' => '34.00' ) );
	$order->add_item( $item );
	$way = new WC_Order_Item_Shipping();
	$way->set_props( array( 'method_title' => 'Flat rate', 'method_id' => 'flat_rate', 'total' => '0' ) );
	$order->add_item( $way );
	foreach ( array( 'billing', 'shipping' ) as $kind )
		foreach ( array( 'first_name' => 'Bo', 'last_name' => 'Berg', 'address_1' => '2 Oak St', 'city' => 'Oakland', 'state' => 'CA', 'postcode' => '94607', 'country' => 'US' ) as $name => $value )
			$order->{"set_{$kind}_$name"}( $value );
	$order->set_billing_email( 'bo@example.com' );
	$order->set_total( 34 );
	$order->set_status( 'STATUS' );
	$order->save();
	return array( 'id' => $order->get_id(), 'received' => $order->get_checkout_order_received_url() );`

const order = (site: Site, status: string) =>
  site.run<{ id: number; received: string }>(placeOrder.replace('PRODUCT', String(site.shop.products.mug)).replace('STATUS', status), { admin: true })

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
  const { id } = await order(site, 'processing')
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
  const { received } = await order(site, 'failed')

  await page.goto(received)

  await expect(page.locator('body')).toContainText(/your order cannot be processed/i)
  await expect(page.locator('storefront-tracking')).toHaveCount(0)
})

test('hooks that other plugins fire with less do not end the page, and previews of mails have no link', async ({ site }) => {
  const { id } = await order(site, 'processing')
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
