<?php
/** The key of an order's own link, which proves the order to its owner. It leaves with the report of the order, and is stored in the outbox. */

defined( 'ABSPATH' ) || exit;

/**
 * The stored key of an order; empty if there is none yet. After 30 days a new key is requested, because the proxy's secrets change; until it is
 * there, the old one is used. Looking at an order that is older than the plugin's activation, and has not changed since, reports nothing.
 *
 * @param WC_Order $order The order.
 */
function storefront_key( WC_Order $order ): string {
	if ( ! storefront_is_reported( $order ) || $order->get_id() <= 0 ) {
		return '';
	}
	$row     = storefront_outbox_row( $order->get_id() );
	$created = $order->get_date_created();
	$is_ours = $row || ( $created && $created->getTimestamp() >= (int) get_option( 'storefront_since', 0 ) );
	if ( $is_ours && ! storefront_has_fresh_key( $order ) ) {
		storefront_note_change( $order->get_id() );
	}
	return $row ? (string) $row->order_key : '';
}

/**
 * Whether the order has a key of the last 30 days.
 *
 * @param WC_Order $order The order.
 */
function storefront_has_fresh_key( WC_Order $order ): bool {
	$row = storefront_outbox_row( $order->get_id() );
	return $row && $row->order_key && $row->order_key_at > time() - 30 * DAY_IN_SECONDS;
}

/**
 * Requests the key and stores it. Returns whether that succeeded.
 *
 * @param WC_Order $order   The order.
 * @param float    $timeout Seconds to wait for the answer.
 */
function storefront_make_key( WC_Order $order, float $timeout = 3 ): bool {
	$asked = array(
		'order_number' => (string) $order->get_order_number(),
		'email'        => $order->get_billing_email(),
	);
	$links = '' === $asked['email'] ? null : storefront_ask_proxy( 'orders/' . $order->get_id() . '/links', $asked, $timeout );
	if ( empty( $links['key'] ) ) {
		return false;
	}
	storefront_update_outbox(
		$order->get_id(),
		array(
			'order_key'    => (string) $links['key'],
			'order_key_at' => time(),
		)
	);
	return true;
}
