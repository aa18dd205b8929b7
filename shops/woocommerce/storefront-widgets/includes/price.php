<?php
/** The price in the page: this server knows the cart, so it requests the quote itself, and the shopper sees the price with the first paint. */

defined( 'ABSPATH' ) || exit;

/** The quote of this session, with the cart that it is for. */
const STOREFRONT_EARLY_QUOTE = 'storefront-early-quote';

/** Seconds for which a quote must still hold: the shopper needs time to pay, and the element takes none that ends within a minute. */
const STOREFRONT_EARLY_QUOTE_HOLDS = 180;

/** The address at which pages request the price of an amount. */
function storefront_quote_address( int $cents, string $currency ): string {
	return storefront_proxy_url() . '/v1/protection/quotes?' . http_build_query( compact( 'cents', 'currency' ), '', '&' );
}

/** The quote for the present cart, remembered in the session; null if nothing ships, the shopper has agreed to a price already, or none came in time. */
function storefront_early_quote(): ?array {
	$cents    = WC()->cart && ! storefront_agreed() ? storefront_shippable() : 0;
	$currency = get_woocommerce_currency();
	if ( $cents <= 0 || ! WC()->session ) {
		return null;
	}
	$kept = WC()->session->get( STOREFRONT_EARLY_QUOTE );
	if ( is_array( $kept ) && $kept['amount'] === compact( 'cents', 'currency' ) && strtotime( $kept['expires_at'] ) > time() + STOREFRONT_EARLY_QUOTE_HOLDS ) {
		return $kept;
	}
	$quote = get_transient( 'storefront_quotes_pause' ) ? null : storefront_request_quote( $cents, $currency );
	WC()->session->set( STOREFRONT_EARLY_QUOTE, $quote );
	return $quote;
}

/** Requests a quote, and waits for it no longer than the page may. After a failure pages request their prices themselves for a minute. */
function storefront_request_quote( int $cents, string $currency ): ?array {
	// WordPress waits a second at least; cURL itself can wait less.
	$hurry = function ( $curl ) {
		/** Return how many milliseconds a page may wait for the price. A later one is requested by the page itself. */
		$timeout = (int) apply_filters( 'storefront_quote_timeout', 300 );
		curl_setopt( $curl, CURLOPT_NOSIGNAL, true ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- WordPress has no shorter timeout.
		curl_setopt( $curl, CURLOPT_TIMEOUT_MS, $timeout ); // phpcs:ignore WordPress.WP.AlternativeFunctions
	};
	add_action( 'http_api_curl', $hurry );
	$answer = wp_remote_get(
		storefront_quote_address( $cents, $currency ),
		array(
			'timeout'     => 1,
			'redirection' => 0,
			'headers'     => array( 'Origin' => storefront_origin() ),
		)
	);
	remove_action( 'http_api_curl', $hurry );
	$status = is_wp_error( $answer ) ? 0 : (int) wp_remote_retrieve_response_code( $answer );
	$quote  = 200 === $status ? json_decode( wp_remote_retrieve_body( $answer ), true ) : null;
	if ( is_array( $quote ) && isset( $quote['token'], $quote['price']['cents'], $quote['amount']['cents'], $quote['expires_at'] ) ) {
		return $quote;
	}
	// An amount that cannot be protected says nothing about the next cart.
	if ( 422 !== $status ) {
		set_transient( 'storefront_quotes_pause', 1, MINUTE_IN_SECONDS );
	}
	return null;
}

/** The words with the price, which stand there until the element does. If its script never loads they stay, so they say whether it is added. */
function storefront_price_words( array $quote ): string {
	$price = storefront_money( $quote['price']['cents'] / storefront_units( $quote['price']['currency'] ), $quote['price']['currency'] );
	/* translators: %s: the price of protection, as "$1.98" */
	return sprintf( storefront_line() ? __( 'Shipment protection: %s', 'storefront-widgets' ) : __( 'Shipment protection, not added: %s', 'storefront-widgets' ), $price );
}
