import type { Site } from './site.ts'

export interface Placed {
  id: number
  /** The address of its thank-you page. */
  received: string
}

/** Orders one mug as a checkout does, without a browser. With a token, protection for 1.50 is paid for. */
export async function placeOrder(
  site: Site,
  { status = 'processing', token = '', product = site.shop.products.mug, email = 'bo@example.com', path = '', payment = '', phone = '+15105550100' } = {},
): Promise<Placed> {
  return site.run<Placed>(
    `
	$order = wc_create_order( array( 'status' => 'pending' ) );
	$product = wc_get_product( ${product} );
	$item = new WC_Order_Item_Product();
	$item->set_props( array( 'name' => $product->get_name(), 'product_id' => $product->get_id(), 'quantity' => 1, 'subtotal' => '34.00', 'total' => '34.00' ) );
	$order->add_item( $item );
	$way = new WC_Order_Item_Shipping();
	$way->set_props( array( 'method_title' => 'Flat rate', 'method_id' => 'flat_rate', 'total' => '0' ) );
	$order->add_item( $way );
	if ( '' !== '${token}' ) {
		$fee = new WC_Order_Item_Fee();
		$fee->set_props( array( 'name' => 'Shipment protection', 'total' => '1.50', 'tax_status' => 'none' ) );
		$fee->add_meta_data( '_protection_quote', '${token}', true );
		$order->add_item( $fee );
	}
	foreach ( array( 'billing', 'shipping' ) as $kind )
		foreach ( array( 'first_name' => 'Bo', 'last_name' => 'Berg', 'address_1' => '2 Oak St', 'city' => 'Oakland', 'state' => 'CA', 'postcode' => '94607', 'country' => 'US' ) as $name => $value )
			$order->{"set_{$kind}_$name"}( $value );
	$order->set_billing_email( '${email}' );
	$order->set_billing_phone( '${phone}' );
	$order->set_total( '' === '${token}' ? 34 : 35.5 );
	// The gateways decide which status is that of a paid order.
	WC()->payment_gateways();
	$order->set_payment_method( '${payment}' );
	$order->set_status( '${status}' );
	$order->save();
	do_action( 'woocommerce_checkout_order_processed', $order->get_id(), array(), $order );
	return array( 'id' => $order->get_id(), 'received' => $order->get_checkout_order_received_url() );`,
    { admin: true, path },
  )
}
