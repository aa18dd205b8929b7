<?php
/** The box on the order's screen: protection, the report, the tracking link, and a tracking number if no plugin keeps one. */

defined( 'ABSPATH' ) || exit;

add_action(
	'add_meta_boxes',
	function () {
		// With WooCommerce's own order tables the screen has another name than with posts.
		$screens = array_unique( array( 'shop_order', function_exists( 'wc_get_page_screen_id' ) ? wc_get_page_screen_id( 'shop-order' ) : 'shop_order' ) );
		add_meta_box( 'storefront-order', __( 'Storefront widgets', 'storefront-widgets' ), 'storefront_order_box', $screens, 'side' );
	}
);

/**
 * Prints the box.
 *
 * @param WP_Post|WC_Order $given The order: a post, or the order itself.
 */
function storefront_order_box( $given ) {
	$order = $given instanceof WC_Order ? $given : wc_get_order( $given->ID );
	if ( ! $order instanceof WC_Order || ! current_user_can( 'edit_shop_orders' ) ) {
		return;
	}
	echo '<dl id="storefront-order-facts">';
	foreach ( storefront_order_facts( $order ) as $term => $words ) {
		echo '<dt><strong>' . esc_html( $term ) . '</strong></dt><dd style="margin: 0 0 .7em">' . esc_html( $words ) . '</dd>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped.
	}
	echo '</dl>';
	if ( ! storefront_is_reported( $order ) ) {
		return;
	}
	$link = storefront_tracking_link( $order );
	if ( '' !== $link ) {
		echo '<p><a href="' . esc_url( $link ) . '" target="_blank" rel="noopener">' . esc_html__( 'Tracking page of this order', 'storefront-widgets' ) . '</a></p>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped.
	}
	$url = wp_nonce_url( admin_url( 'admin-post.php?action=storefront_report&order=' . $order->get_id() ), 'storefront_report_' . $order->get_id() );
	echo '<p><a class="button" href="' . esc_url( $url ) . '">' . esc_html__( 'Report again', 'storefront-widgets' ) . '</a></p>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped.
	storefront_print_own_tracking( $order );
}

/**
 * What is known of an order, in words, by terms.
 *
 * @param WC_Order $order The order.
 */
function storefront_order_facts( WC_Order $order ): array {
	$fee   = storefront_protection_fee( $order );
	$bare  = $fee ? null : storefront_fee_without_quote( $order );
	$row   = storefront_outbox_row( $order->get_id() );
	$time  = fn( $at ): string => (string) wp_date( 'Y-m-d H:i', (int) $at );
	$price = fn( $one ): string => storefront_money( (float) $one->get_total(), $order->get_currency() );
	if ( $bare ) {
		/* translators: %s: price */
		$protection = sprintf( __( 'Paid: %s. Its quote was removed when the plugin was deleted.', 'storefront-widgets' ), $price( $bare ) );
	} else {
		/* translators: %s: price */
		$protection = $fee ? sprintf( __( 'Paid: %s', 'storefront-widgets' ), $price( $fee ) ) : __( 'Not chosen', 'storefront-widgets' );
	}
	$facts = array( __( 'Shipment protection', 'storefront-widgets' ) => $protection );
	if ( $fee ) {
		$facts[ __( 'Quote', 'storefront-widgets' ) ] = storefront_quote_state( (string) $fee->get_meta( '_protection_quote' ), $order );
	}
	if ( ! $row || ! storefront_is_reported( $order ) ) {
		$report = __( 'Not yet', 'storefront-widgets' );
	} elseif ( $row->waiting ) {
		$report = sprintf( /* translators: %s: time */ __( 'Waits since %s', 'storefront-widgets' ), $time( $row->waiting_since ) ) . ' (' . storefront_why( $row ) . ')';
	} else {
		storefront_check_held( array( $order->get_id() ), 2 );
		$held   = (string) ( storefront_outbox_row( $order->get_id() )->held ?? '' );
		$report = $time( $row->reported_at );
		if ( '' !== $held ) {
			/* translators: 1: time, 2: reason */
			$report = sprintf( __( '%1$s, but the proxy holds it: %2$s', 'storefront-widgets' ), $report, $held );
		}
	}
	$facts[ __( 'Reported', 'storefront-widgets' ) ] = $report;
	$numbers = array_filter( wp_list_pluck( array_filter( storefront_shipments( $order ), fn( $shipment ): bool => empty( $shipment['removed'] ) ), 'tracking_number' ) );
	if ( $numbers ) {
		$facts[ __( 'Tracking numbers', 'storefront-widgets' ) ] = implode( ', ', $numbers );
	}
	return $facts;
}

/**
 * The fee that pays for protection; null if the order has none.
 *
 * @param WC_Order $order The order.
 */
function storefront_protection_fee( WC_Order $order ) {
	foreach ( $order->get_items( 'fee' ) as $fee ) {
		if ( '' !== (string) $fee->get_meta( '_protection_quote' ) ) {
			return $fee;
		}
	}
	return null;
}

/**
 * The fee that paid for protection before the plugin was deleted, which took its quote; null if the order has none. Only its name tells it, in the
 * language of the order.
 *
 * @param WC_Order $order The order.
 */
function storefront_fee_without_quote( WC_Order $order ) {
	$names = array( 'Shipment protection' );
	foreach ( $order->get_items( 'fee' ) ? glob( dirname( __DIR__, 2 ) . '/languages/*.l10n.php' ) : array() as $file ) {
		$names[] = ( include $file )['messages']['Shipment protection'] ?? '';
	}
	foreach ( $order->get_items( 'fee' ) as $fee ) {
		if ( in_array( $fee->get_name(), $names, true ) ) {
			return $fee;
		}
	}
	return null;
}

/**
 * What the proxy says of the quote, within two seconds.
 *
 * @param string   $token The sealed quote.
 * @param WC_Order $order Its order.
 */
function storefront_quote_state( string $token, WC_Order $order ): string {
	$asked = array(
		'token'  => $token,
		'amount' => array(
			'cents'    => 1,
			'currency' => $order->get_currency(),
		),
	);
	$found = storefront_outage()['since'] ? null : storefront_ask_proxy( 'quotes/verification', $asked, 2 );
	if ( null === $found ) {
		return __( 'The proxy does not answer now.', 'storefront-widgets' );
	}
	if ( empty( $found['price'] ) ) {
		return sprintf( /* translators: %s: reason */ __( 'Not made by this proxy: %s', 'storefront-widgets' ), (string) ( $found['reason'] ?? '' ) );
	}
	$currency = (string) $found['currency'];
	$money    = fn( $one ): string => storefront_money( $one['cents'] / storefront_units( $currency ), $currency );
	/* translators: 1: price, 2: amount */
	return sprintf( __( 'Made by this proxy: %1$s for goods of %2$s', 'storefront-widgets' ), $money( $found['price'] ), $money( $found['amount'] ) );
}

/**
 * Prints the fields of our own, unless another plugin keeps the tracking numbers of this order.
 *
 * @param WC_Order $order The order.
 */
function storefront_print_own_tracking( WC_Order $order ) {
	if ( storefront_fulfillments( $order ) || storefront_tracking_items( $order ) || storefront_villatheme_tracking( $order ) || storefront_yith_tracking( $order ) ) {
		return;
	}
	wp_nonce_field( 'storefront_tracking', 'storefront_tracking_nonce' );
	$kept   = array_filter( (array) $order->get_meta( STOREFRONT_TRACKING_META ), 'is_array' );
	$next   = $kept ? max( array_keys( $kept ) ) + 1 : 0;
	$labels = array(
		'number'  => __( 'Tracking number', 'storefront-widgets' ),
		'company' => __( 'Carrier', 'storefront-widgets' ),
		'url'     => __( 'Tracking link', 'storefront-widgets' ),
	);
	foreach ( $kept + array( $next => array() ) as $place => $one ) {
		foreach ( $labels as $name => $label ) {
			echo '<p><label>' . esc_html( $label ) . '<br><input type="text" style="width: 100%" name="' . esc_attr( "storefront_tracking[{$place}][{$name}]" ) . '" value="' . esc_attr( (string) ( $one[ $name ] ?? '' ) ) . '"></label></p>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each part is escaped.
		}
		echo '<hr>';
	}
	/* translators: the words in quotes are a button of WooCommerce */
	echo '<p class="description">' . esc_html__( '"Update" of this order saves these fields.', 'storefront-widgets' ) . '</p>';
}

/** Stores the fields of our own. Runs before WooCommerce saves the order, for both kinds of storage. */
add_action(
	'woocommerce_process_shop_order_meta',
	function ( $order_id ) {
		$nonce = isset( $_POST['storefront_tracking_nonce'] ) ? sanitize_key( $_POST['storefront_tracking_nonce'] ) : '';
		$order = wc_get_order( $order_id );
		if ( ! wp_verify_nonce( $nonce, 'storefront_tracking' ) || ! current_user_can( 'edit_shop_orders' ) || ! $order instanceof WC_Order ) {
			return;
		}
		$before = (array) $order->get_meta( STOREFRONT_TRACKING_META );
		$given  = isset( $_POST['storefront_tracking'] ) && is_array( $_POST['storefront_tracking'] ) ? wp_unslash( $_POST['storefront_tracking'] ) : array(); // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- each field is sanitized below.
		$kept   = array();
		foreach ( $given as $place => $one ) {
			$number = sanitize_text_field( (string) ( $one['number'] ?? '' ) );
			if ( '' !== $number ) {
				// The place is part of the shipment's id, so it stays when an earlier number is cleared.
				$kept[ (int) $place ] = array(
					'number'  => $number,
					'company' => sanitize_text_field( (string) ( $one['company'] ?? '' ) ),
					'url'     => esc_url_raw( (string) ( $one['url'] ?? '' ), array( 'http', 'https' ) ),
					'at'      => (int) ( $before[ $place ]['at'] ?? time() ),
				);
			}
		}
		if ( array_filter( $before, 'is_array' ) === $kept ) {
			return;
		}
		if ( $kept ) {
			$order->update_meta_data( STOREFRONT_TRACKING_META, $kept );
		} else {
			$order->delete_meta_data( STOREFRONT_TRACKING_META );
		}
		$order->save();
	},
	5
);

add_action(
	'admin_post_storefront_report',
	function () {
		$order_id = isset( $_GET['order'] ) ? absint( $_GET['order'] ) : 0;
		check_admin_referer( "storefront_report_{$order_id}" );
		$order = wc_get_order( $order_id );
		if ( ! current_user_can( 'edit_shop_orders' ) || ! $order instanceof WC_Order ) {
			wp_die( esc_html__( 'You may not do that.', 'storefront-widgets' ), 403 );
		}
		delete_option( 'storefront_outage' );
		storefront_note_change( $order_id );
		storefront_deliver( 8, array( $order_id ) );
		wp_safe_redirect( $order->get_edit_order_url() );
		exit;
	}
);
