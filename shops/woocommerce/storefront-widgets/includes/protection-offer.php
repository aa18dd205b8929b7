<?php
/** Where the offer stands: in the classic cart and checkout, and before the blocks. */

defined( 'ABSPATH' ) || exit;

/** Proves that a request comes from this shopper. WooCommerce ties nonces of guests to their session only if the action begins with its own name. */
const STOREFRONT_NONCE = 'woocommerce-storefront-protection';

/** Whether this page shows the cart, so that the offer can change something. The pages of an order share the checkout's address. */
function storefront_is_cart_page(): bool {
	return is_cart() || ( is_checkout() && ! is_wc_endpoint_url() );
}

/** What the page's script needs to know about the cart. It is rendered anew with the cart, while the element stays where it is. */
function storefront_cart_values(): array {
	return array(
		'amount'   => storefront_shippable(),
		'currency' => get_woocommerce_currency(),
		'endpoint' => WC_AJAX::get_endpoint( 'storefront_protection' ),
		'nonce'    => wp_create_nonce( STOREFRONT_NONCE ),
		'line'     => wp_json_encode( storefront_line() ),
	);
}

/** The values of the element, with the price if it is known in time. */
function storefront_protection_values(): array {
	$quote = storefront_early_quote();
	return array(
		'amount'   => storefront_shippable(),
		'currency' => get_woocommerce_currency(),
		'lang'     => get_bloginfo( 'language' ),
		'proxy'    => storefront_proxy_url(),
		'lines'    => storefront_line() ? 1 : 0,
		'hidden'   => storefront_shippable() > 0 ? '' : 'hidden',
		'quote'    => $quote ? wp_json_encode( $quote ) : '',
		'words'    => $quote ? storefront_price_words( $quote ) : __( 'Shipment protection is offered here when it is available.', 'storefront-widgets' ),
	);
}

/** Keeps caches of whole pages from this page: it shows the price of one shopper's cart, and what switches protection on for it. */
function storefront_keep_from_caches() {
	// The word of caching plugins, which WooCommerce uses, too.
	defined( 'DONOTCACHEPAGE' ) || define( 'DONOTCACHEPAGE', true );
	if ( ! headers_sent() ) {
		nocache_headers();
	}
}

/** Renders the element for the present cart. */
function storefront_render_offer(): string {
	storefront_keep_from_caches();
	storefront_enqueue_choice( false );
	return storefront_template( 'protection', storefront_protection_values() );
}

/** Renders the element, and beside it what the page's script needs; nothing where there is no cart, as in the editor. */
function storefront_protection(): string {
	return WC()->cart ? storefront_render_offer() . storefront_template( 'protection-cart', storefront_cart_values() ) : '';
}

/** Renders what the page's script needs. */
function storefront_print_cart_values() {
	echo storefront_template( 'protection-cart', storefront_cart_values() ); // phpcs:ignore WordPress.Security.EscapeOutput -- the template escapes each value.
}

// WooCommerce's script renders the totals of the classic cart again after each change. The element stands before them, where it stays, and so does the
// keyboard's focus; the values stand in them.
if ( 'yes' === storefront_setting( 'in_cart' ) ) {
	add_action(
		'woocommerce_cart_collaterals',
		function () {
			echo storefront_render_offer(); // phpcs:ignore WordPress.Security.EscapeOutput -- the template escapes each value.
		},
		5
	);
	add_action( 'woocommerce_before_cart_totals', 'storefront_print_cart_values' );
}

// The classic checkout replaces parts of itself that have changed; the values are one of them.
if ( 'yes' === storefront_setting( 'in_checkout' ) ) {
	add_action(
		'woocommerce_review_order_before_payment',
		function () {
			echo storefront_protection(); // phpcs:ignore WordPress.Security.EscapeOutput -- the template escapes each value.
		}
	);
}
add_filter(
	'woocommerce_update_order_review_fragments',
	function ( $fragments ) {
		return is_array( $fragments ) ? $fragments + array( '.storefront-protection-cart' => storefront_template( 'protection-cart', storefront_cart_values() ) ) : $fragments;
	}
);

/** Cart and checkout blocks render themselves in the browser: the offer is placed before them. */
foreach ( array( 'cart', 'checkout' ) as $storefront_block ) {
	if ( 'yes' !== storefront_setting( "in_{$storefront_block}" ) ) {
		continue;
	}
	add_filter(
		"render_block_woocommerce/{$storefront_block}",
		function ( $content ) {
			if ( ! WC()->cart || ! storefront_is_cart_page() ) {
				return $content;
			}
			storefront_enqueue_choice( true );
			return storefront_protection() . $content;
		}
	);
}

/** Adds our data to the cart of the Store API, and receives the shopper's choice from pages with blocks. */
function storefront_extend_store_api() {
	woocommerce_store_api_register_endpoint_data(
		array(
			'endpoint'        => 'cart',
			'namespace'       => 'storefront-widgets',
			'data_callback'   => fn() => array(
				'amount'   => storefront_shippable(),
				'currency' => get_woocommerce_currency(),
				'line'     => storefront_line(),
			),
			'schema_callback' => fn() => array(
				'amount'   => array( 'type' => 'integer' ),
				'currency' => array( 'type' => 'string' ),
				'line'     => array( 'type' => array( 'object', 'null' ) ),
			),
			'schema_type'     => ARRAY_A,
		)
	);
	woocommerce_store_api_register_update_callback(
		array(
			'namespace' => 'storefront-widgets',
			'callback'  => fn( $data ) => storefront_choose( isset( $data['token'] ) && is_string( $data['token'] ) ? $data['token'] : '' ),
		)
	);
}
if ( did_action( 'woocommerce_blocks_loaded' ) ) {
	storefront_extend_store_api();
} else {
	add_action( 'woocommerce_blocks_loaded', 'storefront_extend_store_api' );
}

/** Receives the shopper's choice from classic pages: POST token and nonce. Only pages of this site may send it. */
add_action(
	'wc_ajax_storefront_protection',
	function () {
		nocache_headers();
		$site = isset( $_SERVER['HTTP_SEC_FETCH_SITE'] ) ? sanitize_key( $_SERVER['HTTP_SEC_FETCH_SITE'] ) : 'same-origin';
		if ( 'same-origin' !== $site || false === check_ajax_referer( STOREFRONT_NONCE, 'nonce', false ) ) {
			wp_send_json( array( 'kept' => false ), 403 );
		}
		$token = isset( $_POST['token'] ) && is_string( $_POST['token'] ) ? wp_unslash( $_POST['token'] ) : ''; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- storefront_choose() takes letters, digits and four signs.
		$kept  = storefront_choose( $token );
		WC()->cart->calculate_totals();
		wp_send_json( array( 'kept' => $kept ) );
	}
);
