<?php
/**
 * Plugin Name: Storefront widgets
 * Description: Shipment protection, loyalty and order tracking, through your own proxy.
 * Version: 0.2.0
 * Requires at least: 6.4
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * License: MIT
 *
 * In wp-config.php:
 *   define( 'STOREFRONT_PROXY_URL', 'https://widgets.example.com' );    // PUBLIC_URL of the proxy
 *   define( 'STOREFRONT_MERCHANT_KEY', '…' );                           // one of its MERCHANT_API_KEYS
 *   define( 'STOREFRONT_ASSERTION_KEY', '2026-11:…' );                  // one of its ASSERTION_KEYS; without it the loyalty panel is off
 *   define( 'STOREFRONT_WEBHOOK_SECRET', '…' );                         // one of its WOOCOMMERCE_SECRETS; without it no order is reported
 */

defined( 'ABSPATH' ) || exit;

if ( ! defined( 'STOREFRONT_PROXY_URL' ) || ! defined( 'STOREFRONT_MERCHANT_KEY' ) ) {
	add_action(
		'admin_notices',
		function () {
			echo '<div class="notice notice-error"><p>' . esc_html__( 'Storefront widgets: STOREFRONT_PROXY_URL and STOREFRONT_MERCHANT_KEY are missing in wp-config.php.', 'storefront-widgets' ) . '</p></div>';
		}
	);
	return;
}

require_once __DIR__ . '/includes/proxy.php';
require_once __DIR__ . '/includes/protection.php';
require_once __DIR__ . '/includes/loyalty.php';
require_once __DIR__ . '/includes/tracking.php';
require_once __DIR__ . '/includes/webhooks.php';

register_activation_hook( __FILE__, 'storefront_register_webhooks' );

/** Whether the page needs the offer first, as cart and checkout do: one file has all its code, and the code of other elements loads after it. */
function storefront_is_only_protection(): bool {
	/** Return false if you have removed the offer from cart or checkout. */
	return (bool) apply_filters( 'storefront_is_only_protection', is_cart() || ( is_checkout() && ! is_order_received_page() ) );
}

/** The script tag. Nothing waits for it. A security plugin can add its nonce, as to every script tag. */
add_action(
	'wp_head',
	function () {
		$price_url = storefront_is_only_protection() ? storefront_price_url() : '';
		if ( '' !== $price_url ) {
			echo storefront_template( 'preload', compact( 'price_url' ) ) . "\n"; // phpcs:ignore WordPress.Security.EscapeOutput -- the template escapes each value.
		}
		wp_print_script_tag(
			array(
				'type'        => 'module',
				'async'       => true,
				'crossorigin' => true,
				'src'         => esc_url_raw( storefront_proxy_url() . ( storefront_is_only_protection() ? '/protection.js' : '/widgets.js' ) ),
			)
		);
	},
	1
);

/** The script that sends the shopper's choice to WooCommerce, on the pages with the offer. */
add_action(
	'wp_enqueue_scripts',
	function () {
		wp_enqueue_style( 'storefront-widgets', plugins_url( 'assets/storefront-widgets.css', __FILE__ ), array(), '0.2.0' );
		if ( is_cart() || is_checkout() ) {
			wp_enqueue_script( 'storefront-widgets', plugins_url( 'assets/storefront-widgets.js', __FILE__ ), array(), '0.2.0', array( 'strategy' => 'defer' ) );
		}
	}
);

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
	return trim( ob_get_clean() );
}
