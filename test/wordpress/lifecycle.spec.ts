import { nonceOf, signIn } from './back-office.ts'
import { connectTo, expect, test } from './fixtures.ts'
import { startFirewall } from './firewall.ts'
import { realWooCommerce } from './machine.ts'
import { placeOrder } from './placing.ts'
import { pluginFile, type Site } from './site.ts'
import { until } from '../until.ts'
import { protection } from '../../src/contract/protection.ts'
import type { Stack } from '../stack.ts'

/** Whether the service knows the order. */
const isKnown = async (stack: Stack, id: number) => {
  const { orders } = await stack.state<{ orders: { shop_order_id: string }[] }>('orders')
  return orders.some(({ shop_order_id }) => shop_order_id === String(id))
}
const arrives = (stack: Stack, id: number) => until(() => isKnown(stack, id), Boolean, 20)

/** What the shop says of the report of an order. */
const report = (site: Site, id: number) =>
  site.run<{ waiting: string; fault: string }>(`return storefront_outbox_row( ${id} ) ?? array( 'waiting' => '0', 'fault' => '' );`)

test('deactivated, the plugin does nothing; what waited and what changed meanwhile is reported once it is active again', async ({ site, stack, page }) => {
  site.configure({ STOREFRONT_PROXY_URL: 'http://127.0.0.1:9' })
  const waiting = await placeOrder(site)
  await site.runQueue()
  expect(await report(site, waiting.id)).toMatchObject({ waiting: '1' })
  site.configure(connectTo(stack))

  await site.deactivate()
  const meanwhile = await placeOrder(site)
  await site.runQueue(600)
  await page.goto(site.shop.pages['cart-classic'])
  await expect(page.locator('script[src*="protection.js"]')).toHaveCount(0)
  expect(await isKnown(stack, waiting.id)).toBe(false)
  expect(site.sql(`select count(*) from wordpress.wp_actionscheduler_actions where hook like 'storefront%' and status = 'pending'`)).toBe('0')

  await site.activate()
  await site.run('storefront_plan_comparison();', { admin: true })
  await site.runQueue()
  await arrives(stack, waiting.id)
  // The daily comparison finds what no request has noted.
  await site.runQueue(2 * 3600)
  await arrives(stack, meanwhile.id)
  expect(await site.run('return get_option( "storefront_compared" );')).toMatchObject({ missing: 1 })
})

/** What may be under way at the proxy when the plugin is deactivated: how it gets due, how many seconds later. */
const underWay: Record<string, [(site: Site, id: number) => Promise<unknown>, number]> = {
  'the delivery of an order': [(site, id) => site.run(`wc_get_order( ${id} )->update_status( 'completed' );`), 0],
  'the daily comparison': [(site) => site.run('storefront_plan_comparison();', { admin: true }), 2 * 3600],
}
for (const [what, [plan, secondsLater]] of Object.entries(underWay)) {
  test(`deactivated during ${what}, the plugin plans nothing afterwards`, async ({ site, stack }) => {
    const { id } = await placeOrder(site)
    await site.runQueue()
    await arrives(stack, id)
    let asked = 0
    let answer!: () => void
    const deactivated = new Promise<void>((resolve) => (answer = resolve))
    const firewall = await startFirewall(stack.proxy, async () => {
      asked += 1
      await deactivated
      return true
    })
    site.configure({ STOREFRONT_PROXY_URL: firewall.address })
    try {
      await plan(site, id)
      const queue = site.runQueue(secondsLater)
      await until(async () => asked, Boolean)
      await site.deactivate()
      answer()
      await queue

      expect(site.sql(`select hook from wordpress.wp_actionscheduler_actions where hook like 'storefront%' and status = 'pending'`)).toBe('')
    } finally {
      answer()
      site.configure(connectTo(stack))
      await site.activate()
      await firewall.stop()
    }
  })
}

const unattended: Record<string, (site: Site) => unknown> = {
  'a request without a user': (site) => site.activate(pluginFile, 0),
  'the command line': (site) => site.runOnCommandLine(`exit( is_wp_error( activate_plugin( '${pluginFile}' ) ) ? 1 : 0 );`),
}
for (const [way, activate] of Object.entries(unattended)) {
  test(`activated by ${way}, the plugin reports orders`, async ({ site, stack }) => {
    await site.deactivate()
    await activate(site)

    const { id } = await placeOrder(site)
    site.runOnCommandLine(`define( 'DOING_CRON', true ); ActionScheduler_QueueRunner::instance()->run();`)

    await arrives(stack, id)
  })
}

test('a proxy at a port that WordPress closes to webhooks gets the orders', async ({ site, stack }) => {
  site.configure({ TEST_PUBLIC_ONLY: true })
  try {
    const asWebhook = await site.run<string>(
      `$answer = wp_safe_remote_get( storefront_proxy_url() . '/livez' ); return is_wp_error( $answer ) ? $answer->get_error_message() : 'answered';`,
    )
    expect(asWebhook).toBe('A valid URL was not provided.')

    const { id } = await placeOrder(site)
    await site.runQueue()

    await arrives(stack, id)
  } finally {
    site.configure({ TEST_PUBLIC_ONLY: undefined })
  }
})

test('e-mails link to a tracking page that was saved while the plugin was off', async ({ site }) => {
  await site.deactivate()
  const page = await site.run<{ id: number; address: string }>(
    `
	delete_option( 'storefront_tracking_page' );
	$id = wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Where is it?', 'post_content' => '[storefront_tracking]' ) );
	return array( 'id' => $id, 'address' => get_permalink( $id ) );`,
    { user: 1, admin: true },
  )
  await site.activate()
  try {
    await placeOrder(site)

    const [mail] = site.mails.filter(({ to }) => String(to) === 'bo@example.com').slice(-1)
    expect(mail!.message).toContain(`href="${page.address}#`)
  } finally {
    await site.run(`wp_delete_post( ${page.id}, true ); delete_option( 'storefront_tracking_page' );`, { user: 1, admin: true })
  }
})

test('links to orders that the proxy makes lead to the page that the plugin makes, also in a German shop', async ({ page, site, stack }) => {
  const { id } = await placeOrder(site)
  await arrives(stack, id)
  await site.run(
    `$page = (int) get_option( 'storefront_tracking_page' ); if ( $page ) wp_delete_post( $page, true ); delete_option( 'storefront_tracking_page' );`,
    { user: 1, admin: true },
  )
  await signIn(page.context(), site)
  const nonce = await nonceOf(page.context(), site, 'storefront_make_tracking_page')

  await page.goto(`${site.url}/wp-admin/admin-post.php?action=storefront_make_tracking_page&_wpnonce=${nonce}&test-locale=de_DE`)

  expect(await site.run(`return get_the_title( (int) get_option( 'storefront_tracking_page' ) );`)).toBe('Bestellung verfolgen')
  const { url } = await stack.backend.linkOrder({ shopOrderId: String(id), order_number: String(id), email: 'bo@example.com' })
  const { pathname, hash } = new URL(url)
  await page.goto(`${site.url}${pathname}${hash}`)
  await expect(page.locator('storefront-tracking')).toContainText('Mug')
})

test('a wrong secret and a wrong address hold reports up, say why, and lose nothing', async ({ site, stack }) => {
  site.configure({ STOREFRONT_WEBHOOK_SECRET: 'another-secret-public-and-worthless' })
  const first = await placeOrder(site)
  await site.runQueue()
  expect(await report(site, first.id)).toMatchObject({ waiting: '1', fault: expect.stringMatching(/401|signature/i) })
  const findings = await site.run<string[][]>('return storefront_test_connection();', { user: 1, admin: true })
  expect(findings.filter(([kind]) => kind === 'bad').map(([, found]) => found)).toContainEqual(expect.stringContaining('does not accept reports'))

  site.configure({ ...connectTo(stack), STOREFRONT_PROXY_URL: 'http://127.0.0.1:9' })
  const second = await placeOrder(site)
  await site.runQueue(600)
  expect(await report(site, second.id)).toMatchObject({ waiting: '1' })
  const [address] = await site.run<string[][]>('return storefront_test_connection();', { user: 1, admin: true })
  expect(address).toEqual(['bad', expect.stringContaining('The proxy does not answer'), expect.stringContaining('firewall')])

  site.configure(connectTo(stack))
  await site.runQueue(600)
  await arrives(stack, first.id)
  await arrives(stack, second.id)
})

test('an order that waits for three days is protected once the proxy is back', async ({ site, stack }) => {
  const { token } = await stack.browser(protection, { origin: site.url }).quoteProtection({ cents: 3400, currency: 'USD' })
  const day = 24 * 3600
  site.configure({ STOREFRONT_PROXY_URL: 'http://127.0.0.1:9' })
  const { id } = await placeOrder(site, { token })
  for (const _ of [1, 2, 3]) await site.runQueue(day)
  expect(await report(site, id)).toMatchObject({ waiting: '1', waiting_since: expect.stringMatching(/^\d+$/) })

  site.configure(connectTo(stack))
  await site.runQueue(day / 24)

  await arrives(stack, id)
  const { orders } = await stack.state<{ orders: { shop_order_id: string; is_protected: boolean }[] }>('orders')
  expect(orders.find(({ shop_order_id }) => shop_order_id === String(id))).toMatchObject({ is_protected: true })
})

test('the key of an order is with nobody else: neither in its report nor in what other receivers get', async ({ site }) => {
  const { id } = await placeOrder(site)
  await site.runQueue()
  expect(await site.run<string>(`return storefront_key( wc_get_order( ${id} ) );`)).not.toBe('')

  const report = await site.run<string>(
    `$order = wc_get_order( ${id} ); $order->update_meta_data( '_storefront_key', 'of an earlier version' ); $order->save(); return storefront_report( wc_get_order( ${id} ), 1 );`,
  )

  expect(report).not.toContain('_storefront_key')
  expect(report).not.toContain(await site.run<string>(`return storefront_key( wc_get_order( ${id} ) );`))
})

test('making the key of an order reports no change of the order', async ({ site }) => {
  const { id } = await placeOrder(site)
  await site.runQueue()
  const changed = await site.run<number>(`return wc_get_order( ${id} )->get_date_modified()->getTimestamp();`)
  site.sql(`update wordpress.wp_storefront_outbox set order_key = null where order_id = ${id}`)

  await site.run(`storefront_make_key( wc_get_order( ${id} ) );`)

  expect(await report(site, id)).toMatchObject({ waiting: '0' })
  expect(await site.run(`return wc_get_order( ${id} )->get_date_modified()->getTimestamp();`)).toBe(changed)
})

test('orders are in tables of their own, as in each new shop', async ({ site }) => {
  expect(await site.run('return Automattic\\WooCommerce\\Utilities\\OrderUtil::custom_orders_table_usage_is_enabled();')).toBe(true)
})

test('WooCommerce knows the plugin as one that works with its order tables and blocks', async ({ site }) => {
  for (const feature of ['custom_order_tables', 'cart_checkout_blocks'])
    expect(
      await site.run<Record<string, string[]>>(`return Automattic\\WooCommerce\\Utilities\\FeaturesUtil::get_compatible_plugins_for_feature( '${feature}' );`),
    ).toMatchObject({ compatible: expect.arrayContaining([pluginFile]) })
})

test('uninstalled, the plugin leaves nothing of its own, and takes nothing of others', async ({ site }) => {
  // An option of Storefront, the theme of WooCommerce.
  await site.run(`update_option( 'storefront_nux_dismissed', 1 );`)
  const { id } = await placeOrder(site, { token: 'a-token' })
  await site.run(
    `$order = wc_get_order( ${id} ); $order->update_meta_data( '_storefront_tracking', array( array( 'number' => 'S1', 'company' => '', 'url' => '', 'at' => time() ) ) ); $order->save();`,
  )
  await site.run('storefront_make_tracking_page();', { user: 1, admin: true })
  const made = await site.run<number>(`return (int) get_option( 'storefront_made_page' );`)
  expect(made).toBeGreaterThan(0)
  await site.deactivate()

  await site.run(`define( 'WP_UNINSTALL_PLUGIN', '${pluginFile}' ); require WP_PLUGIN_DIR . '/storefront-widgets/uninstall.php';`, { user: 1, admin: true })

  try {
    const queries = [
      `select table_name from information_schema.tables where table_name like '%storefront%'`,
      `select option_name from wordpress.wp_options where option_name like '%storefront\\_%'`,
      `select hook from wordpress.wp_actionscheduler_actions where hook like 'storefront%'`,
      // The stand-in keeps the fields of an order in one row.
      ...['postmeta', ...(realWooCommerce ? ['wc_orders_meta', 'woocommerce_order_itemmeta'] : [])].map(
        (table) => `select meta_key from wordpress.wp_${table} where meta_key like '%storefront%' or meta_key = '_protection_quote'`,
      ),
    ]
    const left = queries.flatMap((query) => site.sql(query).split('\n').filter(Boolean))
    expect(left).toEqual(['storefront_nux_dismissed'])
    expect(await site.run(`return get_post( ${made} );`)).toBeNull()
  } finally {
    await site.run(`delete_option( 'storefront_nux_dismissed' );`)
    await site.activate()
  }
})
