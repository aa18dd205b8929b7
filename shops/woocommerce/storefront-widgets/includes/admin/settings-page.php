<?php
/** WooCommerce > Storefront widgets: the settings, the connection test, and what waits to be reported. */

defined( 'ABSPATH' ) || exit;

/** The slug of the page. */
const STOREFRONT_PAGE = 'storefront-widgets';

/** The settings that are yes or no. */
const STOREFRONT_SWITCHES = array( 'in_cart', 'in_checkout', 'in_account', 'in_order', 'in_emails', 'analytics' );

add_action(
	'admin_menu',
	function () {
		add_submenu_page( 'woocommerce', __( 'Storefront widgets', 'storefront-widgets' ), __( 'Storefront widgets', 'storefront-widgets' ), STOREFRONT_CAPABILITY, STOREFRONT_PAGE, 'storefront_settings_page' );
	},
	60
);

add_action(
	'admin_init',
	function () {
		register_setting(
			STOREFRONT_PAGE,
			STOREFRONT_OPTION,
			array(
				'type'              => 'array',
				'sanitize_callback' => 'storefront_sanitize_settings',
			)
		);
	}
);
add_filter( 'option_page_capability_' . STOREFRONT_PAGE, fn(): string => STOREFRONT_CAPABILITY );

/** A link beside "Deactivate" in the list of plugins. */
add_filter(
	'plugin_action_links_storefront-widgets/storefront-widgets.php',
	fn( $links ) => array_merge( array( '<a href="' . esc_url( storefront_page_url() ) . '">' . esc_html__( 'Settings', 'storefront-widgets' ) . '</a>' ), (array) $links )
);

/**
 * The address of the page.
 *
 * @param array $query Further parts of its query.
 */
function storefront_page_url( array $query = array() ): string {
	return add_query_arg( array_merge( array( 'page' => STOREFRONT_PAGE ), $query ), admin_url( 'admin.php' ) );
}

/**
 * The scheme, the host and the port of an address.
 *
 * @param string $url The address.
 */
function storefront_server_of( string $url ): array {
	$scheme = strtolower( (string) wp_parse_url( $url, PHP_URL_SCHEME ) );
	$port   = wp_parse_url( $url, PHP_URL_PORT );
	return array( $scheme, strtolower( (string) wp_parse_url( $url, PHP_URL_HOST ) ), $port ? $port : ( 'https' === $scheme ? 443 : 80 ) );
}

/**
 * What is stored of a saved form: only known settings, each in its form. A secret that is left empty stays as it is, unless the proxy is on another
 * server now: anyone who may change the address could otherwise send the secrets, which the page never shows, to a server of their own.
 *
 * @param mixed $given The form's values.
 */
function storefront_sanitize_settings( $given ): array {
	$given  = (array) $given;
	$stored = array_merge( STOREFRONT_DEFAULTS, array_intersect_key( (array) get_option( STOREFRONT_OPTION, array() ), STOREFRONT_DEFAULTS ) );
	$before = $stored;
	if ( isset( $given['proxy_url'] ) && ! storefront_is_address_locked() ) {
		$url = untrailingslashit( esc_url_raw( trim( (string) $given['proxy_url'] ), array( 'http', 'https' ) ) );
		if ( '' === $url && '' !== trim( (string) $given['proxy_url'] ) ) {
			add_settings_error( STOREFRONT_OPTION, 'proxy_url', __( 'The address of the proxy must start with https://.', 'storefront-widgets' ) );
		} else {
			$stored['proxy_url'] = $url;
		}
	}
	if ( storefront_server_of( $stored['proxy_url'] ) !== storefront_server_of( $before['proxy_url'] ) ) {
		foreach ( STOREFRONT_SECRETS as $name ) {
			$stored[ $name ] = '';
		}
	}
	foreach ( STOREFRONT_SECRETS as $name ) {
		$value = isset( $given[ $name ] ) && is_string( $given[ $name ] ) ? trim( $given[ $name ] ) : '';
		if ( 'assertion_key' === $name && '' !== $value && ! storefront_signing_key( $value ) ) {
			add_settings_error( STOREFRONT_OPTION, $name, __( 'The key for sign-in is too short, or not in its form.', 'storefront-widgets' ) . ' ' . __( 'Enter one of the ASSERTION_KEYS of the proxy: a name, a colon, and at least 32 bytes in base64url.', 'storefront-widgets' ) . ( '' === $stored[ $name ] ? '' : ' ' . __( 'It was not saved; the one that is stored stays.', 'storefront-widgets' ) ) );
		} elseif ( '' !== $value ) {
			$stored[ $name ] = preg_replace( '/[^\x21-\x7e]/', '', $value );
		}
		if ( ! empty( $given[ "{$name}_remove" ] ) ) {
			$stored[ $name ] = '';
		}
	}
	if ( array_filter( STOREFRONT_SECRETS, fn( $name ): bool => '' !== $before[ $name ] && '' === $stored[ $name ] && empty( $given[ "{$name}_remove" ] ) ) ) {
		add_settings_error( STOREFRONT_OPTION, 'proxy_moved', __( 'The address of the proxy has changed, so the stored keys were removed: they belong to the proxy at the old address. Enter the keys of this one.', 'storefront-widgets' ), 'warning' );
	}
	foreach ( array( 'tracking_page', 'claim_page', 'contact_page' ) as $name ) {
		if ( isset( $given[ $name ] ) ) {
			$stored[ $name ] = absint( $given[ $name ] );
		}
	}
	if ( ! empty( $given['has_switches'] ) ) {
		foreach ( STOREFRONT_SWITCHES as $name ) {
			$stored[ $name ] = empty( $given[ $name ] ) ? 'no' : 'yes';
		}
	}
	return $stored;
}

/** Prints the page. */
function storefront_settings_page() {
	if ( ! current_user_can( STOREFRONT_CAPABILITY ) ) {
		return;
	}
	echo '<div class="wrap"><h1>' . esc_html__( 'Storefront widgets', 'storefront-widgets' ) . '</h1>';
	// Those of WordPress, too: it confirms under another name that it has saved.
	settings_errors();
	if ( ! storefront_is_set_up() ) {
		echo '<p>' . esc_html__( 'Enter the address of your proxy and its keys, and save. Then test the connection below.', 'storefront-widgets' ) . '</p>';
	}
	echo '<form method="post" action="options.php">';
	settings_fields( STOREFRONT_PAGE );
	echo '<input type="hidden" name="' . esc_attr( STOREFRONT_OPTION ) . '[has_switches]" value="1"><h2>' . esc_html__( 'Connection', 'storefront-widgets' ) . '</h2><table class="form-table" role="presentation">';
	storefront_print_field( 'proxy_url', __( 'Address of the proxy', 'storefront-widgets' ), __( 'Its PUBLIC_URL, such as https://widgets.example.com.', 'storefront-widgets' ) );
	storefront_print_field( 'merchant_key', __( 'Merchant key', 'storefront-widgets' ), __( 'One of its MERCHANT_API_KEYS.', 'storefront-widgets' ) );
	storefront_print_field( 'webhook_secret', __( 'Secret for reports', 'storefront-widgets' ), __( 'One of its WOOCOMMERCE_SECRETS. Without it no order is reported.', 'storefront-widgets' ) );
	storefront_print_field( 'assertion_key', __( 'Key for sign-in', 'storefront-widgets' ), __( 'One of its ASSERTION_KEYS, such as 2026-11:KEY. Without it the loyalty panel is off.', 'storefront-widgets' ) );
	echo '</table><h2>' . esc_html__( 'Pages', 'storefront-widgets' ) . '</h2><table class="form-table" role="presentation">';
	storefront_print_page_field( 'tracking_page', __( 'Order tracking', 'storefront-widgets' ), __( 'E-mails link to this page. It needs the tracking block, or [storefront_tracking].', 'storefront-widgets' ) );
	storefront_print_page_field( 'claim_page', __( 'Report a problem', 'storefront-widgets' ), __( 'Where shoppers report a lost or damaged parcel.', 'storefront-widgets' ) );
	storefront_print_page_field( 'contact_page', __( 'Contact', 'storefront-widgets' ), __( 'Where shoppers write to you if something is wrong with their parcel.', 'storefront-widgets' ) );
	echo '</table><h2>' . esc_html__( 'Where the widgets are', 'storefront-widgets' ) . '</h2><table class="form-table" role="presentation">';
	storefront_print_switch( 'in_cart', __( 'Protection in the cart', 'storefront-widgets' ) );
	storefront_print_switch( 'in_checkout', __( 'Protection in the checkout', 'storefront-widgets' ) );
	storefront_print_switch( 'in_order', __( 'Tracking on the thank-you page and in the account', 'storefront-widgets' ) );
	storefront_print_switch( 'in_emails', __( 'Link to tracking in e-mails to customers', 'storefront-widgets' ) );
	storefront_print_switch( 'in_account', __( 'Loyalty on the first page of the account', 'storefront-widgets' ) );
	storefront_print_switch( 'analytics', __( 'Send five events to the dataLayer of Google Tag Manager, without personal data', 'storefront-widgets' ) );
	echo '</table>';
	submit_button();
	echo '</form>';
	storefront_print_connection();
	storefront_print_outbox();
	echo '</div>';
}

/**
 * Prints a field for text. A constant in wp-config.php wins, so its field cannot be changed.
 *
 * @param string $name  The setting.
 * @param string $label Its label.
 * @param string $help  What it is.
 */
function storefront_print_field( string $name, string $label, string $help ) {
	$is_secret   = in_array( $name, STOREFRONT_SECRETS, true );
	$is_constant = storefront_is_constant( $name );
	$is_locked   = 'proxy_url' === $name && storefront_is_address_locked();
	$value       = storefront_setting( $name );
	$type        = $is_secret ? 'password' : 'url';
	$placeholder = $is_secret && '' !== $value ? __( 'Stored. Leave empty to keep it.', 'storefront-widgets' ) : '';
	if ( $is_locked ) {
		$help = sprintf( /* translators: %s: name of a constant */ __( 'Keys are set in wp-config.php, so set %s there, too.', 'storefront-widgets' ), STOREFRONT_CONSTANTS[ $name ] );
	}
	$note        = $is_constant ? sprintf( /* translators: %s: name of a constant */ __( 'Set by %s in wp-config.php.', 'storefront-widgets' ), STOREFRONT_CONSTANTS[ $name ] ) : $help;
	$html        = '<tr><th scope="row"><label for="storefront-' . esc_attr( $name ) . '">' . esc_html( $label ) . '</label></th><td>';
	$html       .= '<input class="regular-text" autocomplete="off" type="' . esc_attr( $type ) . '" id="storefront-' . esc_attr( $name ) . '" name="' . esc_attr( STOREFRONT_OPTION . "[{$name}]" ) . '" value="' . esc_attr( $is_secret ? '' : $value ) . '" placeholder="' . esc_attr( $placeholder ) . '"' . disabled( $is_constant || $is_locked, true, false ) . ' aria-describedby="storefront-' . esc_attr( $name ) . '-help">';
	$html       .= '<p class="description" id="storefront-' . esc_attr( $name ) . '-help">' . esc_html( $note ) . '</p>';
	if ( $is_secret && '' !== $value && ! $is_constant ) {
		$html .= '<label><input type="checkbox" name="' . esc_attr( STOREFRONT_OPTION . "[{$name}_remove]" ) . '" value="1"> ' . esc_html__( 'Remove', 'storefront-widgets' ) . '</label>';
	}
	echo $html . '</td></tr>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped above.
}

/**
 * Prints a field for a page.
 *
 * @param string $name  The setting.
 * @param string $label Its label.
 * @param string $help  What it is.
 */
function storefront_print_page_field( string $name, string $label, string $help ) {
	$pages = wp_dropdown_pages(
		array(
			'echo'              => 0, // phpcs:ignore WordPress.Security.EscapeOutput -- returns the list.
			'id'                => "storefront-{$name}",
			'name'              => STOREFRONT_OPTION . "[{$name}]",
			'selected'          => 'tracking_page' === $name ? storefront_tracking_page() : (int) storefront_setting( $name ),
			'show_option_none'  => __( 'None', 'storefront-widgets' ),
			'option_none_value' => '0',
		)
	);
	$html  = '<tr><th scope="row"><label for="storefront-' . esc_attr( $name ) . '">' . esc_html( $label ) . '</label></th><td>' . $pages;
	if ( 'tracking_page' === $name && ! storefront_tracking_page() ) {
		$html .= ' <a class="button" href="' . esc_url( wp_nonce_url( admin_url( 'admin-post.php?action=storefront_make_tracking_page' ), 'storefront_make_tracking_page' ) ) . '">' . esc_html__( 'Create the page', 'storefront-widgets' ) . '</a>';
	}
	echo $html . '<p class="description">' . esc_html( $help ) . '</p></td></tr>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped above, wp_dropdown_pages() escapes its own.
}

/**
 * Prints a switch.
 *
 * @param string $name  The setting.
 * @param string $label Its label.
 */
function storefront_print_switch( string $name, string $label ) {
	echo '<tr><th scope="row"></th><td><label><input type="checkbox" name="' . esc_attr( STOREFRONT_OPTION . "[{$name}]" ) . '" value="1"' . checked( storefront_setting( $name ), 'yes', false ) . '> ' . esc_html( $label ) . '</label></td></tr>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped, checked() prints one attribute.
}

/** Prints how the reports stand: what waits, why, and what the last comparison found. */
function storefront_print_outbox() {
	if ( ! storefront_is_set_up() ) {
		return;
	}
	echo '<h2 id="storefront-reports">' . esc_html__( 'Reports of orders', 'storefront-widgets' ) . '</h2>';
	$held = storefront_held( 20 );
	if ( $held ) {
		storefront_check_held( array_map( 'intval', wp_list_pluck( $held, 'order_id' ) ), 2 );
	}
	foreach ( storefront_outbox_lines() as $line ) {
		echo '<p>' . esc_html( $line ) . '</p>';
	}
	$rows = array_merge( storefront_waiting( 20 ), storefront_held( 20 ) );
	if ( $rows ) {
		echo '<table class="widefat striped" style="max-width: 60em" id="storefront-waiting"><thead><tr><th>' . esc_html__( 'Order', 'storefront-widgets' ) . '</th><th>' . esc_html__( 'Waits since', 'storefront-widgets' ) . '</th><th>' . esc_html__( 'Why', 'storefront-widgets' ) . '</th></tr></thead><tbody>';
		foreach ( $rows as $row ) {
			echo '<tr><td><a href="' . esc_url( storefront_order_url( (int) $row->order_id ) ) . '">' . esc_html( $row->order_id ) . '</a></td><td>' . esc_html( wp_date( 'Y-m-d H:i', (int) ( $row->waiting ? $row->waiting_since : $row->reported_at ) ) ) . '</td><td>' . esc_html( storefront_why( $row ) ) . '</td></tr>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped.
		}
		echo '</tbody></table>';
	}
	$url = wp_nonce_url( admin_url( 'admin-post.php?action=storefront_deliver_now' ), 'storefront_deliver_now' );
	echo '<p><a class="button" href="' . esc_url( $url ) . '">' . esc_html__( 'Report now', 'storefront-widgets' ) . '</a></p>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped.
}

/**
 * Why an order is not reported.
 *
 * @param object $row Its row.
 */
function storefront_why( object $row ): string {
	if ( ! $row->waiting ) {
		return sprintf( /* translators: %s: reason */ __( 'The proxy holds it: %s', 'storefront-widgets' ), $row->held );
	}
	return '' === $row->fault ? __( 'It is sent shortly.', 'storefront-widgets' ) : $row->fault;
}

/** How the reports stand, in sentences. */
function storefront_outbox_lines(): array {
	$waiting  = storefront_waiting_count();
	$held     = storefront_held_count();
	$outage   = storefront_outage();
	$compared = (array) get_option( 'storefront_compared', array() );
	$time     = fn( $at ): string => (string) wp_date( 'Y-m-d H:i', (int) $at );
	$lines    = array();
	if ( '' === storefront_setting( 'webhook_secret' ) ) {
		$lines[] = __( 'The secret for reports is missing, so no order is reported.', 'storefront-widgets' );
	}
	if ( $waiting ) {
		$lines[] = sprintf( /* translators: %d: number */ __( 'Orders that wait to be reported: %d', 'storefront-widgets' ), $waiting );
	}
	if ( ! $lines && ! $held ) {
		$lines[] = __( 'Every order is reported.', 'storefront-widgets' );
	}
	if ( $outage['since'] ) {
		$lines[] = sprintf( /* translators: 1: time, 2: fault, 3: time */ __( 'The proxy has accepted nothing since %1$s (%2$s). The next attempt is at %3$s; nothing is lost.', 'storefront-widgets' ), $time( $outage['since'] ), $outage['fault'], $time( time() + (int) storefront_next_attempt() ) );
	}
	if ( $held ) {
		$lines[] = storefront_held_line( $held );
	}
	if ( $compared ) {
		$lines[] = sprintf( /* translators: 1: time, 2: number, 3: number */ __( 'Last comparison with the proxy: %1$s, %2$d orders, %3$d of them reported again.', 'storefront-widgets' ), $time( $compared['at'] ), $compared['orders'], $compared['missing'] );
	}
	return $lines;
}

/**
 * That the proxy holds orders, and what to do.
 *
 * @param int $held How many.
 */
function storefront_held_line( int $held ): string {
	return sprintf( /* translators: %d: number */ __( 'Orders that the proxy holds, so that the service does not have their last state: %d. Protection that is paid may not cover them.', 'storefront-widgets' ), $held );
}

/**
 * The address of an order in the back office.
 *
 * @param int $order_id The order.
 */
function storefront_order_url( int $order_id ): string {
	$order = wc_get_order( $order_id );
	return $order instanceof WC_Order ? $order->get_edit_order_url() : '';
}

add_action(
	'admin_post_storefront_deliver_now',
	function () {
		check_admin_referer( 'storefront_deliver_now' );
		if ( ! current_user_can( STOREFRONT_CAPABILITY ) || ! storefront_is_set_up() ) {
			wp_die( esc_html__( 'You may not do that.', 'storefront-widgets' ), 403 );
		}
		storefront_end_pauses();
		// What the proxy holds is reported again: it may have got what it needs.
		array_map( 'storefront_note_change', array_map( 'intval', wp_list_pluck( storefront_held( 200 ), 'order_id' ) ) );
		storefront_deliver( 15 );
		if ( storefront_waiting_count() ) {
			storefront_plan_delivery( 0 );
		}
		wp_safe_redirect( storefront_page_url() . '#storefront-reports' );
		exit;
	}
);
