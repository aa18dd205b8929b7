<?php
/** What the plugin stores in the shop's database: made at activation and after an update, removed by uninstall.php. */

defined( 'ABSPATH' ) || exit;

/** The version of the table, in the option `storefront_schema`. */
const STOREFRONT_SCHEMA = '2';

/** The table with one row for each order that was reported, or waits to be. */
function storefront_outbox_table(): string {
	global $wpdb;
	return $wpdb->prefix . 'storefront_outbox';
}

/** WordPress drops the tables of a site of a network with the site. */
add_filter(
	'wpmu_drop_tables',
	function ( $tables, $site = 0 ) {
		global $wpdb;
		return array_merge( (array) $tables, array( $wpdb->get_blog_prefix( (int) $site ) . 'storefront_outbox' ) );
	},
	10,
	2
);

/** Makes the table, and removes what earlier versions of the plugin have left. Does nothing if both are done; multisite makes a table for each site. */
function storefront_install() {
	if ( STOREFRONT_SCHEMA === get_option( 'storefront_schema' ) ) {
		return;
	}
	global $wpdb;
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	$table = storefront_outbox_table();
	// dbDelta() reads this text: two spaces after PRIMARY KEY, one column a line.
	dbDelta(
		"CREATE TABLE {$table} (
			order_id bigint(20) unsigned NOT NULL,
			changes bigint(20) unsigned NOT NULL DEFAULT 0,
			waiting tinyint(1) NOT NULL DEFAULT 0,
			waiting_since bigint(20) unsigned NOT NULL DEFAULT 0,
			due_at bigint(20) unsigned NOT NULL DEFAULT 0,
			attempts int(10) unsigned NOT NULL DEFAULT 0,
			fault varchar(255) NOT NULL DEFAULT '',
			reported_at bigint(20) unsigned NOT NULL DEFAULT 0,
			held varchar(255) NOT NULL DEFAULT '',
			order_key text NULL,
			order_key_at bigint(20) unsigned NOT NULL DEFAULT 0,
			shipments longtext NULL,
			PRIMARY KEY  (order_id),
			KEY waiting (waiting,waiting_since)
		) {$wpdb->get_charset_collate()};"
	);
	if ( add_option( 'storefront_since', time() ) ) {
		update_option( 'storefront_is_new', 1 );
	}
	// A page that was saved while the plugin was off has the shortcode, too.
	$page = storefront_tracking_page() ? 0 : (int) $wpdb->get_var( "SELECT ID FROM {$wpdb->posts} WHERE post_type = 'page' AND post_status = 'publish' AND (post_content LIKE '%[storefront\_tracking%' OR post_content LIKE '%wp:storefront-widgets/tracking%') LIMIT 1" );
	if ( $page ) {
		update_option( 'storefront_tracking_page', $page );
	}
	update_option( 'storefront_schema', STOREFRONT_SCHEMA );
	if ( class_exists( 'WC_Webhook' ) ) {
		storefront_remove_webhooks();
	}
}

/** At activation WooCommerce may not be loaded yet, so the rest happens at the next request. */
function storefront_activate() {
	delete_option( 'storefront_schema' );
	delete_option( 'storefront_stopped' );
	storefront_install();
	update_option( 'storefront_is_new', 1 );
}

/**
 * Stops everything that runs by itself. What waits stays stored, and is reported after the next activation.
 *
 * @param bool $is_everywhere Whether the plugin is deactivated on all sites of a network.
 */
function storefront_deactivate( $is_everywhere = false ) {
	$stop = fn() => storefront_on_sites( (bool) $is_everywhere, 'storefront_stop' );
	$stop();
	// WordPress notes the deactivation only after this hook: a request that begins in between still loads the plugin.
	add_action( $is_everywhere ? 'update_site_option_active_sitewide_plugins' : 'update_option_active_plugins', $stop );
}

/**
 * Does something on this site, or on each site of a network.
 *
 * @param bool     $is_everywhere Whether on each site.
 * @param callable $act           What it does.
 */
function storefront_on_sites( bool $is_everywhere, callable $act ) {
	if ( ! $is_everywhere ) {
		$act();
		return;
	}
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $site ) { // phpcs:ignore WordPress.Arrays.ArrayDeclarationSpacing
		switch_to_blog( $site );
		$act();
		restore_current_blog();
	}
}

/** Stops this site. */
function storefront_stop() {
	// First of all: a request that plans something after the next line reads this afterwards.
	update_option( 'storefront_stopped', sprintf( '%.6F', microtime( true ) ), false );
	storefront_unplan();
	delete_option( 'storefront_outage' );
	if ( class_exists( 'WC_Webhook' ) ) {
		storefront_remove_webhooks();
	}
}

/** Takes back all that is planned. */
function storefront_unplan() {
	if ( function_exists( 'as_unschedule_all_actions' ) ) {
		as_unschedule_all_actions( '', array(), 'storefront-widgets' );
	}
}

/** Whether the plugin was deactivated while this request ran. Asks the database: what this request and the object cache remember is older. */
function storefront_is_stopped(): bool {
	global $wpdb;
	$stopped = $wpdb->get_var( "SELECT option_value FROM {$wpdb->options} WHERE option_name = 'storefront_stopped'" );
	return (float) $stopped > $_SERVER['REQUEST_TIME_FLOAT'];
}

/**
 * A delivery or a comparison may take longer than the deactivation, and plan what comes next. Action Scheduler itself repeats the daily action. So each
 * request looks after it has planned.
 */
add_action(
	'action_scheduler_stored_action',
	function () {
		if ( storefront_is_stopped() ) {
			storefront_unplan();
		}
	}
);

/** Removes the webhooks of earlier versions: the plugin reports orders by itself. */
function storefront_remove_webhooks() {
	foreach ( WC_Data_Store::load( 'webhook' )->search_webhooks( array( 'limit' => -1 ) ) as $id ) {
		$webhook = wc_get_webhook( $id );
		if ( $webhook && 0 === strpos( $webhook->get_name(), 'Storefront widgets: ' ) && false !== strpos( $webhook->get_delivery_url(), '/v1/platforms/woocommerce/' ) ) {
			$webhook->delete( true );
		}
	}
}
