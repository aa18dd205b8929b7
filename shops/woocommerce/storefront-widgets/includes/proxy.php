<?php
/** Requests to the proxy. */

defined( 'ABSPATH' ) || exit;

/** The address of the proxy, without a slash at its end. */
function storefront_proxy_url(): string {
	return untrailingslashit( storefront_setting( 'proxy_url' ) );
}

/** The origin of the shop's pages (RFC 6454), as browsers send it. */
function storefront_origin(): string {
	$shop = wp_parse_url( home_url() );
	return $shop['scheme'] . '://' . $shop['host'] . ( isset( $shop['port'] ) ? ':' . $shop['port'] : '' );
}

/**
 * Sends a request to the proxy. Returns the answer, as storefront_read_answer().
 *
 * @param string $path    After the address of the proxy.
 * @param array  $request What wp_remote_request() takes.
 */
function storefront_request( string $path, array $request ): array {
	$url = storefront_proxy_url() . $path;
	// A redirect would take keys, and what they sign, to another host.
	return storefront_read_answer( wp_remote_request( $url, array( 'redirection' => 0 ) + $request ), $url );
}

/**
 * Sends a request to the proxy with the merchant's key. Returns the answer, as storefront_read_answer().
 *
 * @param string $path    Under /v1/merchant/.
 * @param array  $body    The body.
 * @param float  $timeout Seconds to wait for the answer.
 */
function storefront_request_as_merchant( string $path, array $body, float $timeout ): array {
	return storefront_request(
		'/v1/merchant/' . $path,
		array(
			'method'  => 'POST',
			'timeout' => $timeout,
			'headers' => array(
				'Authorization' => 'Bearer ' . storefront_setting( 'merchant_key' ),
				'Content-Type'  => 'application/json',
			),
			'body'    => wp_json_encode( $body ),
		)
	);
}

/**
 * Sends a request to the proxy with the merchant's key. Returns null without a successful answer in time.
 *
 * @param string $path    Under /v1/merchant/.
 * @param array  $body    The body.
 * @param float  $timeout Seconds to wait for the answer.
 */
function storefront_ask_proxy( string $path, array $body, float $timeout = 3 ): ?array {
	$answer = storefront_request_as_merchant( $path, $body, $timeout );
	return 200 === $answer['status'] ? $answer['content'] : null;
}

/**
 * Sends a body to the proxy as the shop's platform, signed as WooCommerce signs its webhooks. Returns the status (0: no answer), what is wrong, and
 * the answer.
 *
 * @param string $topic   The last part of the address: `order-updated`.
 * @param string $body    JSON.
 * @param float  $timeout Seconds to wait for the answer.
 */
function storefront_post_signed( string $topic, string $body, float $timeout ): array {
	return storefront_request(
		'/v1/platforms/woocommerce/' . $topic,
		array(
			'method'  => 'POST',
			'timeout' => $timeout,
			'headers' => array(
				'Content-Type'           => 'application/json',
				'X-WC-Webhook-Topic'     => str_replace( '-', '.', $topic ),
				'X-WC-Webhook-Source'    => home_url( '/' ),
				'X-WC-Webhook-Signature' => base64_encode( hash_hmac( 'sha256', $body, storefront_setting( 'webhook_secret' ), true ) ), // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- as WooCommerce signs.
			),
			'body'    => $body,
		)
	);
}

/**
 * What an answer of the proxy says: its status (0: none came), what is wrong in words, its content, and where it redirects to (empty: nowhere).
 *
 * @param array|WP_Error $answer What wp_remote_request() returned.
 * @param string         $url    The address of the request.
 */
function storefront_read_answer( $answer, string $url ): array {
	if ( is_wp_error( $answer ) ) {
		return array(
			'status'   => 0,
			'fault'    => $answer->get_error_message(),
			'content'  => null,
			'location' => '',
		);
	}
	$status   = (int) wp_remote_retrieve_response_code( $answer );
	$content  = json_decode( wp_remote_retrieve_body( $answer ), true );
	$headers  = (array) wp_remote_retrieve_header( $answer, 'location' );
	$location = $status >= 300 && $status < 400 && $headers[0] ? WP_Http::make_absolute_url( $headers[0], $url ) : '';
	$detail   = '' === $location ? ( is_array( $content ) && is_string( $content['detail'] ?? null ) ? $content['detail'] : '' ) : "redirects to {$location}";
	return array(
		'status'   => $status,
		'fault'    => $status . ( '' === $detail ? '' : ": {$detail}" ),
		'content'  => is_array( $content ) ? $content : null,
		'location' => $location,
	);
}

/**
 * How many smallest units one unit of a currency has (ISO 4217), whatever decimals the shop shows.
 *
 * @param string $currency The code of the currency.
 */
function storefront_units( string $currency ): int {
	$without_cents    = array( 'BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF' );
	$with_thousandths = array( 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND' );
	return in_array( $currency, $without_cents, true ) ? 1 : ( in_array( $currency, $with_thousandths, true ) ? 1000 : 100 );
}

/**
 * An amount as the shop writes it, without markup.
 *
 * @param float  $amount   The amount.
 * @param string $currency The code of its currency.
 */
function storefront_money( float $amount, string $currency ): string {
	return html_entity_decode( wp_strip_all_tags( wc_price( $amount, array( 'currency' => $currency ) ) ), ENT_QUOTES, 'UTF-8' );
}
