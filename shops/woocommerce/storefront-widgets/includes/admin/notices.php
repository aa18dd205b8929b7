<?php
/** Notices in the back office: what has to be done before the plugin works, and what does not work. */

defined( 'ABSPATH' ) || exit;

add_action(
	'admin_notices',
	function () {
		// The settings page says the same by itself.
		if ( ! current_user_can( STOREFRONT_CAPABILITY ) || STOREFRONT_PAGE === sanitize_key( $_GET['page'] ?? '' ) ) {
			return;
		}
		list( $kind, $words ) = storefront_notice();
		if ( '' !== $words ) {
			echo '<div class="notice notice-' . esc_attr( $kind ) . '"><p>' . esc_html( $words ) . ' <a href="' . esc_url( storefront_page_url() ) . '">' . esc_html__( 'Settings', 'storefront-widgets' ) . '</a></p></div>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped.
		}
	}
);

/** The kind and the words of the most urgent notice; empty words if there is none. */
function storefront_notice(): array {
	if ( ! storefront_is_set_up() ) {
		return array( 'warning', __( 'Storefront widgets: connect the shop with your proxy.', 'storefront-widgets' ) );
	}
	if ( '' === storefront_setting( 'webhook_secret' ) ) {
		return array( 'warning', __( 'Storefront widgets: no order is reported, because the secret for reports is missing.', 'storefront-widgets' ) );
	}
	$outage = storefront_outage();
	// A short outage ends by itself, so no notice is shown.
	if ( $outage['since'] && time() - $outage['since'] > 15 * MINUTE_IN_SECONDS ) {
		return array( 'error', __( 'Storefront widgets:', 'storefront-widgets' ) . ' ' . implode( ' ', array_slice( storefront_outbox_lines(), 0, 2 ) ) );
	}
	$held = storefront_held_count();
	if ( $held ) {
		return array( 'error', __( 'Storefront widgets:', 'storefront-widgets' ) . ' ' . storefront_held_line( $held ) );
	}
	return array( '', '' );
}
