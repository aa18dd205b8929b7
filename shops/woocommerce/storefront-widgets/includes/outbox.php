<?php
/**
 * The outbox: which orders have changed since the proxy accepted their state. A row is written with each change, in the request that makes the
 * change, and stays until the proxy has accepted it. WooCommerce's own webhooks are not used: each is sent once, and none that failed is repeated.
 */

defined( 'ABSPATH' ) || exit;

/**
 * Notes that an order has changed.
 *
 * @param int $order_id The order.
 */
function storefront_note_change( int $order_id ) {
	if ( $order_id <= 0 || storefront_reporting() === $order_id ) {
		return;
	}
	global $wpdb;
	$table = storefront_outbox_table();
	$note  = $wpdb->prepare(
		// MySQL assigns from left to right: `waiting_since` must come before `waiting`.
		"INSERT INTO {$table} (order_id, changes, waiting, waiting_since) VALUES (%d, 1, 1, %d) ON DUPLICATE KEY UPDATE changes = changes + 1, waiting_since = IF(waiting = 1, waiting_since, VALUES(waiting_since)), waiting = 1, attempts = 0, due_at = 0", // phpcs:ignore WordPress.DB.PreparedSQL -- the table's name.
		$order_id,
		time()
	);
	if ( false === $wpdb->query( $note ) ) { // phpcs:ignore WordPress.DB.PreparedSQL -- prepared above.
		storefront_restore_outbox();
		$wpdb->query( $note ); // phpcs:ignore WordPress.DB.PreparedSQL -- prepared above.
	}
	storefront_plan_delivery( 0 );
}

/** Makes the table again if it is gone, as after a backup was restored in part. The comparison then finds what waited in it. */
function storefront_restore_outbox() {
	delete_option( 'storefront_schema' );
	storefront_install();
	storefront_plan_comparison_now();
}

/**
 * The order whose report this request is making, 0 if none. A plugin may store an order whenever it is read; such a change would never end.
 *
 * @param int|null $order_id Sets it, if it is no null.
 */
function storefront_reporting( ?int $order_id = null ): int {
	static $reporting = 0;
	$reporting = $order_id ?? $reporting;
	return $reporting;
}

/**
 * The row of an order; null if the order was never noted.
 *
 * @param int $order_id The order.
 */
function storefront_outbox_row( int $order_id ): ?object {
	global $wpdb;
	$table = storefront_outbox_table();
	return $wpdb->get_row( $wpdb->prepare( "SELECT * FROM {$table} WHERE order_id = %d", $order_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL -- the table's name.
}

/**
 * The rows that wait: those with the fewest failed attempts first, of these the oldest. So an order that fails does not hold up others.
 *
 * @param int  $limit   At most so many.
 * @param bool $is_due  Only those whose next attempt is due.
 */
function storefront_waiting( int $limit, bool $is_due = false ): array {
	global $wpdb;
	$table = storefront_outbox_table();
	return $wpdb->get_results( $wpdb->prepare( "SELECT * FROM {$table} WHERE waiting = 1 AND due_at <= %d ORDER BY attempts, waiting_since, order_id LIMIT %d", $is_due ? time() : PHP_INT_MAX, $limit ) ); // phpcs:ignore WordPress.DB.PreparedSQL -- the table's name.
}

/** How many orders wait. */
function storefront_waiting_count(): int {
	global $wpdb;
	$table = storefront_outbox_table();
	$count = $wpdb->get_var( "SELECT COUNT(*) FROM {$table} WHERE waiting = 1" ); // phpcs:ignore WordPress.DB.PreparedSQL -- the table's name.
	if ( null === $count ) {
		storefront_restore_outbox();
	}
	return (int) $count;
}

/**
 * The rows of orders that the proxy has accepted and cannot report, the oldest first.
 *
 * @param int $limit At most so many.
 */
function storefront_held( int $limit ): array {
	global $wpdb;
	$table = storefront_outbox_table();
	return $wpdb->get_results( $wpdb->prepare( "SELECT * FROM {$table} WHERE waiting = 0 AND held <> '' ORDER BY reported_at, order_id LIMIT %d", $limit ) ); // phpcs:ignore WordPress.DB.PreparedSQL -- the table's name.
}

/** How many orders the proxy holds. */
function storefront_held_count(): int {
	global $wpdb;
	$table = storefront_outbox_table();
	return (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$table} WHERE waiting = 0 AND held <> ''" ); // phpcs:ignore WordPress.DB.PreparedSQL -- the table's name.
}

/**
 * Changes fields of an order's row, which is made if there is none.
 *
 * @param int   $order_id The order.
 * @param array $fields   The values, by the names of the columns.
 */
function storefront_update_outbox( int $order_id, array $fields ) {
	global $wpdb;
	$table = storefront_outbox_table();
	$wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO {$table} (order_id) VALUES (%d)", $order_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL -- the table's name.
	$wpdb->update( $table, $fields, array( 'order_id' => $order_id ) );
}

/**
 * Notes that the proxy has accepted a state; the order goes on waiting if it has changed since.
 *
 * @param object $row The row, as it was read before the order was.
 */
function storefront_note_accepted( object $row ) {
	global $wpdb;
	$table = storefront_outbox_table();
	$wpdb->query(
		$wpdb->prepare(
			"UPDATE {$table} SET waiting = IF(changes = %d, 0, 1), waiting_since = %d, reported_at = %d, attempts = 0, due_at = 0, fault = '' WHERE order_id = %d", // phpcs:ignore WordPress.DB.PreparedSQL -- the table's name.
			$row->changes,
			time(),
			time(),
			$row->order_id
		)
	);
	storefront_plan_check();
}

/**
 * Takes an order out of the outbox, unless it has changed since.
 *
 * @param object $row The row, as it was read before the order was.
 */
function storefront_forget( object $row ) {
	global $wpdb;
	$wpdb->delete(
		storefront_outbox_table(),
		array(
			'order_id' => $row->order_id,
			'changes'  => $row->changes,
		)
	);
}

foreach ( array( 'woocommerce_new_order', 'woocommerce_update_order', 'woocommerce_order_refunded', 'woocommerce_untrash_order' ) as $storefront_hook ) {
	add_action( $storefront_hook, fn( $order_id ) => storefront_note_change( (int) $order_id ), 20 );
}
add_action(
	'woocommerce_refund_deleted',
	function ( $refund_id, $order_id = 0 ) {
		storefront_note_change( (int) $order_id );
	},
	20,
	2
);

/** A deleted order is not reported: the service has no request for that. */
add_action(
	'woocommerce_delete_order',
	function ( $order_id ) {
		global $wpdb;
		$wpdb->delete( storefront_outbox_table(), array( 'order_id' => (int) $order_id ) );
	}
);
