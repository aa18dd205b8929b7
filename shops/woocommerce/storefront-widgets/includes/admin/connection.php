<?php
/** The connection test: asks the proxy with each key, and says what is wrong and what to do. */

defined( 'ABSPATH' ) || exit;

/** Prints the button, and the findings if it was pressed. */
function storefront_print_connection() {
	if ( ! storefront_is_set_up() ) {
		echo '<p>' . esc_html__( 'Enter the address of your proxy and its keys, and save. Then test the connection here.', 'storefront-widgets' ) . '</p>';
		return;
	}
	$url = wp_nonce_url( storefront_page_url( array( 'test' => '1' ) ), 'storefront_test' );
	echo '<p><a class="button" href="' . esc_url( $url ) . '">' . esc_html__( 'Test the connection', 'storefront-widgets' ) . '</a></p>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped.
	if ( empty( $_GET['test'] ) || ! wp_verify_nonce( sanitize_key( $_GET['_wpnonce'] ?? '' ), 'storefront_test' ) ) {
		return;
	}
	echo '<ul id="storefront-findings">';
	foreach ( storefront_test_connection() as $finding ) {
		$mark = array(
			'good' => '✓',
			'bad'  => '✗',
			'off'  => '–',
		)[ $finding[0] ];
		echo '<li class="storefront-' . esc_attr( $finding[0] ) . '">' . esc_html( "{$mark} {$finding[1]}" ) . ( isset( $finding[2] ) ? '<br><strong>' . esc_html( $finding[2] ) . '</strong>' : '' ) . '</li>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped.
	}
	echo '</ul>';
}

/** The findings: good, bad or off; what was found; and what to do. The first bad answer of the address itself ends the test. */
function storefront_test_connection(): array {
	$address = storefront_test_address();
	if ( 'bad' === $address[0] ) {
		return array( $address );
	}
	return array_values( array_filter( array( $address, storefront_test_merchant_key(), storefront_test_secret(), storefront_test_origin(), storefront_test_decimals(), storefront_test_assertion(), storefront_test_page(), storefront_test_queue() ) ) );
}

/** Whether the proxy answers at its address. */
function storefront_test_address(): array {
	$url = storefront_proxy_url();
	if ( ! wp_http_validate_url( $url ) && ! preg_match( '#^https?://[^/\s]+#i', $url ) ) {
		return array( 'bad', sprintf( /* translators: %s: address */ __( '%s is no address.', 'storefront-widgets' ), $url ), __( 'Enter the PUBLIC_URL of the proxy, such as https://widgets.example.com.', 'storefront-widgets' ) );
	}
	$http = new WP_Http();
	if ( $http->block_request( $url ) ) {
		return array( 'bad', __( 'WordPress may not call the proxy: WP_HTTP_BLOCK_EXTERNAL is on.', 'storefront-widgets' ), sprintf( /* translators: %s: host */ __( 'Add %s to WP_ACCESSIBLE_HOSTS in wp-config.php.', 'storefront-widgets' ), wp_parse_url( $url, PHP_URL_HOST ) ) );
	}
	$answer = storefront_read_answer( wp_remote_get( "{$url}/livez", array( 'timeout' => 5 ) ) );
	if ( 0 === $answer['status'] ) {
		return array( 'bad', sprintf( /* translators: %s: fault */ __( 'The proxy does not answer: %s', 'storefront-widgets' ), $answer['fault'] ), __( 'Check the address, whether the proxy runs, and whether a firewall lets this server reach it.', 'storefront-widgets' ) );
	}
	if ( 200 !== $answer['status'] ) {
		return array( 'bad', sprintf( /* translators: %d: HTTP status */ __( 'Something else answers at this address, with the status %d.', 'storefront-widgets' ), $answer['status'] ), __( 'Enter the PUBLIC_URL of the proxy, with its path if it has one.', 'storefront-widgets' ) );
	}
	if ( is_ssl() && 0 !== stripos( $url, 'https://' ) ) {
		return array( 'bad', __( 'Browsers block an http address on pages of an https shop.', 'storefront-widgets' ), __( 'Serve the proxy by https.', 'storefront-widgets' ) );
	}
	return array( 'good', __( 'The proxy answers.', 'storefront-widgets' ) );
}

/** Whether the proxy accepts the merchant key. */
function storefront_test_merchant_key(): array {
	$answer = storefront_read_answer(
		wp_remote_post(
			storefront_proxy_url() . '/v1/merchant/orders/comparison',
			array(
				'timeout' => 5,
				'headers' => array(
					'Authorization' => 'Bearer ' . storefront_setting( 'merchant_key' ),
					'Content-Type'  => 'application/json',
				),
				'body'    => '{"orders":[]}',
			)
		)
	);
	if ( 200 === $answer['status'] ) {
		return array( 'good', __( 'The merchant key is right.', 'storefront-widgets' ) );
	}
	return array( 'bad', __( 'The proxy does not accept the merchant key.', 'storefront-widgets' ) . " ({$answer['fault']})", __( 'Enter one of its MERCHANT_API_KEYS, or add this one there and restart the proxy.', 'storefront-widgets' ) );
}

/** Whether the proxy accepts what this shop signs. */
function storefront_test_secret(): array {
	if ( '' === storefront_setting( 'webhook_secret' ) ) {
		return array( 'bad', __( 'The secret for reports is missing, so no order is reported.', 'storefront-widgets' ), __( 'Enter one of the WOOCOMMERCE_SECRETS of the proxy.', 'storefront-widgets' ) );
	}
	$answer = storefront_post_signed( 'order-updated', 'webhook_id=0', 5 );
	if ( 200 === $answer['status'] ) {
		return array( 'good', __( 'The secret for reports is right.', 'storefront-widgets' ) );
	}
	return array( 'bad', __( 'The proxy does not accept reports that are signed with this secret.', 'storefront-widgets' ) . " ({$answer['fault']})", __( 'Enter one of its WOOCOMMERCE_SECRETS, or add this one there and restart the proxy.', 'storefront-widgets' ) );
}

/** Whether the proxy answers pages of this shop with prices. */
function storefront_test_origin(): array {
	$url    = storefront_proxy_url() . '/v1/protection/quotes?cents=1000&currency=' . rawurlencode( get_woocommerce_currency() );
	$answer = storefront_read_answer(
		wp_remote_get(
			$url,
			array(
				'timeout' => 5,
				'headers' => array( 'Origin' => storefront_origin() ),
			)
		)
	);
	$code = (string) ( $answer['content']['code'] ?? '' );
	if ( 200 === $answer['status'] ) {
		return array( 'good', __( 'The proxy answers pages of this shop with prices.', 'storefront-widgets' ) );
	}
	if ( 'origin-not-allowed' === $code ) {
		return array( 'bad', __( 'The proxy refuses pages of this shop.', 'storefront-widgets' ), sprintf( /* translators: %s: origin */ __( 'Add %s to its ALLOWED_ORIGINS and restart it.', 'storefront-widgets' ), storefront_origin() ) );
	}
	if ( 'not-configured' === $code ) {
		return array( 'off', __( 'The proxy offers no protection.', 'storefront-widgets' ), __( 'For protection, set PROTECTION_BASE_URL and PROTECTION_API_KEY there.', 'storefront-widgets' ) );
	}
	return array( 'bad', __( 'The proxy has no price.', 'storefront-widgets' ) . " ({$answer['fault']})", __( 'Run "storefront-proxy doctor" there.', 'storefront-widgets' ) );
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
	$answer = storefront_read_answer(
		wp_remote_post(
			storefront_proxy_url() . '/v1/session',
			array(
				'timeout' => 8,
				'headers' => array(
					'Content-Type'        => 'application/json',
					'Origin'              => storefront_origin(),
					'X-Storefront-Client' => '1',
				),
				'body'    => wp_json_encode( array( 'assertion' => storefront_assertion( 0 ) ) ),
			)
		)
	);
	$code = (string) ( $answer['content']['code'] ?? '' );
	if ( 200 === $answer['status'] || 201 === $answer['status'] ) {
		return array( 'good', __( 'The key for sign-in is right.', 'storefront-widgets' ) );
	}
	if ( 'not-configured' === $code ) {
		return array( 'off', __( 'The proxy offers no loyalty.', 'storefront-widgets' ), __( 'For loyalty, set LOYALTY_BASE_URL, LOYALTY_API_KEY and ASSERTION_KEYS there.', 'storefront-widgets' ) );
	}
	return array( 'bad', __( 'The proxy does not believe who is signed in.', 'storefront-widgets' ) . " ({$answer['fault']})", __( 'Enter one of its ASSERTION_KEYS. The address above must be its PUBLIC_URL, and both clocks must be right.', 'storefront-widgets' ) );
}

/** Whether customers have a page to track their orders. */
function storefront_test_page(): array {
	return storefront_tracking_page()
		? array( 'good', __( 'There is a page for order tracking.', 'storefront-widgets' ) )
		: array( 'bad', __( 'There is no page for order tracking, so e-mails have no link.', 'storefront-widgets' ), __( 'Create it below.', 'storefront-widgets' ) );
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
