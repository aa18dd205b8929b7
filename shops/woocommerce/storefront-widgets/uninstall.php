<?php
/** Removes everything that the plugin has stored, on every site of a network. */

defined( 'ABSPATH' ) || exit;
defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

require_once __DIR__ . '/includes/install.php';

/** Removes it from the present site. */
function storefront_uninstall_site() {
	global $wpdb;
	$made = (int) get_option( 'storefront_made_page' );
	$page = $made ? get_post( $made ) : null;
	// A page that somebody has written on stays.
	if ( $page && '<!-- wp:storefront-widgets/tracking /-->' === trim( $page->post_content ) ) {
		wp_delete_post( $made, true );
	}
	$wpdb->query( "DROP TABLE IF EXISTS {$wpdb->prefix}storefront_outbox" );
	// By name: WooCommerce's own theme, Storefront, has options that begin alike.
	foreach ( array( 'settings', 'schema', 'since', 'is_new', 'outage', 'stopped', 'compared', 'made_page', 'tracking_page' ) as $option ) {
		delete_option( "storefront_{$option}" );
	}
	delete_transient( 'storefront_quotes_pause' );
	$has = fn( string $table ): bool => $wpdb->prefix . $table === $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $wpdb->prefix . $table ) ) );
	foreach ( array( 'postmeta', 'wc_orders_meta', 'woocommerce_order_itemmeta' ) as $table ) {
		if ( $has( $table ) ) {
			$wpdb->query( "DELETE FROM {$wpdb->prefix}{$table} WHERE meta_key IN ('_storefront_key', '_storefront_tracking', '_protection_quote')" ); // phpcs:ignore WordPress.DB.PreparedSQL -- constants.
		}
	}
	if ( $has( 'actionscheduler_actions' ) ) {
		if ( $has( 'actionscheduler_logs' ) ) {
			$wpdb->query( "DELETE l FROM {$wpdb->prefix}actionscheduler_logs l JOIN {$wpdb->prefix}actionscheduler_actions a USING (action_id) WHERE a.hook IN ('storefront_deliver', 'storefront_compare', 'storefront_check', 'storefront_make_key')" ); // phpcs:ignore WordPress.DB.PreparedSQL -- constants.
		}
		if ( $has( 'actionscheduler_groups' ) ) {
			$wpdb->delete( "{$wpdb->prefix}actionscheduler_groups", array( 'slug' => 'storefront-widgets' ) );
		}
		$wpdb->query( "DELETE FROM {$wpdb->prefix}actionscheduler_actions WHERE hook IN ('storefront_deliver', 'storefront_compare', 'storefront_check', 'storefront_make_key')" ); // phpcs:ignore WordPress.DB.PreparedSQL -- constants.
	}
	if ( $has( 'wc_webhooks' ) ) {
		$wpdb->query( "DELETE FROM {$wpdb->prefix}wc_webhooks WHERE name LIKE 'Storefront widgets: %' AND delivery_url LIKE '%/v1/platforms/woocommerce/%'" ); // phpcs:ignore WordPress.DB.PreparedSQL -- constants.
	}
	wp_cache_flush();
}

storefront_on_sites( is_multisite(), 'storefront_uninstall_site' );
