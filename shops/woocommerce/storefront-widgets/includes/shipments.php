<?php
/**
 * The shipments of an order, from where the shop keeps them: WooCommerce's own fulfillments, the fields of widely used plugins, or the field of our
 * own on the order's screen. Each has an id that stays, and the time of its last change.
 */

defined( 'ABSPATH' ) || exit;

/** The meta field of our own: a list of {number, company, url, at}. */
const STOREFRONT_TRACKING_META = '_storefront_tracking';

/** The meta fields of other plugins whose change is a change of the order's shipments. */
const STOREFRONT_TRACKING_METAS = array( '_wc_shipment_tracking_items', '_wot_tracking_number', 'ywot_tracking_code', STOREFRONT_TRACKING_META );

/** The meta fields of order items in which VillaTheme's plugin keeps JSON: a list of numbers, and a list for the pieces after the first. */
const STOREFRONT_VILLATHEME_ITEM_METAS = array( '_vi_wot_order_item_tracking_data', '_vi_wot_order_item_tracking_data_by_quantity' );

/**
 * The shipments as they are reported, with those that are gone since as empty ones: the service cannot delete a shipment.
 *
 * @param WC_Order $order The order.
 */
function storefront_shipments( WC_Order $order ): array {
	$found = array();
	foreach ( storefront_find_shipments( $order ) as $shipment ) {
		if ( '' !== $shipment['tracking_number'] ) {
			$found[ $shipment['id'] ] = $shipment;
		}
	}
	$row    = storefront_outbox_row( $order->get_id() );
	$before = $row && $row->shipments ? (array) json_decode( $row->shipments, true ) : array();
	$known  = $before;
	foreach ( $found as $id => $shipment ) {
		$hash = md5( wp_json_encode( $shipment ) );
		if ( ! isset( $known[ $id ] ) || $known[ $id ]['hash'] !== $hash ) {
			$known[ $id ] = array(
				'hash'     => $hash,
				'at'       => gmdate( 'Y-m-d\TH:i:s', time() ),
				'since'    => $known[ $id ]['since'] ?? time(),
				'shipment' => $shipment,
			);
		}
	}
	foreach ( array_diff_key( $known, $found ) as $id => $gone ) {
		if ( ! $row || (int) $row->reported_at < (int) $gone['since'] ) {
			// It was never reported.
			unset( $known[ $id ] );
		} elseif ( 'gone' !== $gone['hash'] ) {
			$known[ $id ]['hash'] = 'gone';
			$known[ $id ]['at']   = gmdate( 'Y-m-d\TH:i:s', time() );
		}
	}
	if ( $known !== $before ) {
		storefront_update_outbox( $order->get_id(), array( 'shipments' => wp_json_encode( $known ) ) );
	}
	return array_values(
		array_map(
			fn( array $one ): array => array_merge(
				$one['shipment'],
				array( 'date_modified_gmt' => $one['at'] ),
				'gone' === $one['hash'] ? array( 'removed' => true ) : array()
			),
			$known
		)
	);
}

/**
 * The present shipments: id, tracking_number, tracking_company, tracking_url, date_created_gmt, and line_items with id and quantity. Without line_items
 * a shipment has what no other has.
 *
 * @param WC_Order $order The order.
 */
function storefront_find_shipments( WC_Order $order ): array {
	$found = array_merge( storefront_fulfillments( $order ), storefront_tracking_items( $order ), storefront_villatheme_tracking( $order ), storefront_yith_tracking( $order ) );
	$found = $found ? $found : storefront_own_tracking( $order );
	/** Add the shipments of another plugin, in this form. */
	return (array) apply_filters( 'storefront_shipments', $found, $order );
}

/**
 * One shipment in the form of the report.
 *
 * @param string $id         An id that stays.
 * @param mixed  $number     The tracking number.
 * @param mixed  $company    The carrier.
 * @param mixed  $url        The address of the carrier's page; may hold %1$s for the number.
 * @param mixed  $time       When it was sent: seconds since 1970, or a date.
 * @param array  $line_items Its lines, as {id, quantity}; empty: all that no other shipment has.
 */
function storefront_shipment( string $id, $number, $company, $url, $time, array $line_items = array() ): array {
	$number = trim( (string) $number );
	$url    = str_replace( '%1$s', rawurlencode( $number ), (string) $url );
	$sent   = is_numeric( $time ) ? (int) $time : strtotime( (string) $time . ' UTC' );
	return array(
		'id'               => $id,
		'tracking_number'  => $number,
		'tracking_company' => '' === trim( (string) $company ) ? 'Other' : trim( (string) $company ),
		'tracking_url'     => preg_match( '#^https?://#i', $url ) ? $url : '',
		'date_created_gmt' => gmdate( 'Y-m-d\TH:i:s', $sent ? $sent : 0 ),
		'line_items'       => $line_items,
	);
}

/** The store of fulfillments. Its class has moved: before WooCommerce 11 it was not among the data stores. Throws if there is none. */
function storefront_fulfillment_store() {
	$before = 'Automattic\WooCommerce\Internal\DataStores\Fulfillments\FulfillmentsDataStore';
	return class_exists( $before ) ? wc_get_container()->get( $before ) : WC_Data_Store::load( 'order-fulfillment' );
}

/**
 * Fulfillments of WooCommerce, where the shop has this feature.
 *
 * @param WC_Order $order The order.
 */
function storefront_fulfillments( WC_Order $order ): array {
	if ( 'yes' !== get_option( 'woocommerce_feature_fulfillments_enabled' ) ) {
		return array();
	}
	try {
		$all = storefront_fulfillment_store()->read_fulfillments( WC_Order::class, (string) $order->get_id() );
	} catch ( Throwable $fault ) {
		return array();
	}
	$found = array();
	foreach ( (array) $all as $one ) {
		if ( ! is_callable( array( $one, 'get_is_fulfilled' ) ) || ! $one->get_is_fulfilled() || $one->get_date_deleted() ) {
			continue;
		}
		$lines   = array_map(
			fn( $item ): array => array(
				'id'       => (int) ( $item['item_id'] ?? 0 ),
				'quantity' => (int) ( $item['qty'] ?? 0 ),
			),
			(array) $one->get_items()
		);
		// From its fields: before WooCommerce 11 a fulfillment has no functions for these.
		$text    = fn( string $field ): string => is_scalar( $one->get_meta( $field ) ) ? (string) $one->get_meta( $field ) : '';
		$found[] = storefront_shipment( 'fulfillment-' . $one->get_id(), $text( '_tracking_number' ), $text( '_shipment_provider' ), $text( '_tracking_url' ), $one->get_date_fulfilled(), $lines );
	}
	return $found;
}

/**
 * The field that WooCommerce Shipment Tracking and Advanced Shipment Tracking share. Both can format the carrier's name and its address.
 *
 * @param WC_Order $order The order.
 */
function storefront_tracking_items( WC_Order $order ): array {
	$items = $order->get_meta( '_wc_shipment_tracking_items' );
	if ( ! is_array( $items ) ) {
		return array();
	}
	if ( function_exists( 'ast_get_tracking_items' ) ) {
		$formatted = ast_get_tracking_items( $order->get_id() );
	} elseif ( is_callable( array( 'WC_Shipment_Tracking_Actions', 'get_instance' ) ) ) {
		$formatted = WC_Shipment_Tracking_Actions::get_instance()->get_tracking_items( $order->get_id(), true );
	}
	$found = array();
	foreach ( ! empty( $formatted ) && is_array( $formatted ) ? $formatted : $items as $item ) {
		$item    = (array) $item;
		$first   = fn( string ...$names ): string => (string) current( array_filter( array_map( fn( $name ) => $item[ $name ] ?? '', $names ) ) );
		$number  = $first( 'tracking_number' );
		$lines   = array();
		foreach ( is_array( $item['products_list'] ?? null ) ? $item['products_list'] : array() as $product ) {
			$product = (array) $product;
			if ( ! empty( $product['item_id'] ) ) {
				$lines[] = array(
					'id'       => (int) $product['item_id'],
					'quantity' => (int) ( $product['qty'] ?? 1 ),
				);
			}
		}
		$found[] = storefront_shipment(
			$order->get_id() . '-' . substr( $first( 'tracking_id' ) ? $first( 'tracking_id' ) : md5( $number ), 0, 40 ),
			$number,
			$first( 'custom_tracking_provider', 'formatted_tracking_provider', 'tracking_provider' ),
			$first( 'custom_tracking_link', 'formatted_tracking_link', 'ast_tracking_link' ),
			$first( 'date_shipped' ),
			$lines
		);
	}
	return $found;
}

/**
 * The fields of Orders Tracking for WooCommerce (VillaTheme): one number for the whole order, and numbers of its items. A number that several items have
 * is one parcel with these items.
 *
 * @param WC_Order $order The order.
 */
function storefront_villatheme_tracking( WC_Order $order ): array {
	$found = array();
	$whole = (string) $order->get_meta( '_wot_tracking_number' );
	if ( '' !== $whole ) {
		$found[ $whole ] = storefront_shipment( $order->get_id() . '-wot', $whole, $order->get_meta( '_wot_tracking_carrier' ), '', storefront_time_of( $order ) );
	}
	foreach ( $order->get_items() as $item ) {
		// All numbers that the item ever had; the last one is valid. With a number for each piece, this is the number of the first piece.
		$numbers = json_decode( (string) $item->get_meta( STOREFRONT_VILLATHEME_ITEM_METAS[0] ), true );
		$pieces  = json_decode( (string) $item->get_meta( STOREFRONT_VILLATHEME_ITEM_METAS[1] ), true );
		foreach ( array_merge( array_slice( (array) $numbers, -1 ), (array) $pieces ) as $one ) {
			$number = trim( (string) ( $one['tracking_number'] ?? '' ) );
			if ( '' === $number || $number === $whole ) {
				continue;
			}
			$url              = str_replace( array( '{tracking_number}', '{postal_code}' ), array( rawurlencode( $number ), rawurlencode( $order->get_shipping_postcode() ) ), (string) ( $one['carrier_url'] ?? '' ) );
			$found[ $number ] = $found[ $number ] ?? storefront_shipment( $order->get_id() . '-wot-' . md5( $number ), $number, $one['carrier_name'] ?? '', $url, $one['time'] ?? storefront_time_of( $order ) );

			$found[ $number ]['line_items'][] = array(
				'id'       => $item->get_id(),
				'quantity' => $pieces ? 1 : $item->get_quantity(),
			);
		}
	}
	return array_values( $found );
}

/**
 * The fields of YITH Order & Shipment Tracking.
 *
 * @param WC_Order $order The order.
 */
function storefront_yith_tracking( WC_Order $order ): array {
	$number = (string) $order->get_meta( 'ywot_tracking_code' );
	$sent   = (string) $order->get_meta( 'ywot_pick_up_date' );
	return '' === $number ? array() : array( storefront_shipment( $order->get_id() . '-ywot', $number, $order->get_meta( 'ywot_carrier_name' ), '', '' === $sent ? storefront_time_of( $order ) : $sent ) );
}

/**
 * The field of our own.
 *
 * @param WC_Order $order The order.
 */
function storefront_own_tracking( WC_Order $order ): array {
	$found = array();
	foreach ( (array) $order->get_meta( STOREFRONT_TRACKING_META ) as $place => $one ) {
		if ( is_array( $one ) && ! empty( $one['number'] ) ) {
			$found[] = storefront_shipment( $order->get_id() . '-own-' . $place, $one['number'], $one['company'] ?? '', $one['url'] ?? '', $one['at'] ?? storefront_time_of( $order ) );
		}
	}
	return $found;
}

/**
 * When the order was placed, in seconds since 1970: for shipments without a date of their own.
 *
 * @param WC_Order $order The order.
 */
function storefront_time_of( WC_Order $order ): int {
	return $order->get_date_created() ? $order->get_date_created()->getTimestamp() : 0;
}

foreach ( array( 'create', 'fulfill', 'update', 'delete' ) as $storefront_event ) {
	add_action(
		"woocommerce_fulfillment_after_{$storefront_event}",
		function ( $fulfillment ) {
			$order = is_callable( array( $fulfillment, 'get_order' ) ) ? $fulfillment->get_order() : null;
			if ( $order instanceof WC_Order ) {
				storefront_note_change( $order->get_id() );
			}
		}
	);
}

/** Some plugins write the fields of an order past WooCommerce, where orders are posts. */
foreach ( array( 'added_post_meta', 'updated_post_meta', 'deleted_post_meta' ) as $storefront_hook ) {
	add_action(
		$storefront_hook,
		function ( $meta_id, $post_id, $key ) {
			if ( in_array( $key, STOREFRONT_TRACKING_METAS, true ) && 'shop_order' === get_post_type( $post_id ) ) {
				storefront_note_change( (int) $post_id );
			}
		},
		10,
		3
	);
}

/** VillaTheme's plugin writes the fields of an order's items past the order. */
foreach ( array( 'added_order_item_meta', 'updated_order_item_meta', 'deleted_order_item_meta' ) as $storefront_hook ) {
	add_action(
		$storefront_hook,
		function ( $meta_id, $item_id, $key ) {
			if ( in_array( $key, STOREFRONT_VILLATHEME_ITEM_METAS, true ) ) {
				storefront_note_change( (int) wc_get_order_id_by_order_item_id( $item_id ) );
			}
		},
		10,
		3
	);
}
