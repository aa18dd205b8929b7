<?php
/** How orders are found. */

function wc_get_order( $id = false ) {
	if ( $id instanceof WC_Abstract_Order ) {
		return $id;
	}
	try {
		return is_numeric( $id ) && $id > 0 ? new WC_Order( (int) $id ) : false;
	} catch ( Exception $error ) {
		return false;
	}
}

function wc_create_order( $args = array() ) {
	$order = new WC_Order();
	$order->set_props( array_intersect_key( $args, array( 'customer_id' => 1, 'status' => 1, 'created_via' => 1 ) ) );
	$order->save();
	return $order;
}

function wc_get_order_id_by_order_key( $key ) {
	foreach ( wc_get_orders( array( 'limit' => -1 ) ) as $order ) {
		if ( $order->key_is_valid( $key ) ) {
			return $order->get_id();
		}
	}
	return 0;
}

function wc_get_order_statuses() {
	return array_fill_keys( array( 'wc-pending', 'wc-processing', 'wc-on-hold', 'wc-completed', 'wc-cancelled', 'wc-refunded', 'wc-failed' ), '' );
}

/** Knows limit, page, offset, status, type, return, orderby, order, paginate, customer, billing_email, date_created, date_modified, meta_key, meta_value, meta_query. */
function wc_get_orders( $args = array() ) {
	global $wpdb;
	$args += array( 'limit' => 10, 'return' => 'objects', 'orderby' => 'date_created', 'order' => 'DESC' );
	$found = array();
	foreach ( $wpdb->get_results( 'select * from ' . WC_Abstract_Order::table() . " where type = 'shop_order' order by id" ) as $row ) {
		$order = ( new WC_Order() )->read( $row );
		if ( wc_stand_in_fits( $order, $args ) ) {
			$found[] = $order;
		}
	}
	if ( 'ASC' !== strtoupper( $args['order'] ) ) {
		$found = array_reverse( $found );
	}
	$total = count( $found );
	if ( $args['limit'] > 0 ) {
		$found = array_slice( $found, $args['offset'] ?? ( max( 1, (int) ( $args['page'] ?? 1 ) ) - 1 ) * $args['limit'], $args['limit'] );
	}
	$orders = 'ids' === $args['return'] ? array_map( fn( $order ) => $order->get_id(), $found ) : $found;
	return empty( $args['paginate'] ) ? $orders : (object) array(
		'orders'        => $orders,
		'total'         => $total,
		'max_num_pages' => $args['limit'] > 0 ? (int) ceil( $total / $args['limit'] ) : 1,
	);
}

function wc_stand_in_fits( WC_Order $order, array $args ) {
	$statuses = array_map( fn( $status ) => preg_replace( '/^wc-/', '', $status ), (array) ( $args['status'] ?? array() ) );
	if ( $statuses && ! in_array( 'any', $statuses, true ) && ! $order->has_status( $statuses ) ) {
		return false;
	}
	foreach ( array( 'customer_id', 'billing_email' ) as $name ) {
		if ( ! empty( $args[ $name ] ) && (string) $args[ $name ] !== (string) $order->{"get_$name"}() ) {
			return false;
		}
	}
	$known = array( $order->get_billing_email(), $order->get_customer_id() );
	if ( ! empty( $args['customer'] ) && ! array_intersect( (array) $args['customer'], array_filter( $known ) ) ) {
		return false;
	}
	foreach ( array( 'date_created', 'date_modified' ) as $name ) {
		if ( ! empty( $args[ $name ] ) && ! wc_stand_in_is_within( $order->{"get_$name"}()->getTimestamp(), (string) $args[ $name ] ) ) {
			return false;
		}
	}
	$wanted = (array) ( $args['meta_query'] ?? array() );
	if ( ! empty( $args['meta_key'] ) ) {
		$wanted[] = array_filter( array( 'key' => $args['meta_key'], 'value' => $args['meta_value'] ?? null, 'compare' => $args['meta_compare'] ?? null ) );
	}
	foreach ( array_filter( $wanted, 'is_array' ) as $one ) {
		$compare = strtoupper( $one['compare'] ?? ( isset( $one['value'] ) ? '=' : 'EXISTS' ) );
		$has     = $order->meta_exists( $one['key'] );
		$same    = $has && (string) ( $one['value'] ?? '' ) === (string) ( is_scalar( $order->get_meta( $one['key'] ) ) ? $order->get_meta( $one['key'] ) : '' );
		$fits    = array( '=' => $same, '!=' => $has && ! $same, 'EXISTS' => $has, 'NOT EXISTS' => ! $has );
		if ( ! ( $fits[ $compare ] ?? false ) ) {
			return false;
		}
	}
	return true;
}

/** Whether a time is within a range as WooCommerce writes them: ">=1700000000", "1700000000...1800000000". */
function wc_stand_in_is_within( $time, $range ) {
	if ( preg_match( '/^(\d+)\.\.\.(\d+)$/', $range, $ends ) ) {
		return $time >= $ends[1] && $time <= $ends[2];
	}
	preg_match( '/^(<=|>=|<|>)?(.+)$/', $range, $parts );
	$limit = is_numeric( $parts[2] ) ? (int) $parts[2] : strtotime( $parts[2] . ' UTC' );
	$fits  = array( '<=' => $time <= $limit, '>=' => $time >= $limit, '<' => $time < $limit, '>' => $time > $limit, '' => $time === $limit );
	return $fits[ $parts[1] ];
}
