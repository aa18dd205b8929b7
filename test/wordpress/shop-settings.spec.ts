import { startStack } from '../stack.ts'
import { connectTo, expect, test, webhookSecret } from './fixtures.ts'

const rate = `WC_Tax::_insert_tax_rate( array( 'tax_rate_country' => 'US', 'tax_rate_state' => '', 'tax_rate' => '10.0000', 'tax_rate_name' => 'Tax', 'tax_rate_priority' => 1, 'tax_rate_compound' => 0, 'tax_rate_shipping' => 0, 'tax_rate_order' => 1, 'tax_rate_class' => '' ) );`

test('the offer follows the shop: its taxes, quantities and language', async ({ site, playwright }) => {
  const request = await playwright.request.newContext()
  const cart = async (query = '') => (await request.get(site.shop.pages['cart-classic'] + query)).text()
  const add = (product: number, quantity: number) => request.get(`${site.url}/?add-to-cart=${product}&quantity=${quantity}`)
  await add(site.shop.products.mug, 2)
  // What does not ship is not protected.
  await add(site.shop.products.course, 1)

  expect(await cart()).toContain('data-amount="6800"')

  await site.run(`update_option( 'woocommerce_calc_taxes', 'yes' ); ${rate}`)
  try {
    expect(await cart(), 'taxes on top of prices').toContain('data-amount="6800"')
    await site.run(`update_option( 'woocommerce_prices_include_tax', 'yes' );`)
    expect(await cart(), 'taxes in prices').toContain('data-amount="6800"')
  } finally {
    await site.run(`update_option( 'woocommerce_calc_taxes', 'no' ); update_option( 'woocommerce_prices_include_tax', 'no' );`)
  }

  await site.run(`update_option( 'woocommerce_ship_to_countries', 'disabled' );`)
  try {
    expect(await cart(), 'the shop ships nothing').toContain('data-amount="0"')
  } finally {
    await site.run(`update_option( 'woocommerce_ship_to_countries', '' );`)
  }

  const german = await cart('?test-locale=de_DE')
  expect(german).toMatch(/Versandschutz, nicht gewählt: \$\d/)
  expect(german).toContain('lang="de-DE"')
})

test('a proxy that does not answer holds no page up, and its price is then requested by the page', async ({ site, stack, page, playwright }) => {
  const request = await playwright.request.newContext()
  await request.get(`${site.url}/?add-to-cart=${site.shop.products.mug}`)
  await stack.fault({ match: { path: '/protection' }, hold: true })
  site.configure({ TEST_HURRY: true })
  try {
    const html = await (await request.get(site.shop.pages['cart-classic'])).text()
    expect(html).toContain('quote=""')
    expect(html).toMatch(/<link rel="preload" as="fetch" crossorigin href="[^"]*\/v1\/protection\/quotes\?cents=3400/)
  } finally {
    await stack.mend()
    site.configure({ TEST_HURRY: undefined })
    await site.run(`delete_transient( 'storefront_quotes_pause' );`)
  }
  await page.context().addCookies((await request.storageState()).cookies)
  await page.goto(site.shop.pages['cart-classic'])
  await expect(page.locator('storefront-protection').getByRole('switch')).toBeEnabled()
})

test('later payments of a subscription are not charged for the protection of the first order', async ({ site }) => {
  const fees = await site.run<{ now: number; later: number }>(`
	wc_load_cart();
	WC()->cart->add_to_cart( ${site.shop.products.mug} );
	storefront_choose( storefront_request_quote( 3400, 'USD' )['token'] );
	WC()->cart->calculate_totals();
	// As WooCommerce Subscriptions makes the cart of later payments.
	$later = clone WC()->cart;
	$later->recurring_cart_key = 'monthly';
	$later->fees_api()->remove_all_fees();
	$later->calculate_totals();
	return array( 'now' => count( WC()->cart->get_fees() ), 'later' => count( $later->get_fees() ) );`)

  expect(fees).toEqual({ now: 1, later: 0 })
})

test('a shop that shows no cents offers no protection, and its connection test says why', async ({ site, playwright }) => {
  const request = await playwright.request.newContext()
  await request.get(`${site.url}/?add-to-cart=${site.shop.products.mug}`)
  const findings = () => site.run<string[][]>('return storefront_test_connection();', { user: 1, admin: true })
  await site.run(`update_option( 'woocommerce_price_num_decimals', 0 );`)
  try {
    const html = await (await request.get(site.shop.pages['cart-classic'])).text()
    expect(html).toContain('data-amount="0"')
    expect(html).toMatch(/class="storefront-protection"\s+hidden/)
    expect(await findings()).toContainEqual(['bad', expect.stringContaining('too few decimals'), expect.stringContaining('Number of decimals to 2')])
  } finally {
    await site.run(`update_option( 'woocommerce_price_num_decimals', 2 );`)
  }
  expect((await findings()).map(([, found]) => found)).not.toContainEqual(expect.stringContaining('too few decimals'))
})

test('a page with the protection block or shortcode is kept from caches: it shows the price of one cart', async ({ site, playwright }) => {
  const pages = await site.run<string[]>(
    `return array_map( fn( $content ) => get_permalink( wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Offer', 'post_content' => $content ) ) ), array( '<!-- wp:storefront-widgets/protection /-->', '[storefront_protection]' ) );`,
    { user: 1, admin: true },
  )
  const request = await playwright.request.newContext()
  await request.get(`${site.url}/?add-to-cart=${site.shop.products.mug}`)

  for (const page of pages) {
    const answer = await request.get(page)
    expect(await answer.text()).toContain('data-nonce=')
    expect(answer.headers()['cache-control']).toMatch(/no-cache|no-store/)
  }
})

test('a key for sign-in without its name is refused when it is saved, and never leaves the shop', async ({ site, stack, playwright }) => {
  const nameless = 'c2VjcmV0LW9mLXRoaXMtc2hvcC1wdWJsaWMtYW5kLXdvcnRobGVzcw'
  const saved = await site.run<{ stored: string; errors: string[] }>(
    `$stored = storefront_sanitize_settings( array( 'assertion_key' => '${nameless}' ) ); return array( 'stored' => $stored['assertion_key'], 'errors' => array_column( get_settings_errors( 'storefront_settings' ), 'message' ) );`,
    { user: 1, admin: true },
  )
  expect(saved).toEqual({ stored: '', errors: [expect.stringContaining('a name, a colon')] })

  site.configure({ STOREFRONT_ASSERTION_KEY: nameless })
  try {
    const request = await playwright.request.newContext()
    const answer = await request.get(`${site.url}/?wc-ajax=storefront_assertion`)
    expect(await answer.text()).not.toContain('assertion')
    const findings = await site.run<string[][]>('return storefront_test_connection();', { user: 1, admin: true })
    expect(findings).toContainEqual(['bad', expect.stringContaining('not in its form'), expect.stringContaining('a name, a colon')])
  } finally {
    site.configure(connectTo(stack))
  }
})

test('a shop whose proxy offers tracking alone says nothing of protection and credits', async ({ site, stack, page }) => {
  const without = ['PROTECTION_BASE_URL', 'PROTECTION_API_KEY', 'LOYALTY_BASE_URL', 'LOYALTY_API_KEY', 'LOYALTY_WEBHOOK_TOKENS']
  const settings = { ...Object.fromEntries(without.map((name) => [name, undefined])), WOOCOMMERCE_SECRETS: webhookSecret }
  const other = await startStack({ origins: [site.url], settings })
  site.configure(connectTo(other))
  try {
    await page.request.get(`${site.url}/?add-to-cart=${site.shop.products.mug}`)
    for (const address of [site.shop.pages['cart-classic'], site.shop.pages.cart]) {
      await page.goto(address)
      await expect(page.locator('storefront-protection')).toHaveCount(1)
      await expect(page.locator('.storefront-protection')).toBeHidden()
    }
    await page.goto(site.shop.pages.myaccount)
    await page.locator('#username').fill('mira')
    await page.locator('#password').fill('mira-pass-1')
    await page.locator('button[name=login]').click()
    await expect(page.locator('storefront-loyalty')).toHaveCount(1)
    await expect(page.getByText('Your credits and benefits')).toBeHidden()
  } finally {
    site.configure(connectTo(stack))
    await site.run(`delete_transient( 'storefront_quotes_pause' );`)
    await other.stop()
  }
})
