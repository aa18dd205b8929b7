<?php
/**
 * Delivers the outbox to the proxy: after each order, and by an action of Action Scheduler that comes again until nothing waits. One request delivers
 * at a time, so the reports of an order arrive in order. While the proxy accepts nothing, the pauses grow to ten minutes, and never end.
 */

defined( 'ABSPATH' ) || exit;

/** The action that delivers. */
const STOREFRONT_DELIVERY = 'storefront_deliver';

/** The longest pause between two attempts, in seconds. */
const STOREFRONT_LONGEST_PAUSE = 600;

/**
 * Schedules a delivery, unless one is scheduled. A running one does not count: it may have looked at the outbox already.
 *
 * @param int $pause Seconds from now.
 */
function storefront_plan_delivery( int $pause ) {
	$planned = array(
		'hook'     => STOREFRONT_DELIVERY,
		'group'    => 'storefront-widgets',
		'status'   => 'pending',
		'per_page' => 1,
	);
	// Before Action Scheduler's tables are ready nothing can be scheduled; the next visit of the back office does it.
	if ( did_action( 'action_scheduler_init' ) && ! as_get_scheduled_actions( $planned, 'ids' ) ) {
		as_schedule_single_action( time() + max( $pause, storefront_outage()['until'] - time() ), STOREFRONT_DELIVERY, array(), 'storefront-widgets' );
	}
}

/** The present outage of the proxy: since when, how many attempts failed, when the next is due, and why; all empty if there is none. */
function storefront_outage(): array {
	$none = array(
		'since'    => 0,
		'attempts' => 0,
		'until'    => 0,
		'fault'    => '',
	);
	return array_merge( $none, (array) get_option( 'storefront_outage', array() ) );
}

/** The name of the database's lock that a delivery holds: databases of one server share their locks. */
function storefront_delivery_lock(): string {
	return 'storefront-' . substr( md5( DB_NAME . storefront_outbox_table() ), 0, 20 );
}

/**
 * Delivers what waits. Returns false if it did not try: there is no secret to sign reports with, another request delivers, or the pause after failed
 * attempts is not over.
 *
 * @param int   $seconds  Stops after so many seconds, between two orders.
 * @param array $only     Only these orders, if there are any.
 * @param float $timeout  Seconds to wait for each answer.
 */
function storefront_deliver( int $seconds = 20, array $only = array(), float $timeout = 8 ): bool {
	if ( storefront_outage()['until'] > time() ) {
		return false;
	}
	if ( '' === storefront_setting( 'webhook_secret' ) ) {
		// Orders wait until there is one; pages need their keys meanwhile.
		foreach ( array_filter( array_map( 'wc_get_order', $only ), 'storefront_is_reported' ) as $order ) {
			if ( ! storefront_has_fresh_key( $order ) ) {
				storefront_make_key( $order, $timeout );
			}
		}
		return false;
	}
	global $wpdb;
	$lock = storefront_delivery_lock();
	// Null: the database has no locks. Then the proxy's own order of versions decides. Only a page that shows its order waits for another request.
	if ( '0' === $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, %d)', $lock, $only ? 1 : 0 ) ) ) {
		return false;
	}
	$end = microtime( true ) + $seconds;
	try {
		do {
			$rows    = $only ? array_filter( array_map( 'storefront_outbox_row', $only ), fn( $row ): bool => $row && $row->waiting && $row->due_at <= time() ) : storefront_waiting( 50, true );
			$goes_on = storefront_deliver_rows( $rows, $timeout, $end );
		} while ( $rows && ! $only && $goes_on );
	} finally {
		$wpdb->get_var( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $lock ) );
	}
	return true;
}

/**
 * Delivers orders, one after the other. Each that fails waits for its own next attempt; two failures in a row that are not about the orders are an
 * outage of the proxy, for which all wait: a firewall may refuse one order, and the others must not wait for that one. Returns false if the time is
 * over, the proxy is out or the plugin is deactivated.
 *
 * @param array $rows    Their rows.
 * @param float $timeout Seconds to wait for each answer.
 * @param float $end     When the time is over, in seconds since 1970.
 */
function storefront_deliver_rows( array $rows, float $timeout, float $end ): bool {
	$failed = 0;
	foreach ( $rows as $row ) {
		$answer = storefront_deliver_row( $row, $timeout );
		if ( storefront_is_accepted( $answer ) || storefront_is_about_order( $answer ) ) {
			$failed = 0;
		} else {
			++$failed;
			storefront_note_outage( $answer, $failed > 1 );
		}
		if ( $failed > 1 || microtime( true ) >= $end || storefront_is_stopped() ) {
			return false;
		}
	}
	return true;
}

/**
 * Delivers one order, and returns the proxy's answer, as storefront_read_answer().
 *
 * @param object $row     Its row.
 * @param float  $timeout Seconds to wait for each answer.
 */
function storefront_deliver_row( object $row, float $timeout ): array {
	// Objects of this request, and the object cache, may hold an older state than the row.
	storefront_forget_cached_order( (int) $row->order_id );
	$order = wc_get_order( (int) $row->order_id );
	// A trashed order of which the proxy knows is reported in its last state before that: trashing tidies up, it neither cancels nor refunds.
	if ( ! storefront_is_reported( $order ) && ! ( storefront_is_trashed( $order ) && $row->reported_at ) ) {
		storefront_forget( $row );
		return array( 'status' => 204 );
	}
	try {
		$answer = storefront_post_signed( 'order-updated', storefront_report( $order, (int) $row->changes ), $timeout );
	} catch ( Throwable $fault ) {
		// Another plugin may fail on this one order; the others must not wait for it.
		$answer = array(
			'status' => 400,
			'fault'  => $fault->getMessage(),
		);
	}
	if ( ! storefront_is_accepted( $answer ) ) {
		storefront_note_failed( $row, $answer );
		return $answer;
	}
	storefront_note_accepted( $row );
	if ( storefront_outage()['since'] ) {
		delete_option( 'storefront_outage' );
	}
	if ( ! storefront_has_fresh_key( $order ) ) {
		storefront_make_key( $order, $timeout );
	}
	return $answer;
}

/**
 * Whether the proxy has accepted a report.
 *
 * @param array $answer Its answer.
 */
function storefront_is_accepted( array $answer ): bool {
	return $answer['status'] >= 200 && $answer['status'] < 300;
}

/**
 * Whether an answer says that the order itself is at fault.
 *
 * @param array $answer The proxy's answer.
 */
function storefront_is_about_order( array $answer ): bool {
	return in_array( $answer['status'], array( 400, 413, 422 ), true );
}

/**
 * The pause after a failed attempt, in seconds.
 *
 * @param int $attempts How many attempts had failed before it.
 */
function storefront_pause( int $attempts ): int {
	return min( STOREFRONT_LONGEST_PAUSE, 15 * 2 ** min( $attempts, 10 ) );
}

/**
 * Notes a failed attempt of an order.
 *
 * @param object $row    The row of the order.
 * @param array  $answer The proxy's answer.
 */
function storefront_note_failed( object $row, array $answer ) {
	$attempts = (int) $row->attempts;
	storefront_update_outbox(
		(int) $row->order_id,
		array(
			'attempts' => $attempts + 1,
			'fault'    => substr( $answer['fault'], 0, 255 ),
			'due_at'   => time() + storefront_pause( $attempts ),
		)
	);
}

/**
 * Notes that the proxy does not accept reports.
 *
 * @param array $answer    Its answer.
 * @param bool  $all_wait  Whether all orders wait for the next attempt.
 */
function storefront_note_outage( array $answer, bool $all_wait ) {
	$outage = storefront_outage();
	update_option(
		'storefront_outage',
		array(
			'since'    => $outage['since'] ? $outage['since'] : time(),
			'attempts' => $outage['attempts'] + ( $all_wait ? 1 : 0 ),
			'until'    => $all_wait ? time() + storefront_pause( $outage['attempts'] ) : $outage['until'],
			'fault'    => $answer['fault'],
		),
		false
	);
}

/**
 * Drops an order from the caches, so that the next read is of the database.
 *
 * @param int $order_id The order.
 */
function storefront_forget_cached_order( int $order_id ) {
	clean_post_cache( $order_id );
	if ( function_exists( 'wc_get_container' ) && class_exists( 'Automattic\WooCommerce\Caches\OrderCache' ) ) {
		wc_get_container()->get( Automattic\WooCommerce\Caches\OrderCache::class )->remove( $order_id );
	}
	$store = WC_Data_Store::load( 'order' );
	if ( is_callable( array( $store, 'clear_cached_data' ) ) ) {
		$store->clear_cached_data( array( $order_id ) );
	}
}

/** Ends all pauses after failed attempts. */
function storefront_end_pauses() {
	global $wpdb;
	delete_option( 'storefront_outage' );
	$wpdb->update( storefront_outbox_table(), array( 'due_at' => 0 ), array( 'waiting' => 1 ) );
}

/** When the next attempt is due, in seconds from now; null if nothing waits, or there is no secret to sign reports with. */
function storefront_next_attempt(): ?int {
	if ( '' === storefront_setting( 'webhook_secret' ) ) {
		return null;
	}
	global $wpdb;
	$table = storefront_outbox_table();
	$due   = $wpdb->get_var( "SELECT MIN(due_at) FROM {$table} WHERE waiting = 1" ); // phpcs:ignore WordPress.DB.PreparedSQL -- the table's name.
	return null === $due ? null : max( 0, (int) $due - time(), storefront_outage()['until'] - time() );
}

add_action(
	STOREFRONT_DELIVERY,
	function () {
		storefront_deliver();
		$next = storefront_next_attempt();
		if ( null !== $next ) {
			storefront_plan_delivery( max( 1, $next ) );
		}
	}
);

/**
 * Delivers an order that was just placed, once its page is on its way to the shopper: the thank-you page asks for the order at once. Where the server
 * cannot send the page before the request ends, a request to the shop itself delivers.
 */
foreach ( array( 'woocommerce_checkout_order_processed', 'woocommerce_store_api_checkout_order_processed' ) as $storefront_hook ) {
	add_action(
		$storefront_hook,
		function ( $order ) {
			$order_id = $order instanceof WC_Order ? $order->get_id() : (int) $order;
			add_action( 'shutdown', fn() => storefront_deliver_soon( $order_id ), 20 );
		}
	);
}

/**
 * Delivers one order without holding up the response.
 *
 * @param int $order_id The order.
 */
function storefront_deliver_soon( int $order_id ) {
	if ( function_exists( 'fastcgi_finish_request' ) || function_exists( 'litespeed_finish_request' ) ) {
		function_exists( 'fastcgi_finish_request' ) ? fastcgi_finish_request() : litespeed_finish_request();
		storefront_deliver( 5, array( $order_id ), 5 );
		return;
	}
	wp_remote_post(
		home_url( '/?wc-ajax=' . STOREFRONT_DELIVERY ),
		array(
			'timeout'   => 0.01,
			'blocking'  => false,
			'sslverify' => apply_filters( 'https_local_ssl_verify', false ),
		)
	);
}

/** Anybody may start a delivery, as anybody may start WP-Cron: it sends nothing but what waits, and answers nothing. */
add_action(
	'wc_ajax_' . STOREFRONT_DELIVERY,
	function () {
		ignore_user_abort( true );
		storefront_deliver( 10 );
		wp_send_json( array(), 202 );
	}
);
