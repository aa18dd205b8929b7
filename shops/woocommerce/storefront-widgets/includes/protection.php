<?php
/**
 * Shipment protection: the offer in cart and checkout, a fee at the price that was shown, the sealed quote with the order.
 * The fee is never what a browser says: the proxy verifies the quote against the cart on this server.
 */

defined( 'ABSPATH' ) || exit;

/** The fee in the cart, and the shopper's choice in the session. */
const STOREFRONT_FEE = 'storefront-protection';

/** Whether the shopper collects the whole order, by the chosen shipping methods. */
function storefront_is_collected(): bool {
	$pickup = (array) apply_filters( 'woocommerce_local_pickup_methods', array( 'local_pickup', 'legacy_local_pickup', 'pickup_location' ) );
	$chosen = WC()->session ? array_filter( (array) WC()->session->get( 'chosen_shipping_methods' ) ) : array();
	return $chosen && ! array_filter( $chosen, fn( $method ): bool => ! in_array( strtok( (string) $method, ':' ), $pickup, true ) );
}

/** Whether the shop can charge any price of its currency. One that shows no cents rounds each charge, and protection must cost what was quoted. */
function storefront_charges_exactly(): bool {
	return 10 ** wc_get_price_decimals() >= storefront_units( get_woocommerce_currency() );
}

/**
 * The value of what can be protected, in the smallest unit of the currency, after discounts; with tax if prices include it. 0: protection is not
 * offered.
 */
function storefront_shippable(): int {
	// An order without a shipping method is not reported, so there would be nothing to protect: a shop can switch shipping off.
	if ( storefront_is_collected() || ! WC()->cart->needs_shipping() || ! storefront_charges_exactly() ) {
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

/** Adds the fee if and only if the quote covers the present cart. The quote travels with the fee, so that the order holds the quote of the price that it charges. */
add_action(
	'woocommerce_cart_calculate_fees',
	function ( $cart = null ) {
		// Recurring carts of subscriptions calculate fees, too: one quote covers one order.
		$quote = $cart instanceof WC_Cart && empty( $cart->recurring_cart_key ) ? storefront_quote() : null;
		if ( $quote ) {
			$cart->fees_api()->add_fee(
				array(
					'id'               => STOREFRONT_FEE,
					'name'             => __( 'Shipment protection', 'storefront-widgets' ),
					'amount'           => $quote['price'] / storefront_units( $quote['currency'] ),
					'taxable'          => false,
					'storefront_quote' => $quote['token'],
				)
			);
		}
	}
);

/** Stores the quote with the order, on its fee. */
add_action(
	'woocommerce_checkout_create_order_fee_item',
	function ( $item = null, $fee_key = '', $fee = null ) {
		if ( $item instanceof WC_Order_Item_Fee && STOREFRONT_FEE === ( $fee->id ?? '' ) && ! empty( $fee->storefront_quote ) ) {
			$item->add_meta_data( '_protection_quote', $fee->storefront_quote, true );
		}
	},
	10,
	3
);

/** Forgets the quote after the order: one quote covers one order. */
add_action(
	'woocommerce_cart_emptied',
	function () {
		foreach ( WC()->session ? array( STOREFRONT_FEE, STOREFRONT_EARLY_QUOTE ) : array() as $key ) {
			WC()->session->set( $key, null );
		}
	}
);

/**
 * What to tell a shopper whose choice no longer holds when the order is placed; empty if there is nothing to tell. The choice is dropped, so that the
 * order is stopped once: the second attempt goes through without protection, unless the shopper has agreed to a new price.
 */
function storefront_lapsed_choice(): string {
	if ( ! storefront_agreed() || storefront_quote() || 0 === storefront_shippable() ) {
		return '';
	}
	WC()->session->set( STOREFRONT_FEE, null );
	return __( 'The price of shipment protection is no longer valid, so protection was switched off and is not charged. Switch it on again to see the present price, or place the order without it.', 'storefront-widgets' );
}

/** The classic checkout. */
add_action(
	'woocommerce_after_checkout_validation',
	function ( $posted = null, $errors = null ) {
		$words = $errors instanceof WP_Error && ! $errors->has_errors() ? storefront_lapsed_choice() : '';
		if ( '' !== $words ) {
			$errors->add( 'storefront-protection', $words );
			// The answer then makes the page request its totals again.
			WC()->session->set( 'refresh_totals', true );
		}
	},
	20,
	2
);

/** The checkout block. It shows the words, and takes the cart of an answer with the status 409. It sends the order by POST, and what the shopper types before by PUT. */
add_action(
	'woocommerce_store_api_checkout_update_order_from_request',
	function ( $order = null, $request = null ) {
		if ( $request instanceof WP_REST_Request && 'POST' !== $request->get_method() ) {
			return;
		}
		$words = storefront_lapsed_choice();
		if ( '' !== $words && class_exists( 'Automattic\\WooCommerce\\StoreApi\\Exceptions\\RouteException' ) ) {
			throw new Automattic\WooCommerce\StoreApi\Exceptions\RouteException( 'storefront_protection_lapsed', esc_html( $words ), 409 );
		}
	},
	20,
	2
);
