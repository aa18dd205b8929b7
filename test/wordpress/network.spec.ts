import { startStack } from '../stack.ts'
import { connectTo, expect, test, webhookSecret } from './fixtures.ts'
import { placeOrder } from './placing.ts'
import { pluginFile, type Site } from './site.ts'

const asAdmin = { user: 1, admin: true }

/** Turns the shop into the first of a network of shops. */
async function makeNetwork(site: Site) {
  const domain = new URL(site.url).host
  await site.run(
    `
	require_once ABSPATH . 'wp-admin/includes/network.php';
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	global $wpdb;
	foreach ( $wpdb->tables( 'ms_global' ) as $name => $table ) $wpdb->$name = $table;
	install_network();
	$result = populate_network( 1, '${domain}', 'admin@example.com', 'Shops', '/', false );
	if ( is_wp_error( $result ) ) throw new Exception( $result->get_error_message() );`,
    asAdmin,
  )
  site.configure({
    MULTISITE: true,
    SUBDOMAIN_INSTALL: false,
    DOMAIN_CURRENT_SITE: domain,
    PATH_CURRENT_SITE: '/',
    SITE_ID_CURRENT_SITE: 1,
    BLOG_ID_CURRENT_SITE: 1,
  })
}

async function endNetwork(site: Site) {
  const names = ['MULTISITE', 'SUBDOMAIN_INSTALL', 'DOMAIN_CURRENT_SITE', 'PATH_CURRENT_SITE', 'SITE_ID_CURRENT_SITE', 'BLOG_ID_CURRENT_SITE']
  site.configure(Object.fromEntries(names.map((name) => [name, undefined])))
  const ofOthers = `select table_name from information_schema.tables where table_name regexp '^wp_[0-9]+_'`
  for (const table of site.sql(ofOthers).split('\n').filter(Boolean)) site.sql(`drop table wordpress.${table}`)
  for (const table of ['blogs', 'blogmeta', 'site', 'sitemeta', 'signups', 'registration_log']) site.sql(`drop table if exists wordpress.wp_${table}`)
}

const addShop = (site: Site, path: string) =>
  site.run(
    `$made = wpmu_create_blog( '${new URL(site.url).host}', '${path}/', 'Shop', 1 ); if ( is_wp_error( $made ) ) throw new Exception( $made->get_error_message() );`,
    asAdmin,
  )

const onNetwork = (act: 'activate' | 'deactivate', file = pluginFile) =>
  act === 'activate'
    ? `$result = activate_plugin( '${file}', '', true ); if ( is_wp_error( $result ) ) throw new Exception( $result->get_error_message() );`
    : `deactivate_plugins( '${file}', false, true );`

test('in a network each shop reports its own orders, also one that was added later, and nothing runs on once the plugin is off', async ({ site, stack }) => {
  test.setTimeout(300_000)
  await site.deactivate()
  const connection = connectTo(stack)
  // Ids of orders begin again in each shop, and one proxy serves one shop.
  const own = await startStack({ origins: [site.url], settings: { WOOCOMMERCE_SECRETS: webhookSecret } })
  const { STOREFRONT_PROXY_URL, STOREFRONT_MERCHANT_KEY, STOREFRONT_WEBHOOK_SECRET } = connectTo(own)
  site.configure(Object.fromEntries(Object.keys(connection).map((name) => [name, undefined])))
  await makeNetwork(site)
  try {
    await addShop(site, '/second')
    await site.run(onNetwork('activate', 'woocommerce/woocommerce.php'), asAdmin)
    await site.run(onNetwork('activate'), asAdmin)
    await addShop(site, '/third')

    for (const path of ['/second', '/third']) {
      // The first request of a shop lets WooCommerce and the plugin set themselves up.
      await fetch(`${site.url}${path}/`)
      const product = await site.run<number>(
        `
	update_option( 'storefront_settings', array(
		'proxy_url'      => '${STOREFRONT_PROXY_URL}',
		'merchant_key'   => '${STOREFRONT_MERCHANT_KEY}',
		'webhook_secret' => '${STOREFRONT_WEBHOOK_SECRET}',
	) );
	$product = new WC_Product_Simple();
	$product->set_name( 'Mug' );
	$product->set_regular_price( '34.00' );
	$product->set_status( 'publish' );
	return $product->save();`,
        { ...asAdmin, path },
      )
      expect(await site.run<string>('return get_post( storefront_tracking_page() )->post_content;', { path }), path).toContain('storefront-widgets/tracking')

      const { id } = await placeOrder(site, { path, product })
      await site.run('ActionScheduler_QueueRunner::instance()->run();', { path })

      const row = await site.run<{ waiting: string; reported_at: string; order_key: string }>(`return storefront_outbox_row( ${id} );`, { path })
      expect(row, path).toMatchObject({ waiting: '0', reported_at: expect.stringMatching(/^[1-9]/), order_key: expect.stringMatching(/./) })
      // One more waits while the plugin is switched off.
      await placeOrder(site, { path, product })
    }
    await addShop(site, '/fourth')
    await fetch(`${site.url}/fourth/`)
    const ofFourth = () => site.sql(`select table_name from information_schema.tables where table_name = 'wp_4_storefront_outbox'`)
    expect(ofFourth()).not.toBe('')
    await site.run(`wpmu_delete_blog( get_id_from_blogname( 'fourth' ), true );`, asAdmin)
    expect(ofFourth(), 'the table goes with its shop').toBe('')

    const first = await site.run('return storefront_is_set_up();')
    expect(first, 'the first shop has settings of its own').toBe(false)

    await site.run(onNetwork('deactivate'), asAdmin)
    const pending = (table: string) => site.sql(`select hook from wordpress.${table} where hook like 'storefront%' and status = 'pending'`)
    expect(pending('wp_2_actionscheduler_actions')).toBe('')
    expect(pending('wp_3_actionscheduler_actions')).toBe('')

    await site.run(`define( 'WP_UNINSTALL_PLUGIN', '${pluginFile}' ); require WP_PLUGIN_DIR . '/storefront-widgets/uninstall.php';`, asAdmin)
    expect(site.sql(`select table_name from information_schema.tables where table_name like '%storefront%'`)).toBe('')
    for (const shop of ['wp_', 'wp_2_', 'wp_3_'])
      expect(site.sql(`select option_name from wordpress.${shop}options where option_name like 'storefront\\_%'`)).toBe('')
  } finally {
    await endNetwork(site)
    await own.stop()
    site.configure(connection)
    await site.activate()
    // WooCommerce closes a shop in which it is activated again, and the network took the addresses of its pages away.
    await site.run(`update_option( 'woocommerce_coming_soon', 'no' ); flush_rewrite_rules();`)
  }
})
