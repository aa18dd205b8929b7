<?php
/**
 * Once a day, the shop asks the proxy which of its orders the proxy does not know in their last state, and reports these again. So an order arrives
 * even if this database or the proxy's was restored from a copy.
 */

defined( 'ABSPATH' ) || exit;

/** The daily action. Its argument is the page of the list of orders. */
const STOREFRONT_COMPARISON = 'storefront_compare';

/** How many orders one request compares, and how far back the list goes, in days. */
const STOREFRONT_COMPARED      = 200;
const STOREFRONT_COMPARED_DAYS = 8;

/** The action that looks what has become of the latest reports: the proxy maps them only after it has accepted them. */
const STOREFRONT_CHECK = 'storefront_check';

/** How many seconds after a report the action runs, and how far back it looks. */
const STOREFRONT_CHECK_PAUSE = 300;
const STOREFRONT_CHECK_BACK  = 1800;

/** Schedules a look at the latest reports, unless one is scheduled. */
function storefront_plan_check() {
	if ( did_action( 'action_scheduler_init' ) && ! as_has_scheduled_action( STOREFRONT_CHECK, null, 'storefront-widgets' ) ) {
		as_schedule_single_action( time() + STOREFRONT_CHECK_PAUSE, STOREFRONT_CHECK, array(), 'storefront-widgets' );
	}
}
add_action(
	STOREFRONT_CHECK,
	function () {
		global $wpdb;
		$table = storefront_outbox_table();
		$ids   = $wpdb->get_col( $wpdb->prepare( "SELECT order_id FROM {$table} WHERE reported_at > %d ORDER BY reported_at DESC LIMIT 500", time() - STOREFRONT_CHECK_BACK ) ); // phpcs:ignore WordPress.DB.PreparedSQL -- the table's name.
		if ( $ids ) {
			storefront_check_held( array_map( 'intval', $ids ), 8 );
		}
	}
);

/**
 * Asks the proxy which of these orders it holds, and why.
 *
 * @param int[] $order_ids The orders.
 * @param float $timeout   Seconds to wait for the answer.
 */
function storefront_check_held( array $order_ids, float $timeout ) {
	$listed = array();
	foreach ( $order_ids as $order_id ) {
		$listed[] = array(
			'shop_order_id' => (string) $order_id,
			'changed_at'    => 0,
		);
	}
	$answer = storefront_outage()['since'] ? null : storefront_ask_proxy( 'orders/comparison', array( 'orders' => $listed ), $timeout );
	if ( null !== $answer ) {
		storefront_note_held( $order_ids, $answer );
	}
}

/**
 * Notes which of these orders the proxy holds, and why.
 *
 * @param int[] $order_ids The orders that were compared.
 * @param array $answer    The proxy's answer. Older proxies do not say what they hold.
 */
function storefront_note_held( array $order_ids, array $answer ) {
	$reasons = array();
	foreach ( is_array( $answer['held'] ?? null ) ? $answer['held'] : array() as $held ) {
		if ( isset( $held['shop_order_id'], $held['reason'] ) ) {
			$reasons[ (int) $held['shop_order_id'] ] = mb_substr( (string) $held['reason'], 0, 255 );
		}
	}
	foreach ( $order_ids as $order_id ) {
		$reason = $reasons[ $order_id ] ?? '';
		$row    = storefront_outbox_row( $order_id );
		if ( ( $row->held ?? '' ) !== $reason ) {
			storefront_update_outbox( $order_id, array( 'held' => $reason ) );
		}
	}
}

/** Schedules the daily action. Action Scheduler gives up an action that fails often, so this is repeated. */
function storefront_plan_comparison() {
	if ( ! as_has_scheduled_action( STOREFRONT_COMPARISON, null, 'storefront-widgets' ) ) {
		as_schedule_recurring_action( time() + HOUR_IN_SECONDS, DAY_IN_SECONDS, STOREFRONT_COMPARISON, array( 1 ), 'storefront-widgets' );
	}
	if ( storefront_waiting_count() ) {
		storefront_plan_delivery( 0 );
	}
}
/** Schedules a comparison at once, beside the daily one. */
function storefront_plan_comparison_now() {
	if ( did_action( 'action_scheduler_init' ) ) {
		as_schedule_single_action( time(), STOREFRONT_COMPARISON, array( 1 ), 'storefront-widgets' );
	}
}
add_action(
	'action_scheduler_init',
	function () {
		if ( is_admin() || wp_doing_cron() ) {
			storefront_plan_comparison();
		}
	},
	20
);

/**
 * Compares one page of the orders that were changed in the last days, but not before the plugin was activated. Returns how many it compared, and how many
 * of them the proxy misses; null if the proxy did not answer.
 *
 * @param int $page From 1.
 */
function storefront_compare( int $page ): ?array {
	$since  = max( time() - STOREFRONT_COMPARED_DAYS * DAY_IN_SECONDS, (int) get_option( 'storefront_since', 0 ) );
	$orders = wc_get_orders(
		array(
			'type'          => 'shop_order',
			'limit'         => STOREFRONT_COMPARED,
			'page'          => $page,
			'orderby'       => 'ID',
			'order'         => 'ASC',
			'date_modified' => '>=' . $since,
		)
	);
	$listed = array();
	foreach ( array_filter( $orders, 'storefront_is_reported' ) as $order ) {
		$modified = $order->get_date_modified();
		$listed[] = array(
			'shop_order_id' => (string) $order->get_id(),
			'changed_at'    => $modified ? $modified->getTimestamp() : 0,
		);
	}
	if ( ! $listed ) {
		return array( 0, 0, count( $orders ) );
	}
	$answer = storefront_ask_proxy( 'orders/comparison', array( 'orders' => $listed ), 30 );
	if ( null === $answer ) {
		return null;
	}
	storefront_note_held( array_map( 'intval', array_column( $listed, 'shop_order_id' ) ), $answer );
	$missing = (array) ( $answer['missing'] ?? array() );
	array_map( 'storefront_note_change', array_map( 'intval', $missing ) );
	return array( count( $listed ), count( $missing ), count( $orders ) );
}

add_action(
	STOREFRONT_COMPARISON,
	function ( $page = 1, $compared = 0, $missing = 0 ) {
		if ( '' === storefront_setting( 'webhook_secret' ) ) {
			return;
		}
		$found = storefront_compare( (int) $page );
		if ( null === $found ) {
			// The proxy is out; the delivery says so in the back office, and tomorrow's comparison has the same orders.
			return;
		}
		$compared += $found[0];
		$missing  += $found[1];
		if ( STOREFRONT_COMPARED === $found[2] ) {
			as_schedule_single_action( time(), STOREFRONT_COMPARISON, array( $page + 1, $compared, $missing ), 'storefront-widgets' );
			return;
		}
		update_option(
			'storefront_compared',
			array(
				'at'      => time(),
				'orders'  => $compared,
				'missing' => $missing,
			),
			false
		);
	},
	10,
	3
);
