<?php
/** Blocks for the block editor. Each renders what the shortcode of the same name renders. */

defined( 'ABSPATH' ) || exit;

/** The blocks: what renders each. */
const STOREFRONT_BLOCKS = array(
	'tracking'   => 'storefront_tracking',
	'loyalty'    => 'storefront_loyalty',
	'protection' => 'storefront_protection',
);

add_shortcode( 'storefront_protection', fn() => storefront_protection() );

/** Headers leave before a block or a shortcode is rendered. */
add_action(
	'template_redirect',
	function () {
		$post = is_singular() ? get_queried_object() : null;
		if ( $post instanceof WP_Post && ( has_block( 'storefront-widgets/protection', $post ) || has_shortcode( $post->post_content, 'storefront_protection' ) ) ) {
			storefront_keep_from_caches();
		}
	}
);

add_action(
	'init',
	function () {
		$plugin = dirname( __DIR__ ) . '/storefront-widgets.php';
		wp_register_script( 'storefront-widgets-editor', plugins_url( 'assets/editor.js', $plugin ), array( 'wp-blocks', 'wp-element', 'wp-block-editor', 'wp-components' ), STOREFRONT_VERSION, true );
		$texts = array(
			'tracking'   => array( __( 'Order tracking', 'storefront-widgets' ), __( 'Shows where an order is.', 'storefront-widgets' ), 'location-alt' ),
			'loyalty'    => array( __( 'Loyalty', 'storefront-widgets' ), __( 'Shows a member their credits and benefits.', 'storefront-widgets' ), 'awards' ),
			'protection' => array( __( 'Shipment protection', 'storefront-widgets' ), __( 'Offers protection for the goods in the cart.', 'storefront-widgets' ), 'shield' ),
		);
		$shown = array();
		foreach ( STOREFRONT_BLOCKS as $name => $render ) {
			if ( function_exists( $render ) ) {
				$shown[] = array_combine( array( 'name', 'title', 'description', 'icon' ), array_merge( array( $name ), $texts[ $name ] ) );
				register_block_type(
					"storefront-widgets/{$name}",
					array(
						'api_version'           => 3,
						'editor_script_handles' => array( 'storefront-widgets-editor' ),
						'render_callback'       => fn(): string => $render(),
					)
				);
			}
		}
		wp_add_inline_script( 'storefront-widgets-editor', 'window.storefrontBlocks = ' . wp_json_encode( $shown ), 'before' );
	}
);
