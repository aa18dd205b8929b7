<?php
/** The back office: loads its parts where they are needed. */

defined( 'ABSPATH' ) || exit;

// Before Action Scheduler starts, whose first action reads the table.
add_action( 'init', 'storefront_install', 0 );

/** The right that a user needs to see and change what the plugin shows in the back office. */
const STOREFRONT_CAPABILITY = 'manage_woocommerce';

// WooCommerce erases old orders in its queue, which is no part of the back office.
if ( storefront_is_set_up() ) {
	require_once __DIR__ . '/admin/privacy.php';
}
if ( is_admin() ) {
	require_once __DIR__ . '/admin/settings-page.php';
	require_once __DIR__ . '/admin/connection.php';
	require_once __DIR__ . '/admin/tracking-page.php';
	require_once __DIR__ . '/admin/notices.php';
	if ( storefront_is_set_up() ) {
		require_once __DIR__ . '/admin/order-box.php';
	}
}
