<?php
/** A classic theme, as small as one can be that supports WooCommerce. */

add_action(
	'after_setup_theme',
	function () {
		add_theme_support( 'title-tag' );
		add_theme_support( 'woocommerce' );
	}
);

add_action( 'wp_enqueue_scripts', fn() => wp_enqueue_style( 'classic', get_stylesheet_uri(), array(), '1.0' ) );
