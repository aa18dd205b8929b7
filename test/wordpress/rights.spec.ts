// Who may do what the plugin adds to the back office: each action needs a right, and a nonce that was made for it.
import type { APIResponse, BrowserContext } from '@playwright/test'
import { nonceOf, orderScreen, signIn } from './back-office.ts'
import { expect, test } from './fixtures.ts'
import { placeOrder } from './placing.ts'
import type { Site } from './site.ts'

/** An action of the back office. */
interface Action {
  nonce: string
  /** Sends it as a browser does. */
  send(context: BrowserContext, nonce: string): Promise<APIResponse>
  /** What it changes. */
  state(): Promise<unknown>
}

const adminPost = (site: Site, action: string) => (context: BrowserContext, nonce: string) =>
  context.request.get(`${site.url}/wp-admin/admin-post.php?action=${action}&_wpnonce=${nonce}`, { maxRedirects: 0 })

const settings = "return get_option( 'storefront_settings', array() );"
const pages = "return (int) get_option( 'storefront_tracking_page' );"

/** Prepares each action by its name on the screen. */
const actions: Record<string, (site: Site) => Promise<Action>> = {
  async 'Report again'(site) {
    const { id } = await placeOrder(site)
    await site.runQueue()
    return {
      nonce: `storefront_report_${id}`,
      send: adminPost(site, `storefront_report&order=${id}`),
      state: () => site.run(`return storefront_outbox_row( ${id} )->changes;`),
    }
  },
  async 'Report now'(site) {
    await site.run(`update_option( 'storefront_outage', array( 'since' => time(), 'until' => time() + 600 ), false );`)
    return {
      nonce: 'storefront_deliver_now',
      send: adminPost(site, 'storefront_deliver_now'),
      state: () => site.run(`return storefront_outage()['since'] > 0;`),
    }
  },
  async 'Create the page'(site) {
    await site.run(
      `$page = (int) get_option( 'storefront_tracking_page' ); if ( $page ) wp_delete_post( $page, true ); delete_option( 'storefront_tracking_page' );`,
      {
        user: 1,
        admin: true,
      },
    )
    return { nonce: 'storefront_make_tracking_page', send: adminPost(site, 'storefront_make_tracking_page'), state: () => site.run(pages) }
  },
  async 'Save Changes'(site) {
    await site.run(`delete_option( 'storefront_settings' );`)
    return {
      nonce: 'storefront-widgets-options',
      send: (context, nonce) =>
        context.request.post(`${site.url}/wp-admin/options.php`, {
          form: { option_page: 'storefront-widgets', action: 'update', _wpnonce: nonce, 'storefront_settings[claim_page]': '7' },
          maxRedirects: 0,
        }),
      state: () => site.run(settings),
    }
  },
}

test.afterEach(({ site }) => site.run(`delete_option( 'storefront_settings' ); delete_option( 'storefront_outage' );`))

for (const [name, prepare] of Object.entries(actions)) {
  test(`"${name}" is refused to a customer, to a visitor and without its nonce, and then changes nothing`, async ({ site, browser }) => {
    const { nonce, send, state } = await prepare(site)
    const before = await state()
    const [visitor, customer, merchant] = await Promise.all([1, 2, 3].map(() => browser.newContext()))
    await signIn(customer!, site, 'mira', 'mira-pass-1')
    await signIn(merchant!, site)
    const tries: Record<string, () => Promise<APIResponse>> = {
      'a visitor': async () => send(visitor!, await nonceOf(visitor!, site, nonce)),
      'a customer': async () => send(customer!, await nonceOf(customer!, site, nonce)),
      'a customer with the nonce of a merchant': async () => send(customer!, await nonceOf(merchant!, site, nonce)),
      'a merchant with a nonce of another action': async () => send(merchant!, await nonceOf(merchant!, site, 'storefront_report_1')),
      'a merchant without a nonce': () => send(merchant!, ''),
    }

    for (const [who, attempt] of Object.entries(tries)) {
      const answer = await attempt()
      // A visitor is sent to sign in, or gets nothing; WooCommerce sends customers from the back office to their account.
      const isSentAway = answer.status() === 302 && /wp-login\.php|my-account/.test(answer.headers().location ?? '')
      expect(isSentAway || [400, 403].includes(answer.status()), `${who}: ${answer.status()} ${answer.headers().location ?? ''}`).toBe(true)
      expect(await state(), who).toEqual(before)
    }

    expect((await send(merchant!, await nonceOf(merchant!, site, nonce))).status()).toBe(302)
    expect(await state()).not.toEqual(before)
    await Promise.all([visitor, customer, merchant].map((context) => context!.close()))
  })
}

test('the settings page is for merchants, and tests the connection with a nonce alone', async ({ site, browser }) => {
  const address = `${site.url}/wp-admin/admin.php?page=storefront-widgets&test=1&_wpnonce=`
  const open = async (user?: string, password?: string, action = 'storefront_test') => {
    const context = await browser.newContext()
    if (user) await signIn(context, site, user, password)
    const answer = await context.request.get(address + (await nonceOf(context, site, action)))
    const html = await answer.text()
    await context.close()
    return { isPage: html.includes('storefront-reports'), isTested: html.includes('storefront-findings') }
  }

  expect(await open()).toEqual({ isPage: false, isTested: false })
  expect(await open('mira', 'mira-pass-1')).toEqual({ isPage: false, isTested: false })
  expect(await open('admin', 'admin-pass-1', 'another')).toEqual({ isPage: true, isTested: false })
  expect(await open('admin', 'admin-pass-1')).toEqual({ isPage: true, isTested: true })
})

test("the fields of an order's screen are stored with their own nonce alone", async ({ page, site }) => {
  const { id } = await placeOrder(site)
  await signIn(page.context(), site)
  await page.goto(await orderScreen(site, id))
  const number = page.locator('#storefront-order').getByLabel('Tracking number')

  await number.fill('N1')
  await page.locator('[name=storefront_tracking_nonce]').evaluate((field) => field.setAttribute('value', 'another'))
  await page.locator('button.save_order').first().click()
  await page.waitForLoadState()

  await page.goto(await orderScreen(site, id))
  await expect(number).toHaveValue('')
})

test("no plugin that saves orders for customers stores the fields of an order's screen for them", async ({ site }) => {
  const { id } = await placeOrder(site)
  const save = (login: string) =>
    site.run<string>(
      `
	wp_set_current_user( get_user_by( 'login', '${login}' )->ID ?? 0 );
	$_POST['storefront_tracking_nonce'] = wp_create_nonce( 'storefront_tracking' );
	$_POST['storefront_tracking']       = array( array( 'number' => 'N2' ) );
	try {
		do_action( 'woocommerce_process_shop_order_meta', ${id}, wc_get_order( ${id} ) );
	} catch ( Exception $error ) {
		// WooCommerce misses its own fields, after the plugin has read its own.
	}
	return implode( ', ', array_column( (array) ( wc_get_order( ${id} )->get_meta( '_storefront_tracking' ) ?: array() ), 'number' ) );`,
      { admin: true },
    )

  expect(await save('mira')).toBe('')
  expect(await save('admin')).toBe('N2')
})
