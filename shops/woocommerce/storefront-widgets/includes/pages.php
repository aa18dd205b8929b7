<?php
/** What every page of the shop gets: the script tag, the style sheet, and the script that sends the shopper's choice. */

defined( 'ABSPATH' ) || exit;

/** Whether the page needs the offer first, as cart and checkout do: one file has all its code, and the code of other elements loads after it. */
function storefront_is_only_protection(): bool {
	/** Return false if you have removed the offer from cart or checkout. */
	return (bool) apply_filters( 'storefront_is_only_protection', storefront_is_cart_page() );
}

/** The script tag. Nothing waits for it. A security plugin can add its nonce, as to every script tag. */
add_action(
	'wp_head',
	function () {
		$price_url = storefront_is_only_protection() ? storefront_price_url() : '';
		if ( '' !== $price_url ) {
			echo storefront_template( 'preload', compact( 'price_url' ) ) . "\n"; // phpcs:ignore WordPress.Security.EscapeOutput -- the template escapes each value.
		}
		if ( 'yes' === storefront_setting( 'analytics' ) ) {
			// Before the elements, whose first event may come while the page is still being read.
			wp_print_inline_script_tag( "addEventListener('storefront-analytics', ({ name, surface }) => (window.dataLayer ??= []).push({ event: 'storefront_widgets_' + name, surface }))" );
		}
		// The words of the plugin stand there until its elements do. What the proxy does not offer never comes, so they go. This, too, is before the elements.
		wp_print_inline_script_tag( "addEventListener('storefront-unavailable', ({ target, problem }) => problem?.code === 'not-configured' && target.matches('storefront-protection, storefront-loyalty') && (target.hidden = true))" );
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

/** The address of the price for the present cart; empty if nothing ships, the page has the price, or the shopper has agreed to one already. */
function storefront_price_url(): string {
	$cents = WC()->cart && ! storefront_quote() && ! storefront_early_quote() ? storefront_shippable() : 0;
	return $cents > 0 ? storefront_quote_address( $cents, get_woocommerce_currency() ) : '';
}

/** The style sheet reserves the height of the elements. */
add_action(
	'wp_enqueue_scripts',
	function () {
		wp_enqueue_style( 'storefront-widgets', plugins_url( 'assets/storefront-widgets.css', dirname( __DIR__ ) . '/storefront-widgets.php' ), array(), STOREFRONT_VERSION );
	}
);

/**
 * Loads the script that sends the shopper's choice to WooCommerce.
 *
 * @param bool $has_blocks Whether it sends the choice through the cart's blocks, which then load first.
 */
function storefront_enqueue_choice( bool $has_blocks ) {
	$script = plugins_url( 'assets/storefront-widgets.js', dirname( __DIR__ ) . '/storefront-widgets.php' );
	$loading = array(
		'strategy'  => 'defer',
		// WooCommerce wants scripts that depend on its blocks there.
		'in_footer' => true,
	);
	wp_enqueue_script( 'storefront-widgets', $script, $has_blocks ? array( 'wc-blocks-checkout' ) : array(), STOREFRONT_VERSION, $loading );
}
