<?php
/** Makes the page on which customers track their orders. */

defined( 'ABSPATH' ) || exit;

/** Makes the page, unless there is one. Returns its id. */
function storefront_make_tracking_page(): int {
	$page = storefront_tracking_page();
	if ( ! $page ) {
		$page = (int) wp_insert_post(
			array(
				'post_type'    => 'page',
				'post_status'  => 'publish',
				'post_title'   => __( 'Track your order', 'storefront-widgets' ),
				// The same in each language: without TRACK_PAGE_URL, links that the proxy makes lead there.
				'post_name'    => 'track',
				'post_content' => '<!-- wp:storefront-widgets/tracking /-->',
			)
		);
		update_option( 'storefront_made_page', $page, false );
		update_option( 'storefront_tracking_page', $page );
	}
	return $page;
}

add_action(
	'admin_post_storefront_make_tracking_page',
	function () {
		check_admin_referer( 'storefront_make_tracking_page' );
		if ( ! current_user_can( STOREFRONT_CAPABILITY ) || ! current_user_can( 'publish_pages' ) ) {
			wp_die( esc_html__( 'You may not do that.', 'storefront-widgets' ), 403 );
		}
		storefront_make_tracking_page();
		wp_safe_redirect( storefront_page_url() );
		exit;
	}
);

/** The first time the plugin knows its proxy, it makes the page. */
add_action(
	'update_option_' . STOREFRONT_OPTION,
	function () {
		if ( storefront_is_set_up() && get_option( 'storefront_is_new' ) && current_user_can( 'publish_pages' ) ) {
			delete_option( 'storefront_is_new' );
			storefront_make_tracking_page();
		}
	}
);
add_action( 'add_option_' . STOREFRONT_OPTION, fn() => do_action( 'update_option_' . STOREFRONT_OPTION ) );
