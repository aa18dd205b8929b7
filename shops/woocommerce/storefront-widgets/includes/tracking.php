<?php
/** Order tracking: on the thank-you page, in the account's view of an order, in e-mails, and in place of [storefront_tracking]. */

defined( 'ABSPATH' ) || exit;

/** Remembers the page with the tracking shortcode: e-mails link to it. */
add_action(
	'save_post_page',
	function ( int $page, WP_Post $post ) {
		if ( 'publish' === $post->post_status && storefront_has_tracking( $post->post_content ) ) {
			update_option( 'storefront_tracking_page', $page );
		}
	},
	10,
	2
);

/** The address of this page; empty if there is none. */
function storefront_tracking_url(): string {
	$page = storefront_tracking_page();
	$url  = $page ? (string) get_permalink( $page ) : '';
	/** Return the address if the shortcode is not in the text of a page. */
	return (string) apply_filters( 'storefront_tracking_url', $url );
}

/**
 * The link to an order: with its key, or with number and e-mail address if there is no key yet. The part after the # is sent to no server.
 *
 * @param WC_Order $order The order.
 */
function storefront_tracking_link( WC_Order $order ): string {
	$page  = storefront_tracking_url();
	$key   = storefront_key( $order );
	$known = array(
		'order_number' => (string) $order->get_order_number(),
		'email'        => $order->get_billing_email(),
	);
	return '' === $page ? '' : $page . '#' . http_build_query( '' === $key ? $known : array( 'key' => $key ), '', '&', PHP_QUERY_RFC3986 );
}

/**
 * The address of the page in a setting; empty if there is none.
 *
 * @param string $setting The setting.
 */
function storefront_page_address( string $setting ): string {
	$page = (int) storefront_setting( $setting );
	return $page && 'publish' === get_post_status( $page ) ? (string) get_permalink( $page ) : '';
}

/** The address of the page on which shoppers report a problem; empty if there is none. */
function storefront_claim_url(): string {
	/** Return the address if it is not that of a page. */
	return (string) apply_filters( 'storefront_claim_url', storefront_page_address( 'claim_page' ) );
}

/** The address of the page on which shoppers write to the shop; empty if there is none. */
function storefront_contact_url(): string {
	/** Return the address if it is not that of a page. */
	return (string) apply_filters( 'storefront_contact_url', storefront_page_address( 'contact_page' ) );
}

/**
 * Renders the element, for an order if there is one.
 *
 * @param string $key The key of the order's link; without it the element reads the page's address or shows a form.
 */
function storefront_tracking( string $key = '' ): string {
	return storefront_template(
		'' === $key ? 'tracking' : 'tracking-order',
		array(
			'order_key'   => $key,
			'claim_url'   => storefront_claim_url(),
			'contact_url' => storefront_contact_url(),
			'lang'        => get_bloginfo( 'language' ),
			'proxy'       => storefront_proxy_url(),
		)
	);
}
add_shortcode( 'storefront_tracking', fn() => storefront_tracking() );

/**
 * Renders the element for an order whose key must not be given away: it proves the order by its number and its e-mail address.
 *
 * @param WC_Order $order The order.
 */
function storefront_tracking_by_number( WC_Order $order ): string {
	return storefront_template(
		'tracking-number',
		array(
			'order_number' => (string) $order->get_order_number(),
			'email'        => $order->get_billing_email(),
			'claim_url'    => storefront_claim_url(),
			'contact_url'  => storefront_contact_url(),
			'lang'         => get_bloginfo( 'language' ),
			'proxy'        => storefront_proxy_url(),
		)
	);
}

/**
 * The order to track on a page; null if tracking has no place there: nothing ships, or the payment failed.
 *
 * @param int|string $order_id The order.
 */
function storefront_tracked_order( $order_id ): ?WC_Order {
	$order = 'yes' === storefront_setting( 'in_order' ) ? wc_get_order( $order_id ) : null;
	return $order instanceof WC_Order && $order->needs_shipping_address() && ! $order->has_status( array( 'failed', 'cancelled' ) ) ? $order : null;
}

/**
 * Shows tracking by the order's key, to the order's customer alone.
 *
 * @param WC_Order $order The order.
 */
function storefront_print_tracking( WC_Order $order ) {
	// The order is placed, so this page may wait for its turn, its report and its key, for a second each at most.
	if ( '' === storefront_key( $order ) ) {
		storefront_deliver( 1, array( $order->get_id() ), 1 );
	}
	$key = storefront_key( $order );
	if ( '' !== $key ) {
		echo storefront_tracking( $key ); // phpcs:ignore WordPress.Security.EscapeOutput -- the template escapes each value.
	}
}

/** The thank-you page, which WooCommerce shows to anyone who has the order's key. Tracking stands after the order's details, which are at 10. */
add_action(
	'woocommerce_thankyou',
	function ( $order_id = 0 ) {
		$order = storefront_tracked_order( $order_id );
		if ( $order ) {
			storefront_print_tracking( $order );
		}
	},
	20
);

/** The account's view of an order. The form that finds an order by its number and e-mail address fires the same hook, and gives no key away. */
add_action(
	'woocommerce_view_order',
	function ( $order_id = 0 ) {
		$order = storefront_tracked_order( $order_id );
		if ( ! $order ) {
			return;
		}
		if ( is_user_logged_in() && get_current_user_id() === (int) $order->get_customer_id() ) {
			storefront_print_tracking( $order );
		} else {
			echo storefront_tracking_by_number( $order ); // phpcs:ignore WordPress.Security.EscapeOutput -- the template escapes each value.
		}
	},
	20
);

/** Adds the link to e-mails to customers, not to those to the shop. Other plugins fire this hook with fewer arguments; the preview in the back office has no order. */
add_action(
	'woocommerce_email_after_order_table',
	function ( $order = null, $to_admin = false, $plain_text = false ) {
		/** WooCommerce's own filter: whether the mail is a preview. */
		$is_preview = apply_filters( 'woocommerce_is_email_preview', false );
		$is_wanted  = $order instanceof WC_Order && ! $to_admin && ! $is_preview && 'yes' === storefront_setting( 'in_emails' ) && $order->needs_shipping_address();
		$link       = $is_wanted ? storefront_tracking_link( $order ) : '';
		if ( '' === $link ) {
			return;
		}
		$words = __( 'Track this order', 'storefront-widgets' );
		if ( $plain_text ) {
			echo "\n" . esc_html( $words ) . ': ' . esc_url_raw( $link ) . "\n";
		} else {
			echo '<p><a href="' . esc_url( $link ) . '">' . esc_html( $words ) . '</a></p>';
		}
	},
	10,
	3
);
