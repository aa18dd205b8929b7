<?php
/** The connection test: asks the proxy with each key, and says what is wrong and what to do. */

defined( 'ABSPATH' ) || exit;

/** Prints the button, and the findings if it was pressed. */
function storefront_print_connection() {
	if ( ! storefront_is_set_up() ) {
		return;
	}
	$url = wp_nonce_url( storefront_page_url( array( 'test' => '1' ) ), 'storefront_test' ) . '#storefront-connection';
	echo '<h2 id="storefront-connection">' . esc_html__( 'Connection test', 'storefront-widgets' ) . '</h2>';
	echo '<p><a class="button" href="' . esc_url( $url ) . '">' . esc_html__( 'Test the connection', 'storefront-widgets' ) . '</a></p><p class="description">' . esc_html__( 'This tests the settings as they are saved.', 'storefront-widgets' ) . '</p>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped.
	if ( empty( $_GET['test'] ) || ! wp_verify_nonce( sanitize_key( $_GET['_wpnonce'] ?? '' ), 'storefront_test' ) ) {
		return;
	}
	echo '<ul id="storefront-findings">';
	foreach ( storefront_test_connection() as $finding ) {
		list( $mark, $color ) = array(
			'good' => array( '✓', '#007017' ),
			'bad'  => array( '✗', '#b32d2e' ),
			'off'  => array( '–', 'inherit' ),
		)[ $finding[0] ];
		echo '<li class="storefront-' . esc_attr( $finding[0] ) . '"><span style="font-weight: bold; color: ' . esc_attr( $color ) . '">' . esc_html( $mark ) . '</span> ' . esc_html( $finding[1] ) . ( isset( $finding[2] ) ? '<br><strong>' . esc_html( $finding[2] ) . '</strong>' : '' ) . '</li>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped.
	}
	echo '</ul>';
}

/** The findings: good, bad or off; what was found; and what to do. The first bad answer of the address itself ends the test. */
function storefront_test_connection(): array {
	$address = storefront_test_address();
	if ( 'bad' === $address[0] ) {
		return array( $address );
	}
	$compared = storefront_request_as_merchant( 'orders/comparison', array( 'orders' => array() ), 5 );
	return array_values( array_filter( array( $address, storefront_test_merchant_key( $compared ), storefront_test_secret(), storefront_test_phone( $compared ), storefront_test_origin(), storefront_test_decimals(), storefront_test_assertion(), storefront_test_page(), storefront_test_queue() ) ) );
}

/**
 * Whether an answer is a successful one of the proxy: other servers answer everything with a page and the status 200.
 *
 * @param array    $answer As storefront_read_answer().
 * @param string[] $fields The fields that it has to have.
 */
function storefront_is_successful( array $answer, array $fields ): bool {
	return in_array( $answer['status'], array( 200, 201 ), true ) && is_array( $answer['content'] ) && ! array_diff( $fields, array_keys( $answer['content'] ) );
}

/** Whether the proxy answers at its address. No request here has a key: whose address it is, is not known yet. */
function storefront_test_address(): array {
	$url = storefront_proxy_url();
	if ( ! wp_http_validate_url( $url ) && ! preg_match( '#^https?://[^/\s]+#i', $url ) ) {
		return array( 'bad', sprintf( /* translators: %s: address */ __( '%s is no address.', 'storefront-widgets' ), $url ), __( 'Enter the PUBLIC_URL of the proxy, such as https://widgets.example.com.', 'storefront-widgets' ) );
	}
	$http = new WP_Http();
	if ( $http->block_request( $url ) ) {
		return array( 'bad', __( 'WordPress may not call the proxy: WP_HTTP_BLOCK_EXTERNAL is on.', 'storefront-widgets' ), sprintf( /* translators: %s: host */ __( 'Add %s to WP_ACCESSIBLE_HOSTS in wp-config.php.', 'storefront-widgets' ), wp_parse_url( $url, PHP_URL_HOST ) ) );
	}
	$answer = storefront_request( '/livez', array( 'timeout' => 5 ) );
	if ( 0 === $answer['status'] ) {
		return array( 'bad', sprintf( /* translators: %s: fault */ __( 'The proxy does not answer: %s', 'storefront-widgets' ), $answer['fault'] ), __( 'Check the address, whether the proxy runs, and whether a firewall lets this server reach it.', 'storefront-widgets' ) );
	}
	if ( '' !== $answer['location'] ) {
		return array( 'bad', sprintf( /* translators: %s: address */ __( 'The proxy redirects to %s.', 'storefront-widgets' ), preg_replace( '#/livez/?$#', '', $answer['location'] ) ), __( 'Enter that address.', 'storefront-widgets' ) );
	}
	if ( ! storefront_is_successful( $answer, array( 'status' ) ) || 'alive' !== $answer['content']['status'] ) {
		return array( 'bad', sprintf( /* translators: %d: HTTP status */ __( 'Something else answers at this address, with the status %d.', 'storefront-widgets' ), $answer['status'] ), __( 'Enter the PUBLIC_URL of the proxy, with its path if it has one.', 'storefront-widgets' ) );
	}
	// The operator's port is alive, too. Only the other port has this route, and refuses a request without a key by a code.
	$refused = storefront_request(
		'/v1/merchant/orders/comparison',
		array(
			'method'  => 'POST',
			'timeout' => 5,
			'headers' => array( 'Content-Type' => 'application/json' ),
			'body'    => '{"orders":[]}',
		)
	);
	if ( ! is_string( $refused['content']['code'] ?? null ) ) {
		return array( 'bad', __( 'This is not the PUBLIC_URL of the proxy.', 'storefront-widgets' ), __( 'Enter its PUBLIC_URL. If the address has the port of OPERATOR_PORT, take that of PORT.', 'storefront-widgets' ) );
	}
	if ( is_ssl() && 0 !== stripos( $url, 'https://' ) ) {
		return array( 'bad', __( 'Browsers block an http address on pages of an https shop.', 'storefront-widgets' ), __( 'Serve the proxy by https.', 'storefront-widgets' ) );
	}
	return array( 'good', __( 'The proxy answers.', 'storefront-widgets' ) );
}

/**
 * Whether the proxy accepts the merchant key.
 *
 * @param array $compared The answer to a comparison of no orders.
 */
function storefront_test_merchant_key( array $compared ): array {
	if ( storefront_is_successful( $compared, array( 'missing' ) ) ) {
		return array( 'good', __( 'The merchant key is right.', 'storefront-widgets' ) );
	}
	return array( 'bad', __( 'The proxy does not accept the merchant key.', 'storefront-widgets' ) . " ({$compared['fault']})", __( 'Enter one of its MERCHANT_API_KEYS, or add this one there and restart the proxy.', 'storefront-widgets' ) );
}

/**
 * Whether each order will have a phone number: the service accepts none without. Null if the proxy does not say whether it has one to fill in.
 *
 * @param array $compared The answer to a comparison of no orders.
 */
function storefront_test_phone( array $compared ): ?array {
	if ( ! storefront_is_successful( $compared, array( 'needs_phone' ) ) ) {
		return null;
	}
	if ( ! $compared['content']['needs_phone'] ) {
		return array( 'good', __( 'Orders without a phone number are reported with that of the shop.', 'storefront-widgets' ) );
	}
	return storefront_requires_phone()
		? array( 'good', __( 'The checkout requires a phone number, as the service does.', 'storefront-widgets' ) )
		: array( 'bad', __( 'The checkout does not require a phone number. The proxy holds orders without one, so protection that is paid does not cover them.', 'storefront-widgets' ), __( 'Set FALLBACK_PHONE of the proxy to a phone number of the shop, and restart it.', 'storefront-widgets' ) );
}

/** Whether the checkout requires a phone number. While nobody has chosen, the classic checkout does and the block does not. */
function storefront_requires_phone(): bool {
	$chosen = get_option( 'woocommerce_checkout_phone_field' );
	return $chosen ? 'required' === $chosen : ! has_block( 'woocommerce/checkout', wc_get_page_id( 'checkout' ) );
}

/** Whether the proxy accepts what this shop signs. */
function storefront_test_secret(): array {
	if ( '' === storefront_setting( 'webhook_secret' ) ) {
		return array( 'bad', __( 'The secret for reports is missing, so no order is reported.', 'storefront-widgets' ), __( 'Enter one of the WOOCOMMERCE_SECRETS of the proxy.', 'storefront-widgets' ) );
	}
	$answer = storefront_post_signed( 'order-updated', 'webhook_id=0', 5 );
	if ( storefront_is_successful( $answer, array() ) ) {
		return array( 'good', __( 'The secret for reports is right.', 'storefront-widgets' ) );
	}
	return array( 'bad', __( 'The proxy does not accept reports that are signed with this secret.', 'storefront-widgets' ) . " ({$answer['fault']})", __( 'Enter one of its WOOCOMMERCE_SECRETS, or add this one there and restart the proxy.', 'storefront-widgets' ) );
}

/** Whether the proxy answers pages of this shop with prices. */
function storefront_test_origin(): array {
	$answer = storefront_request(
		'/v1/protection/quotes?cents=1000&currency=' . rawurlencode( get_woocommerce_currency() ),
		array(
			'timeout' => 5,
			'headers' => array( 'Origin' => storefront_origin() ),
		)
	);
	$code = (string) ( $answer['content']['code'] ?? '' );
	if ( storefront_is_successful( $answer, array( 'token', 'price' ) ) ) {
		return array( 'good', __( 'The proxy answers pages of this shop with prices.', 'storefront-widgets' ) );
	}
	if ( 'origin-not-allowed' === $code ) {
		return storefront_refused_origin();
	}
	if ( 'not-configured' === $code ) {
		return array( 'off', __( 'The proxy offers no protection.', 'storefront-widgets' ), __( 'For protection, set PROTECTION_BASE_URL and PROTECTION_API_KEY there.', 'storefront-widgets' ) );
	}
	return array( 'bad', __( 'The proxy has no price.', 'storefront-widgets' ) . " ({$answer['fault']})", __( 'Run "storefront-proxy doctor" there.', 'storefront-widgets' ) );
}

/** The finding that pages of this shop may not call the proxy. */
function storefront_refused_origin(): array {
	return array( 'bad', __( 'The proxy refuses pages of this shop.', 'storefront-widgets' ), sprintf( /* translators: %s: origin */ __( 'Add %s to its ALLOWED_ORIGINS and restart it.', 'storefront-widgets' ), storefront_origin() ) );
}

/** Whether the shop can charge the price of protection; null if it can. */
function storefront_test_decimals(): ?array {
	return storefront_charges_exactly()
		? null
		: array( 'bad', __( 'The shop shows too few decimals to charge the exact price of protection, so protection is not offered.', 'storefront-widgets' ), sprintf( /* translators: %d: number */ __( 'Set WooCommerce > Settings > General > Number of decimals to %d.', 'storefront-widgets' ), strlen( (string) storefront_units( get_woocommerce_currency() ) ) - 1 ) );
}

/** Whether the proxy believes this shop who is signed in. */
function storefront_test_assertion(): array {
	if ( '' === storefront_setting( 'assertion_key' ) ) {
		return array( 'off', __( 'The loyalty panel is off: the key for sign-in is missing.', 'storefront-widgets' ) );
	}
	if ( ! storefront_signing_key( storefront_setting( 'assertion_key' ) ) ) {
		return array( 'bad', __( 'The key for sign-in is too short, or not in its form.', 'storefront-widgets' ), __( 'Enter one of the ASSERTION_KEYS of the proxy: a name, a colon, and at least 32 bytes in base64url.', 'storefront-widgets' ) );
	}
	$answer = storefront_request(
		'/v1/session',
		array(
			'method'  => 'POST',
			'timeout' => 8,
			'headers' => array(
				'Content-Type'        => 'application/json',
				'Origin'              => storefront_origin(),
				'X-Storefront-Client' => '1',
			),
			'body'    => wp_json_encode( array( 'assertion' => storefront_assertion( 0 ) ) ),
		)
	);
	$code = (string) ( $answer['content']['code'] ?? '' );
	if ( storefront_is_successful( $answer, array( 'token' ) ) ) {
		return array( 'good', __( 'The key for sign-in is right.', 'storefront-widgets' ) );
	}
	if ( 'not-configured' === $code ) {
		return array( 'off', __( 'The proxy offers no loyalty.', 'storefront-widgets' ), __( 'For loyalty, set LOYALTY_BASE_URL, LOYALTY_API_KEY and ASSERTION_KEYS there. If you want none, remove the key for sign-in here.', 'storefront-widgets' ) );
	}
	if ( 'origin-not-allowed' === $code ) {
		return storefront_refused_origin();
	}
	if ( 'assertion-refused' === $code ) {
		// The proxy does not say which of these it is: anyone who tries keys would learn from it.
		$name = storefront_signing_key( storefront_setting( 'assertion_key' ) )[0];
		return array( 'bad', __( 'The proxy does not accept the key for sign-in.', 'storefront-widgets' ), sprintf( /* translators: %s: name of a key */ __( 'Compare it with ASSERTION_KEYS of the proxy: the name before the colon (here: %s) and the key after it must be the same. If they are, the address of the proxy must be its PUBLIC_URL to the letter, and the clocks of both servers must be right.', 'storefront-widgets' ), $name ) );
	}
	return array( 'bad', __( 'The proxy cannot check the key for sign-in now.', 'storefront-widgets' ) . " ({$answer['fault']})", __( 'Run "storefront-proxy doctor" there.', 'storefront-widgets' ) );
}

/** Whether customers have a page to track their orders. */
function storefront_test_page(): array {
	return storefront_tracking_page()
		? array( 'good', __( 'There is a page for order tracking.', 'storefront-widgets' ) )
		: array( 'bad', __( 'There is no page for order tracking, so e-mails have no link.', 'storefront-widgets' ), __( 'Create it above, under "Pages".', 'storefront-widgets' ) );
}

/** Whether the shop's own queue runs: it delivers what could not be delivered at once. */
function storefront_test_queue(): ?array {
	$late = as_get_scheduled_actions(
		array(
			'group'        => 'storefront-widgets',
			'status'       => 'pending',
			'date'         => gmdate( 'Y-m-d H:i:s', time() - 15 * MINUTE_IN_SECONDS ),
			'date_compare' => '<=',
			'per_page'     => 1,
		),
		'ids'
	);
	return $late
		? array( 'bad', __( 'The queue of the shop is more than 15 minutes late.', 'storefront-widgets' ), __( 'Let the server call wp-cron.php once a minute; see WooCommerce > Status > Scheduled Actions.', 'storefront-widgets' ) )
		: array( 'good', __( 'The queue of the shop is on time.', 'storefront-widgets' ) );
}
