<?php
/**
 * Shipment protection: the offer in cart and checkout, a fee at the price that was shown, the sealed quote with the order.
 * The fee is never what a browser says: the proxy verifies the quote against the cart on this server.
 */

defined( 'ABSPATH' ) || exit;

const STOREFRONT_FEE = 'storefront-protection';

/** Whether the shopper collects the whole order, by the chosen shipping methods. */
function storefront_is_collected(): bool {
	$pickup = (array) apply_filters( 'woocommerce_local_pickup_methods', array( 'local_pickup', 'legacy_local_pickup', 'pickup_location' ) );
	$chosen = WC()->session ? array_filter( (array) WC()->session->get( 'chosen_shipping_methods' ) ) : array();
	return $chosen && ! array_filter( $chosen, fn( $method ): bool => ! in_array( strtok( (string) $method, ':' ), $pickup, true ) );
}

/** The value of what ships, in the smallest unit of the currency, after discounts; with tax if prices include it. */
function storefront_shippable(): int {
	if ( storefront_is_collected() ) {
		return 0;
	}
	$units = storefront_units( get_woocommerce_currency() );
	// The lines of an order have as many decimals as the shop shows, and the order is compared with this amount.
	$rounded = fn( $value ): int => (int) round( round( (float) $value, wc_get_price_decimals() ) * $units );
	$sum  = 0;
	foreach ( WC()->cart->get_cart() as $item ) {
		if ( $item['data'] instanceof WC_Product && storefront_ships( $item['data'] ) ) {
			$sum += $rounded( $item['line_total'] );
			$sum += wc_prices_include_tax() ? $rounded( $item['line_tax'] ) : 0;
		}
	}
	return $sum;
}

/**
 * Whether a product goes into a parcel.
 *
 * @param WC_Product $product The product.
 */
function storefront_ships( WC_Product $product ): bool {
	/** Return false for gift cards and other products that do not ship although WooCommerce says so. */
	return (bool) apply_filters( 'storefront_ships', $product->needs_shipping() && ! $product->is_type( 'gift-card' ), $product );
}

/** The quote that the shopper agreed to last, even if it does not cover the present cart; null if protection is off. */
function storefront_agreed(): ?array {
	$quote = WC()->session ? WC()->session->get( STOREFRONT_FEE ) : null;
	return is_array( $quote ) ? $quote : null;
}

/** The same quote if it covers the present cart; otherwise null, and nothing is charged. */
function storefront_quote(): ?array {
	$quote = storefront_agreed();
	if ( ! $quote ) {
		return null;
	}
	$covers = storefront_shippable() === $quote['amount'] && get_woocommerce_currency() === $quote['currency'] && strtotime( $quote['expires_at'] ) > time();
	return $covers ? $quote : null;
}

/**
 * Stores or removes the shopper's choice. Returns whether that succeeded.
 *
 * @param string $token The sealed quote of the element; empty to remove protection.
 */
function storefront_choose( string $token ): bool {
	WC()->session->set( STOREFRONT_FEE, null );
	if ( '' === $token ) {
		return true;
	}
	$amount  = array(
		'cents'    => storefront_shippable(),
		'currency' => get_woocommerce_currency(),
	);
	$is_text = 1 === preg_match( '/^[A-Za-z0-9._~-]{1,8192}$/', $token );
	$found   = $is_text && $amount['cents'] > 0 ? storefront_ask_proxy( 'quotes/verification', compact( 'token', 'amount' ) ) : null;
	if ( empty( $found['valid'] ) ) {
		return false;
	}
	WC()->session->set(
		STOREFRONT_FEE,
		array(
			'token'      => $token,
			'amount'     => (int) $found['amount']['cents'],
			'price'      => (int) $found['price']['cents'],
			'currency'   => (string) $found['currency'],
			'expires_at' => (string) $found['expires_at'],
		)
	);
	return true;
}

/**
 * The shopper's choice for the element, as a quote; null if protection is off. A quote that no longer covers the cart is included:
 * the choice stays, and the element requests a new price.
 */
function storefront_line(): ?array {
	$quote = storefront_agreed();
	if ( ! $quote ) {
		return null;
	}
	$money = fn( int $cents ): array => array(
		'cents'    => $cents,
		'currency' => $quote['currency'],
	);
	return array(
		'token'      => $quote['token'],
		'amount'     => $money( $quote['amount'] ),
		'price'      => $money( $quote['price'] ),
		'expires_at' => $quote['expires_at'],
	);
}

/** The values of the element: the amount, and the shopper's choice. */
function storefront_protection_values(): array {
	return array(
		'amount'   => storefront_shippable(),
		'currency' => get_woocommerce_currency(),
		'lang'     => get_bloginfo( 'language' ),
		'proxy'    => storefront_proxy_url(),
		'endpoint' => WC_AJAX::get_endpoint( 'storefront_protection' ),
		'nonce'    => wp_create_nonce( STOREFRONT_FEE ),
		'line'     => wp_json_encode( storefront_line() ),
		'lines'    => storefront_line() ? 1 : 0,
	);
}

/** The address of the price for the present cart; empty if nothing ships, or the shopper has agreed to a price already. */
function storefront_price_url(): string {
	$cents = WC()->cart && ! storefront_quote() ? storefront_shippable() : 0;
	$asked = array(
		'cents'    => $cents,
		'currency' => get_woocommerce_currency(),
	);
	return $cents > 0 ? storefront_proxy_url() . '/v1/protection/quotes?' . http_build_query( $asked, '', '&' ) : '';
}

/** Adds the fee if and only if the quote covers the present cart. */
add_action(
	'woocommerce_cart_calculate_fees',
	function ( WC_Cart $cart ) {
		$quote = storefront_quote();
		if ( $quote ) {
			$cart->fees_api()->add_fee(
				array(
					'id'      => STOREFRONT_FEE,
					'name'    => __( 'Shipment protection', 'storefront-widgets' ),
					'amount'  => $quote['price'] / storefront_units( $quote['currency'] ),
					'taxable' => false,
				)
			);
		}
	}
);

/** Stores the quote with the order, on its fee. */
add_action(
	'woocommerce_checkout_create_order_fee_item',
	function ( WC_Order_Item_Fee $item, $fee_key, $fee ) {
		$quote = storefront_quote();
		if ( $quote && STOREFRONT_FEE === $fee->id ) {
			$item->add_meta_data( '_protection_quote', $quote['token'], true );
		}
	},
	10,
	3
);

/** Forgets the quote after the order: one quote covers one order. */
add_action( 'woocommerce_cart_emptied', fn() => WC()->session && WC()->session->set( STOREFRONT_FEE, null ) );

/** Classic cart and checkout. */
foreach ( array( 'woocommerce_before_cart_totals', 'woocommerce_review_order_before_payment' ) as $storefront_hook ) {
	add_action(
		$storefront_hook,
		function () {
			echo storefront_template( 'protection', storefront_protection_values() ); // phpcs:ignore WordPress.Security.EscapeOutput -- the template escapes each value.
		}
	);
}

/** The classic checkout renders parts of itself again; the offer is one of them. */
add_filter(
	'woocommerce_update_order_review_fragments',
	function ( array $fragments ): array {
		$fragments['.storefront-protection'] = storefront_template( 'protection', storefront_protection_values() );
		return $fragments;
	}
);

/** Cart and checkout blocks render themselves in the browser: the offer is placed before them. */
foreach ( array( 'cart', 'checkout' ) as $storefront_block ) {
	add_filter(
		"render_block_woocommerce/{$storefront_block}",
		fn( string $content ): string => WC()->cart ? storefront_template( 'protection', storefront_protection_values() ) . $content : $content
	);
}

/** Adds our data to the cart of the Store API, and receives the shopper's choice from pages with blocks. */
add_action(
	'woocommerce_blocks_loaded',
	function () {
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
				'callback'  => fn( array $data ) => storefront_choose( isset( $data['token'] ) && is_string( $data['token'] ) ? $data['token'] : '' ),
			)
		);
	}
);

/** Receives the shopper's choice from classic pages: POST token and nonce. */
add_action(
	'wc_ajax_storefront_protection',
	function () {
		check_ajax_referer( STOREFRONT_FEE, 'nonce' );
		$token = isset( $_POST['token'] ) && is_string( $_POST['token'] ) ? wp_unslash( $_POST['token'] ) : ''; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- storefront_choose() takes letters, digits and four signs.
		$kept  = storefront_choose( $token );
		WC()->cart->calculate_totals();
		wp_send_json( array( 'kept' => $kept ) );
	}
);
