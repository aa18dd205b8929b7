<?php
/** Order tracking: on the thank-you page, in the account's view of an order, in e-mails, and in place of [storefront_tracking]. */

defined( 'ABSPATH' ) || exit;

/** The job that requests an order's key, in WooCommerce's own queue: neither checkout nor e-mail waits for the proxy. */
const STOREFRONT_KEY_JOB = 'storefront_make_key';

/** The meta field of the order that holds the key. */
const STOREFRONT_KEY_META = '_storefront_key';

/**
 * The stored key of an order's own link; empty if there is none yet. After 30 days a new key is requested, because the proxy's secrets
 * change; until it is there, the old one is used.
 *
 * @param WC_Order $order The order.
 */
function storefront_key( WC_Order $order ): string {
	if ( ! storefront_has_fresh_key( $order ) ) {
		storefront_plan_key( $order->get_id() );
	}
	$kept = $order->get_meta( STOREFRONT_KEY_META );
	return is_array( $kept ) ? (string) $kept['key'] : '';
}

/**
 * Whether the order has a key of the last 30 days.
 *
 * @param WC_Order $order The order.
 */
function storefront_has_fresh_key( WC_Order $order ): bool {
	$kept = $order->get_meta( STOREFRONT_KEY_META );
	return is_array( $kept ) && $kept['at'] > time() - 30 * DAY_IN_SECONDS;
}

/**
 * Schedules the job, unless it is scheduled already.
 *
 * @param int $order_id The order.
 * @param int $tries    The number of attempts so far.
 */
function storefront_plan_key( int $order_id, int $tries = 0 ) {
	if ( 0 === $tries && get_transient( "storefront_key_{$order_id}" ) ) {
		return;
	}
	set_transient( "storefront_key_{$order_id}", 1, HOUR_IN_SECONDS );
	as_schedule_single_action( time() + ( $tries ? MINUTE_IN_SECONDS * 2 ** $tries : 0 ), STOREFRONT_KEY_JOB, array( $order_id, $tries ), 'storefront-widgets' );
}

/**
 * Requests the key and stores it. Returns whether that succeeded. After a failure nothing is requested for a minute.
 *
 * @param WC_Order $order   The order.
 * @param int      $timeout Seconds to wait for the answer.
 */
function storefront_make_key( WC_Order $order, int $timeout = 3 ): bool {
	if ( get_transient( 'storefront_proxy_silent' ) ) {
		return false;
	}
	$asked = array(
		'order_number' => (string) $order->get_order_number(),
		'email'        => $order->get_billing_email(),
	);
	$links = storefront_ask_proxy( 'orders/' . $order->get_id() . '/links', $asked, $timeout );
	if ( empty( $links['key'] ) ) {
		set_transient( 'storefront_proxy_silent', 1, MINUTE_IN_SECONDS );
		return false;
	}
	$kept = array(
		'key' => (string) $links['key'],
		'at'  => time(),
	);
	$order->update_meta_data( STOREFRONT_KEY_META, $kept );
	$order->save_meta_data();
	return true;
}

/** Tries seven times, over two hours. */
add_action(
	STOREFRONT_KEY_JOB,
	function ( int $order_id, int $tries ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || storefront_has_fresh_key( $order ) || storefront_make_key( $order ) ) {
			delete_transient( "storefront_key_{$order_id}" );
		} elseif ( $tries < 6 ) {
			storefront_plan_key( $order_id, $tries + 1 );
		}
	},
	10,
	2
);

/** Runs for the classic checkout and for the checkout block. */
add_action( 'woocommerce_checkout_order_processed', fn( $order_id ) => storefront_plan_key( (int) $order_id ) );
add_action( 'woocommerce_store_api_checkout_order_processed', fn( WC_Order $order ) => storefront_plan_key( $order->get_id() ) );

/** Remembers the page with the tracking shortcode: e-mails link to it. */
add_action(
	'save_post_page',
	function ( int $page, WP_Post $post ) {
		if ( 'publish' === $post->post_status && has_shortcode( $post->post_content, 'storefront_tracking' ) ) {
			update_option( 'storefront_tracking_page', $page );
		}
	},
	10,
	2
);

/** The address of this page; empty if there is none. */
function storefront_tracking_url(): string {
	$page = (int) get_option( 'storefront_tracking_page' );
	$url  = $page && 'publish' === get_post_status( $page ) ? (string) get_permalink( $page ) : '';
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
 * Renders the element, for an order if there is one.
 *
 * @param string $key The key of the order's link; without it the element reads the page's address or shows a form.
 */
function storefront_tracking( string $key = '' ): string {
	return storefront_template(
		'' === $key ? 'tracking' : 'tracking-order',
		array(
			'order_key' => $key,
			'claim_url' => (string) apply_filters( 'storefront_claim_url', '' ),
			'lang'      => get_bloginfo( 'language' ),
			'proxy'     => storefront_proxy_url(),
		)
	);
}
add_shortcode( 'storefront_tracking', fn() => storefront_tracking() );

/** WooCommerce shows both pages only to the order's customer: by the order's key, or signed in. */
foreach ( array( 'woocommerce_thankyou', 'woocommerce_view_order' ) as $storefront_hook ) {
	add_action(
		$storefront_hook,
		function ( $order_id ) {
			$order = wc_get_order( $order_id );
			if ( ! $order instanceof WC_Order || ! $order->needs_shipping_address() ) {
				return;
			}
			// The order is placed, so this page may wait for its key, for a second at most.
			if ( '' === storefront_key( $order ) ) {
				storefront_make_key( $order, 1 );
			}
			$key = storefront_key( $order );
			if ( '' !== $key ) {
				echo storefront_tracking( $key ); // phpcs:ignore WordPress.Security.EscapeOutput -- the template escapes each value.
			}
		}
	);
}

/** Adds the link to e-mails to customers, not to those to the shop. */
add_action(
	'woocommerce_email_after_order_table',
	function ( WC_Order $order, bool $to_admin, bool $plain_text ) {
		$link = $to_admin || ! $order->needs_shipping_address() ? '' : storefront_tracking_link( $order );
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
