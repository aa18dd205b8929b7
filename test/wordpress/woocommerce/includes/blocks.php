<?php
/**
 * The blocks of cart and checkout, which render themselves in the browser.
 *
 * Habits: at the endpoints of the checkout its block is the old shortcode; scripts that use `wc.blocksCheckout` without naming `wc-blocks-checkout` as a
 * dependency are reported with WP_DEBUG.
 */

add_action(
	'init',
	function () {
		wp_register_script( 'wc-blocks-checkout', WC()->plugin_url() . '/assets/blocks-checkout.js', array( 'wp-data', 'wp-api-fetch' ), WC_VERSION, true );
		wp_register_script( 'wc-stand-in-blocks', WC()->plugin_url() . '/assets/blocks.js', array( 'wc-blocks-checkout' ), WC_VERSION, true );
		foreach ( array( 'cart', 'checkout' ) as $name ) {
			register_block_type(
				"woocommerce/{$name}",
				array(
					'api_version'     => 3,
					'attributes'      => array( 'align' => array( 'type' => 'string' ) ),
					'render_callback' => function ( $attributes, $content ) use ( $name ) {
						if ( 'checkout' === $name && is_wc_endpoint_url() ) {
							return do_shortcode( '[woocommerce_checkout]' );
						}
						wp_enqueue_script( 'wc-stand-in-blocks' );
						return "<div data-block-name='woocommerce/{$name}' class='wp-block-woocommerce-{$name} wc-block-{$name} is-loading'></div>";
					},
				)
			);
		}
	}
);

add_action(
	'wp_print_footer_scripts',
	function () {
		foreach ( WP_DEBUG && wp_script_is( 'wc-blocks-checkout', 'done' ) ? wp_scripts()->queue : array() as $handle ) {
			$script = wp_scripts()->registered[ $handle ];
			$path   = ABSPATH . ltrim( (string) wp_parse_url( (string) $script->src, PHP_URL_PATH ), '/' );
			$uses   = 0 !== strpos( $handle, 'wc-' ) && is_file( $path ) && preg_match( '/wc\??\.blocksCheckout|wc\.wcBlocksData/', file_get_contents( $path ) ); // phpcs:ignore WordPress.WP.AlternativeFunctions
			if ( $uses && ! in_array( 'wc-blocks-checkout', $script->deps, true ) ) {
				error_log( "PHP Warning: [WooCommerce] the script $handle uses wc.blocksCheckout without the dependency wc-blocks-checkout ($path)" ); // phpcs:ignore WordPress.PHP.DevelopmentFunctions
			}
		}
	},
	99
);
