<?php
/** Requests to the proxy. */

defined( 'ABSPATH' ) || exit;

/** The address of the proxy, without a slash at its end. */
function storefront_proxy_url(): string {
	return untrailingslashit( STOREFRONT_PROXY_URL );
}

/**
 * Sends a request to the proxy with the merchant's key. Returns null without a successful answer in time.
 *
 * @param string $path    Under /v1/merchant/.
 * @param array  $body    The body.
 * @param int    $timeout Seconds to wait for the answer.
 */
function storefront_ask_proxy( string $path, array $body, int $timeout = 3 ): ?array {
	$answer = wp_remote_post(
		storefront_proxy_url() . '/v1/merchant/' . $path,
		array(
			'timeout' => $timeout,
			'headers' => array(
				'Authorization' => 'Bearer ' . STOREFRONT_MERCHANT_KEY,
				'Content-Type'  => 'application/json',
			),
			'body'    => wp_json_encode( $body ),
		)
	);
	if ( is_wp_error( $answer ) || 200 !== wp_remote_retrieve_response_code( $answer ) ) {
		return null;
	}
	$read = json_decode( wp_remote_retrieve_body( $answer ), true );
	return is_array( $read ) ? $read : null;
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
