<?php
/**
 * Plugin Name: Storefront widgets
 * Description: Shipment protection, loyalty and order tracking, through your own proxy.
 * Version: 0.2.0
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 8.2
 * WC tested up to: 11.0
 * License: MIT
 * Text Domain: storefront-widgets
 * Domain Path: /languages
 *
 * The settings are under WooCommerce > Storefront widgets. Constants in wp-config.php win over them:
 *   define( 'STOREFRONT_PROXY_URL', 'https://widgets.example.com' );    // PUBLIC_URL of the proxy
 *   define( 'STOREFRONT_MERCHANT_KEY', '…' );                           // one of its MERCHANT_API_KEYS
 *   define( 'STOREFRONT_ASSERTION_KEY', '2026-11:…' );                  // one of its ASSERTION_KEYS; without it the loyalty panel is off
 *   define( 'STOREFRONT_WEBHOOK_SECRET', '…' );                         // one of its WOOCOMMERCE_SECRETS; without it no order is reported
 */

defined( 'ABSPATH' ) || exit;

const STOREFRONT_VERSION = '0.2.0';

require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/install.php';
require_once __DIR__ . '/includes/languages.php';

register_activation_hook( __FILE__, 'storefront_activate' );
register_deactivation_hook( __FILE__, 'storefront_deactivate' );

/** Tells WooCommerce that the plugin works with its own order tables, and with its cart and checkout blocks. */
add_action(
	'before_woocommerce_init',
	function () {
		if ( class_exists( 'Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
			foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
				Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, __FILE__, true );
			}
		}
	}
);

/** Loads everything else, once WooCommerce is there: without WooCommerce the plugin does nothing. */
function storefront_load() {
	require_once __DIR__ . '/includes/proxy.php';
	require_once __DIR__ . '/includes/admin.php';
	if ( ! storefront_is_set_up() ) {
		return;
	}
	require_once __DIR__ . '/includes/protection.php';
	require_once __DIR__ . '/includes/price.php';
	require_once __DIR__ . '/includes/protection-offer.php';
	require_once __DIR__ . '/includes/loyalty.php';
	require_once __DIR__ . '/includes/shipments.php';
	require_once __DIR__ . '/includes/order-report.php';
	require_once __DIR__ . '/includes/outbox.php';
	require_once __DIR__ . '/includes/delivery.php';
	require_once __DIR__ . '/includes/comparison.php';
	require_once __DIR__ . '/includes/order-key.php';
	require_once __DIR__ . '/includes/tracking.php';
	require_once __DIR__ . '/includes/pages.php';
	require_once __DIR__ . '/includes/blocks.php';
}
if ( did_action( 'woocommerce_loaded' ) ) {
	storefront_load();
} else {
	add_action( 'woocommerce_loaded', 'storefront_load' );
}

/**
 * Renders a template of this plugin with these values.
 *
 * @param string $name   Its name.
 * @param array  $values Its variables, by name.
 */
function storefront_template( string $name, array $values ): string {
	extract( $values, EXTR_SKIP ); // phpcs:ignore WordPress.PHP.DontExtract -- a template names its variables.
	ob_start();
	include __DIR__ . "/templates/{$name}.php";
	$html = trim( ob_get_clean() );
	return 'yes' === storefront_setting( 'analytics' ) ? preg_replace( '/<storefront-(protection|loyalty|tracking)(?=[\s>])/', '$0 analytics', $html ) : $html;
}
