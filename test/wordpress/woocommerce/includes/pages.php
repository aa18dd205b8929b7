<?php
/** The pages of the shop, and which of them this one is. */

const WC_ENDPOINTS = array( 'order-received', 'order-pay', 'view-order', 'orders' );

class WC_Install {
	public static function install() {
		ActionScheduler_Store::install();
		WC_Abstract_Order::install();
		// Ids of orders and of products begin apart, so that no test mistakes one for the other.
		$GLOBALS['wpdb']->query( 'alter table ' . WC_Abstract_Order::table() . ' auto_increment = 1001' );
		foreach ( array( 'administrator', 'shop_manager' ) as $name ) {
			$role = get_role( $name ) ?? add_role( $name, $name );
			foreach ( array( 'manage_woocommerce', 'view_woocommerce_reports', 'edit_shop_orders', 'edit_others_shop_orders', 'read_private_shop_orders', 'read_shop_order', 'edit_shop_order', 'read' ) as $may ) {
				$role->add_cap( $may );
			}
		}
		get_role( 'customer' ) ?? add_role( 'customer', 'Customer', array( 'read' => true ) );
		update_option( 'woocommerce_db_version', WC_VERSION );
	}

	public static function create_pages() {
		$block = fn( $name ) => "<!-- wp:woocommerce/{$name} --><div class=\"wp-block-woocommerce-{$name} alignwide is-loading\"></div><!-- /wp:woocommerce/{$name} -->";
		foreach ( array( 'shop' => '', 'cart' => $block( 'cart' ), 'checkout' => $block( 'checkout' ), 'myaccount' => '<!-- wp:shortcode -->[woocommerce_my_account]<!-- /wp:shortcode -->' ) as $name => $content ) {
			$page = wp_insert_post(
				array(
					'post_type'    => 'page',
					'post_status'  => 'publish',
					'post_title'   => ucfirst( $name ),
					'post_name'    => 'myaccount' === $name ? 'my-account' : $name,
					'post_content' => $content,
				)
			);
			update_option( "woocommerce_{$name}_page_id", $page );
		}
	}
}

add_action(
	'init',
	function () {
		foreach ( WC_ENDPOINTS as $name ) {
			add_rewrite_endpoint( $name, EP_ROOT | EP_PAGES );
		}
	}
);

function wc_get_page_id( $page ) {
	$id = (int) get_option( "woocommerce_{$page}_page_id" );
	return $id ? $id : -1;
}
function wc_get_page_permalink( $page, $fallback = null ) {
	$id = wc_get_page_id( $page );
	return $id > 0 ? get_permalink( $id ) : ( $fallback ?? home_url( '/' ) );
}
function wc_get_cart_url() {
	return wc_get_page_permalink( 'cart' );
}
function wc_get_checkout_url() {
	return wc_get_page_permalink( 'checkout' );
}
function wc_get_endpoint_url( $endpoint, $value = '', $permalink = '' ) {
	return trailingslashit( $permalink ) . $endpoint . '/' . $value . '/';
}
function is_wc_endpoint_url( $endpoint = false ) {
	global $wp;
	foreach ( $endpoint ? array( $endpoint ) : WC_ENDPOINTS as $name ) {
		if ( isset( $wp->query_vars[ $name ] ) ) {
			return true;
		}
	}
	return false;
}
function wc_post_content_has_shortcode( $tag = '' ) {
	return is_singular() && has_shortcode( get_post()->post_content, $tag );
}
function is_cart() {
	return is_page( wc_get_page_id( 'cart' ) ) || defined( 'WOOCOMMERCE_CART' ) || wc_post_content_has_shortcode( 'woocommerce_cart' );
}
function is_checkout() {
	return is_page( wc_get_page_id( 'checkout' ) ) || defined( 'WOOCOMMERCE_CHECKOUT' ) || wc_post_content_has_shortcode( 'woocommerce_checkout' );
}
function is_account_page() {
	return is_page( wc_get_page_id( 'myaccount' ) ) || wc_post_content_has_shortcode( 'woocommerce_my_account' );
}
function is_order_received_page() {
	return is_checkout() && is_wc_endpoint_url( 'order-received' );
}
function is_checkout_pay_page() {
	return is_checkout() && is_wc_endpoint_url( 'order-pay' );
}
function is_view_order_page() {
	return is_account_page() && is_wc_endpoint_url( 'view-order' );
}
function is_woocommerce() {
	return is_singular( 'product' );
}

// Pages of a session are for one shopper alone.
add_action( 'template_redirect', fn() => ( is_cart() || is_checkout() || is_account_page() ) && nocache_headers() );

// As for every theme of blocks and every classic theme.
add_action( 'after_setup_theme', fn() => add_theme_support( 'woocommerce' ) );
