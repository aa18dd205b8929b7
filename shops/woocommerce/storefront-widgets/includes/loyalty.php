<?php
/** The loyalty panel in the account, and the signed proof of who is signed in. */

defined( 'ABSPATH' ) || exit;

if ( ! storefront_signing_key( storefront_setting( 'assertion_key' ) ) ) {
	return;
}

/** Shows the panel on the account's first page, and in place of [storefront_loyalty]. */
add_action(
	'woocommerce_account_dashboard',
	function () {
		if ( 'yes' !== storefront_setting( 'in_account' ) ) {
			return;
		}
		echo storefront_loyalty(); // phpcs:ignore WordPress.Security.EscapeOutput -- the template escapes each value.
	}
);
add_shortcode( 'storefront_loyalty', 'storefront_loyalty' );

/** Renders the panel, or an invitation to sign in for guests. */
function storefront_loyalty(): string {
	return storefront_template(
		is_user_logged_in() ? 'loyalty' : 'loyalty-guest',
		array(
			'assertion_url' => WC_AJAX::get_endpoint( 'storefront_assertion' ),
			'sign_in_url'   => wc_get_page_permalink( 'myaccount' ),
			'lang'          => get_bloginfo( 'language' ),
			'proxy'         => storefront_proxy_url(),
		)
	);
}

/**
 * Answers {"assertion": "…"}, which the proxy accepts once and for two minutes. Only pages of this site can read the answer; requests
 * from others are refused.
 */
add_action(
	'wc_ajax_storefront_assertion',
	function () {
		nocache_headers();
		$site = isset( $_SERVER['HTTP_SEC_FETCH_SITE'] ) ? sanitize_key( $_SERVER['HTTP_SEC_FETCH_SITE'] ) : 'same-origin';
		if ( 'same-origin' !== $site ) {
			wp_send_json( array( 'error' => 'Only the shop itself may ask' ), 403 );
		}
		if ( ! is_user_logged_in() ) {
			wp_send_json( array( 'error' => 'Nobody is signed in' ), 401 );
		}
		wp_send_json( array( 'assertion' => storefront_assertion( get_current_user_id() ) ) );
	}
);

/**
 * Makes the JWT (RFC 7519) that the proxy accepts.
 *
 * @param int $customer The customer's id.
 */
function storefront_assertion( int $customer ): string {
	list( $kid, $secret ) = storefront_signing_key( storefront_setting( 'assertion_key' ) );
	$encode               = fn( string $bytes ): string => rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- RFC 7515.
	$header               = array(
		'alg' => 'HS256',
		'typ' => 'storefront-assertion+jwt',
		'kid' => $kid,
	);
	$claims               = array(
		'iss' => storefront_origin(),
		'aud' => storefront_proxy_url(),
		'sub' => (string) $customer,
		'iat' => time(),
		'exp' => time() + 120,
		'jti' => bin2hex( random_bytes( 16 ) ),
	);
	$signed               = $encode( wp_json_encode( $header ) ) . '.' . $encode( wp_json_encode( $claims, JSON_UNESCAPED_SLASHES ) );
	return $signed . '.' . $encode( hash_hmac( 'sha256', $signed, $secret, true ) );
}
