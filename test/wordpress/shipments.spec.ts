// Shipments, from each place where shops keep tracking numbers.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { realWooCommerce } from './machine.ts'
import { parcelsOf, type Parcel } from './parcels.ts'
import { placeOrder } from './placing.ts'
import type { Site } from './site.ts'

/** The ids of an order with two mugs and a vase, and of its lines. */
interface Ordered {
  id: number
  mug: number
  vase: number
}

async function orderMugsAndVase(site: Site): Promise<Ordered> {
  const { id } = await placeOrder(site)
  const [mug, vase] = await site.run<[number, number]>(`
	$order = wc_get_order( ${id} );
	current( $order->get_items() )->set_props( array( 'quantity' => 2, 'subtotal' => '68.00', 'total' => '68.00' ) );
	$vase = new WC_Order_Item_Product();
	$vase->set_props( array( 'name' => 'Vase', 'product_id' => ${site.shop.products.vase}, 'quantity' => 1, 'subtotal' => '62.00', 'total' => '62.00' ) );
	$order->add_item( $vase );
	$order->set_total( 130 );
	$order->save();
	return array_keys( wc_get_order( ${id} )->get_items() );`)
  return { id, mug, vase }
}

/** Sets fields of an order, as plugins do. */
const setFields = (site: Site, id: number, fields: Record<string, string>) =>
  site.run(`
	$order = wc_get_order( ${id} );
	${Object.entries(fields)
    .map(([name, value]) => `$order->update_meta_data( '${name}', ${value} );`)
    .join('\n\t')}
	$order->save();`)

/** Expects these parcels of an order at the service, once the shop has reported it. */
async function expectParcels(site: Site, stack: Parameters<typeof parcelsOf>[0], id: number, parcels: Parcel[]) {
  await site.runQueue()
  await expect.poll(() => parcelsOf(stack, id)).toEqual(parcels)
}

/** Adds a plugin of the shop, and returns what removes it. */
function addPlugin(site: Site, name: string, code: string) {
  const file = join(site.folder, 'site/wp-content/mu-plugins', `${name}.php`)
  writeFileSync(file, `<?php\n${code}`)
  return () => rmSync(file)
}

const all = ['2 Mug', '1 Vase']

/** The fields of an order in which a plugin keeps tracking numbers, as PHP, and the parcels that they are. */
const fieldsOfPlugins: Record<string, (ordered: Ordered) => { fields: Record<string, string>; parcels: Parcel[] }> = {
  'WooCommerce Shipment Tracking': () => ({
    fields: {
      _wc_shipment_tracking_items: `array( array( 'tracking_provider' => '', 'custom_tracking_provider' => 'Bike & Co', 'custom_tracking_link' => 'https://bike.example/B1', 'tracking_number' => 'B1', 'date_shipped' => '1795000000', 'tracking_id' => md5( 'B1' ) ) )`,
    },
    parcels: [{ number: 'B1', company: 'Bike & Co', url: 'https://bike.example/B1', goods: all }],
  }),
  'Advanced Shipment Tracking': ({ mug, vase }) => ({
    fields: {
      _wc_shipment_tracking_items: `array(
	array( 'tracking_provider' => 'usps', 'custom_tracking_provider' => '', 'tracking_number' => 'A1', 'date_shipped' => 1795000000, 'tracking_id' => md5( 'A1' ), 'products_list' => array( (object) array( 'product' => 1, 'item_id' => ${mug}, 'qty' => 1 ) ) ),
	array( 'tracking_provider' => 'usps', 'custom_tracking_provider' => '', 'tracking_number' => 'A2', 'date_shipped' => 1795000000, 'tracking_id' => md5( 'A2' ), 'products_list' => array( (object) array( 'product' => 1, 'item_id' => ${mug}, 'qty' => 1 ), (object) array( 'product' => 2, 'item_id' => ${vase}, 'qty' => 1 ) ) ),
)`,
    },
    parcels: [
      { number: 'A1', company: 'usps', url: '', goods: ['1 Mug'] },
      { number: 'A2', company: 'usps', url: '', goods: ['1 Mug', '1 Vase'] },
    ],
  }),
  'Orders Tracking of VillaTheme, for the whole order': () => ({
    fields: { _wot_tracking_number: `'V1'`, _wot_tracking_carrier: `'dhl'` },
    parcels: [{ number: 'V1', company: 'dhl', url: '', goods: all }],
  }),
  'YITH Order & Shipment Tracking': () => ({
    fields: { ywot_tracking_code: `'Y1'`, ywot_carrier_name: `'GLS'`, ywot_pick_up_date: `'2026-11-20'` },
    parcels: [{ number: 'Y1', company: 'GLS', url: '', goods: all }],
  }),
}

for (const [plugin, keep] of Object.entries(fieldsOfPlugins)) {
  test(`a tracking number of ${plugin} reaches the service, and leaves its parcel empty once it is removed`, async ({ site, stack }) => {
    const ordered = await orderMugsAndVase(site)
    const { fields, parcels } = keep(ordered)

    await setFields(site, ordered.id, fields)
    await expectParcels(site, stack, ordered.id, parcels)

    await site.run(`
	$order = wc_get_order( ${ordered.id} );
	foreach ( array( '${Object.keys(fields).join("', '")}' ) as $name ) $order->delete_meta_data( $name );
	$order->save();`)
    await expectParcels(
      site,
      stack,
      ordered.id,
      parcels.map((parcel) => ({ ...parcel, goods: [] })),
    )
  })
}

/** What a plugin offers to others, and which therefore knows the names and the pages of carriers. */
const plugins: Record<string, string> = {
  'WooCommerce Shipment Tracking': `
class WC_Shipment_Tracking_Actions {
	public static function get_instance() {
		return new self();
	}
	public function get_tracking_items( $order_id, $formatted = false ) {
		$items = wc_get_order( $order_id )->get_meta( '_wc_shipment_tracking_items' );
		foreach ( $formatted ? array_keys( $items ) : array() as $place )
			$items[ $place ] += array( 'formatted_tracking_provider' => 'Royal Mail', 'formatted_tracking_link' => 'https://royal.example/' . $items[ $place ]['tracking_number'] );
		return $items;
	}
}`,
  'Advanced Shipment Tracking': `
function ast_get_tracking_items( $order_id ) {
	$items = wc_get_order( $order_id )->get_meta( '_wc_shipment_tracking_items' );
	foreach ( array_keys( $items ) as $place )
		$items[ $place ] += array( 'formatted_tracking_provider' => 'Royal Mail', 'ast_tracking_link' => 'https://royal.example/' . $items[ $place ]['tracking_number'] );
	return $items;
}`,
}
for (const [plugin, code] of Object.entries(plugins)) {
  test(`while ${plugin} is active, it names the carrier and its page`, async ({ site, stack }) => {
    const removePlugin = addPlugin(site, 'tracking-plugin', code)
    try {
      const { id } = await orderMugsAndVase(site)
      const item = `array( 'tracking_provider' => 'royal-mail', 'custom_tracking_provider' => '', 'custom_tracking_link' => '', 'tracking_number' => 'R1', 'date_shipped' => '1795000000', 'tracking_id' => md5( 'R1' ) )`
      await setFields(site, id, { _wc_shipment_tracking_items: `array( ${item} )` })

      await expectParcels(site, stack, id, [{ number: 'R1', company: 'Royal Mail', url: 'https://royal.example/R1', goods: all }])
    } finally {
      removePlugin()
    }
  })
}

/** Sets a field of a line past its order, as VillaTheme's plugin does. */
const setItemField = (site: Site, item: number, name: string, entries: object[]) =>
  site.run(`wc_update_order_item_meta( ${item}, '_vi_wot_order_item_tracking_data${name}', '${JSON.stringify(entries)}' );`)

/** A number as VillaTheme's plugin keeps it. */
const entry = (number: string) => ({
  tracking_number: number,
  carrier_slug: 'dhl',
  carrier_url: 'https://dhl.example/{tracking_number}?zip={postal_code}',
  carrier_name: 'DHL',
  carrier_type: 'define-carrier',
  time: 1_795_000_000,
})
const dhl = (number: string, goods: string[]): Parcel => ({ number, company: 'DHL', url: `https://dhl.example/${number}?zip=94607`, goods })

test('a number that several lines have in Orders Tracking of VillaTheme is one parcel with these lines; the last number of a line is valid', async ({
  site,
  stack,
}) => {
  const { id, mug, vase } = await orderMugsAndVase(site)
  await site.runQueue()

  await setItemField(site, mug, '', [entry('D1')])
  await setItemField(site, vase, '', [entry('D1')])
  await expectParcels(site, stack, id, [dhl('D1', all)])

  await setItemField(site, vase, '', [entry('D1'), entry('D2')])
  await expectParcels(site, stack, id, [dhl('D1', ['2 Mug']), dhl('D2', ['1 Vase'])])
})

test('Orders Tracking of VillaTheme can give each piece of a line a number, and the rest that of the order', async ({ site, stack }) => {
  const { id, mug } = await orderMugsAndVase(site)
  await setFields(site, id, { _wot_tracking_number: `'V1'`, _wot_tracking_carrier: `'dhl'` })

  await setItemField(site, mug, '', [entry('D1')])
  await setItemField(site, mug, '_by_quantity', [entry('D2')])

  await expectParcels(site, stack, id, [dhl('D1', ['1 Mug']), dhl('D2', ['1 Mug']), { number: 'V1', company: 'dhl', url: '', goods: ['1 Vase'] }])
})

test('fulfillments of WooCommerce reach the service with their lines once they are fulfilled, and empty once they are deleted', async ({ site, stack }) => {
  const { id, mug, vase } = await orderMugsAndVase(site)
  const feature = (is: 'yes' | 'no') => site.run(`update_option( 'woocommerce_feature_fulfillments_enabled', '${is}' );`)
  /** Sends a request of the REST API, and resolves to the id of the fulfillment. */
  const send = (method: string, path = '', body: object = {}) =>
    site.run<number>(
      `
	$request = new WP_REST_Request( '${method}', '/wc/v3/orders/${id}/fulfillments${path}' );
	$request->set_header( 'Content-Type', 'application/json' );
	$request->set_body( '${JSON.stringify(body)}' );
	$response = rest_do_request( $request );
	if ( $response->is_error() ) throw new Exception( wp_json_encode( $response->get_data() ) );
	$data = $response->get_data();
	return $data['id'] ?? $data['fulfillment']['id'] ?? $data['fulfillment_id'] ?? 0;`,
      { user: 1 },
    )
  const meta = Object.entries({
    _tracking_number: 'F1',
    _shipment_provider: 'ups',
    _tracking_url: 'https://ups.example/F1',
    _items: [
      { item_id: mug, qty: 1 },
      { item_id: vase, qty: 1 },
    ],
  }).map(([key, value]) => ({ id: 0, key, value }))
  const parcel = { number: 'F1', company: 'ups', url: 'https://ups.example/F1', goods: ['1 Mug', '1 Vase'] }

  await feature('yes')
  try {
    const fulfillment = await send('POST', '', { status: 'unfulfilled', is_fulfilled: false, meta_data: meta })
    await site.runQueue()
    expect(await site.run('return storefront_waiting_count();')).toBe(0)
    expect(await parcelsOf(stack, id)).toEqual([])

    await send('PUT', `/${fulfillment}`, { status: 'fulfilled', is_fulfilled: true, meta_data: meta })
    await expectParcels(site, stack, id, [parcel])

    await send('DELETE', `/${fulfillment}`)
    await expectParcels(site, stack, id, [{ ...parcel, goods: [] }])
  } finally {
    await feature('no')
  }
})

// The stand-in keeps no orders in posts.
if (realWooCommerce) {
  test('a tracking number that a plugin writes into the post of an order reaches the service', async ({ site, stack }) => {
    const storage = (own: 'yes' | 'no') =>
      site.sql(`replace into wordpress.wp_options (option_name, option_value, autoload) values ('woocommerce_custom_orders_table_enabled', '${own}', 'yes')`)
    storage('no')
    try {
      const { id } = await orderMugsAndVase(site)
      await site.runQueue()
      expect(await site.run(`return get_post_type( ${id} );`)).toBe('shop_order')

      await site.run(`update_post_meta( ${id}, '_wot_tracking_number', 'P1' );`)

      await expectParcels(site, stack, id, [{ number: 'P1', company: 'Other', url: '', goods: all }])
    } finally {
      storage('yes')
    }
  })
}
