<?php
/** Sets up a small shop in US dollars, and returns its products and pages by name. Runs in the real WooCommerce and in the stand-in. */

// The first visit of the back office does this, and then orders have tables of their own, as in each new shop.
if ( is_callable( array( 'WC_Install', 'newly_installed' ) ) ) {
	WC_Install::newly_installed();
}

$settings = array(
	'woocommerce_default_country'             => 'US:CA',
	'woocommerce_store_address'               => '1 Kiln St',
	'woocommerce_store_city'                  => 'Oakland',
	'woocommerce_store_postcode'              => '94607',
	'woocommerce_currency'                    => 'USD',
	'woocommerce_weight_unit'                 => 'kg',
	'woocommerce_coming_soon'                 => 'no',
	'woocommerce_onboarding_profile'          => array( 'skipped' => true ),
	'woocommerce_enable_guest_checkout'       => 'yes',
	'woocommerce_cod_settings'                => array(
		'enabled' => 'yes',
		'title'   => 'Cash on delivery',
	),
	'woocommerce_allow_tracking'              => 'no',
	'woocommerce_show_marketplace_suggestions' => 'no',
	'woocommerce_checkout_phone_field'        => 'optional',
	'blogname'                                => 'Kiln & Paper',
);
foreach ( $settings as $name => $value ) {
	update_option( $name, $value );
}
WC_Install::create_pages();

$zone = new WC_Shipping_Zone();
$zone->set_zone_name( 'US' );
$zone->add_location( 'US', 'country' );
$zone->save();
$flat = $zone->add_shipping_method( 'flat_rate' );
update_option(
	"woocommerce_flat_rate_{$flat}_settings",
	array(
		'title'      => 'Flat rate',
		'cost'       => '5',
		'tax_status' => 'none',
	)
);
$pickup = $zone->add_shipping_method( 'local_pickup' );
update_option(
	"woocommerce_local_pickup_{$pickup}_settings",
	array(
		'title' => 'Local pickup',
		'cost'  => '0',
	)
);

$products = array();
$goods    = array(
	'mug'    => array( 'Mug', '34.00', array( 'weight' => '0.4' ) ),
	'vase'   => array( 'Vase', '62.00', array( 'weight' => '1.5' ) ),
	'course' => array( 'Course', '20.00', array( 'virtual' => true ) ),
	// No weight, as many shops leave it.
	'card'   => array( 'Card', '5.00', array() ),
);
foreach ( $goods as $key => list( $name, $price, $more ) ) {
	$product = new WC_Product_Simple();
	$product->set_name( $name );
	$product->set_regular_price( $price );
	$product->set_status( 'publish' );
	foreach ( $more as $field => $value ) {
		$product->{"set_$field"}( $value );
	}
	$product->save();
	$products[ $key ] = $product->get_id();
}

$pages = array();
foreach ( array(
	'cart-classic'     => '[woocommerce_cart]',
	'checkout-classic' => '[woocommerce_checkout]',
	'order-tracking'   => '[woocommerce_order_tracking]',
) as $slug => $shortcode ) {
	$page = wp_insert_post(
		array(
			'post_type'    => 'page',
			'post_status'  => 'publish',
			'post_title'   => $slug,
			'post_name'    => $slug,
			'post_content' => "<!-- wp:shortcode -->$shortcode<!-- /wp:shortcode -->",
		)
	);
	$pages[ $slug ] = get_permalink( $page );
}
foreach ( array( 'cart', 'checkout', 'myaccount' ) as $name ) {
	$pages[ $name ] = get_permalink( wc_get_page_id( $name ) );
}
wc_create_new_customer( 'mira@example.com', 'mira', 'mira-pass-1' );
flush_rewrite_rules();
return compact( 'products', 'pages', 'flat', 'pickup' );
