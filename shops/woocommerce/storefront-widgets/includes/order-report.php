<?php
/**
 * The report of an order: its answer of WooCommerce's REST API, with what the proxy needs beyond that. The proxy reads the same answer when it
 * reconciles, so both see the same order.
 */

defined( 'ABSPATH' ) || exit;

/** The states of orders that are not placed yet, or not any more. */
const STOREFRONT_UNPLACED = array( 'auto-draft', 'draft', 'checkout-draft', 'new', 'trash' );

/**
 * Whether an order is reported: it is an order, no refund or subscription, and it is placed.
 *
 * @param mixed $order What wc_get_order() returned.
 */
function storefront_is_reported( $order ): bool {
	return $order instanceof WC_Order && 'shop_order' === $order->get_type() && ! in_array( $order->get_status( 'edit' ), STOREFRONT_UNPLACED, true );
}

/**
 * Whether an order is in the trash.
 *
 * @param mixed $order What wc_get_order() returned.
 */
function storefront_is_trashed( $order ): bool {
	return $order instanceof WC_Order && 'shop_order' === $order->get_type() && 'trash' === $order->get_status( 'edit' );
}

/**
 * The body of the report, as JSON; throws if the order cannot be written. No user needs to be signed in: a webhook of WooCommerce would hold an error if its user may not read orders.
 *
 * @param WC_Order $order  The order.
 * @param int      $change Which change of the order this is. The proxy takes equal bodies for repeats, and an order may return to a state in the second in which it left it.
 */
function storefront_report( WC_Order $order, int $change ): string {
	storefront_reporting( $order->get_id() );
	try {
		$answer = ( new WC_REST_Orders_Controller() )->prepare_object_for_response( $order, new WP_REST_Request( 'GET' ) );
		$data   = $answer->get_data();
		if ( storefront_is_trashed( $order ) ) {
			// WordPress keeps the status for the way out of the trash.
			$before         = preg_replace( '/^wc-/', '', (string) $order->get_meta( '_wp_trash_meta_status' ) );
			$data['status'] = '' === $before ? 'cancelled' : $before;
		}
		foreach ( (array) ( $data['line_items'] ?? array() ) as $index => $line ) {
			// Without a picture the proxy would take the icon of the site.
			if ( empty( $line['image']['src'] ) ) {
				$data['line_items'][ $index ]['image'] = array( 'src' => wc_placeholder_img_src() );
			}
		}
		$body = wp_json_encode( array( 'change' => $change ) + $data );
	} finally {
		storefront_reporting( 0 );
	}
	if ( ! is_string( $body ) ) {
		throw new UnexpectedValueException( 'The order cannot be written as JSON: ' . json_last_error_msg() );
	}
	return $body;
}

/** The key of an order's own link was once a meta field, which each receiver of the order saw. */
const STOREFRONT_OLD_KEY_META = '_storefront_key';

/**
 * Adds to each line whether it ships and what it weighs, which WooCommerce does not say, and the shipments of the order. Protection covers only
 * lines that ship, and the service takes a line without weight for digital goods.
 */
add_filter(
	'woocommerce_rest_prepare_shop_order_object',
	function ( $response, $order = null ) {
		if ( ! $response instanceof WP_REST_Response || ! $order instanceof WC_Order ) {
			return $response;
		}
		$data = $response->get_data();
		foreach ( (array) ( $data['line_items'] ?? array() ) as $index => $line ) {
			$product = wc_get_product( ! empty( $line['variation_id'] ) ? $line['variation_id'] : ( $line['product_id'] ?? 0 ) );
			if ( $product instanceof WC_Product ) {
				$data['line_items'][ $index ]['needs_shipping'] = storefront_ships( $product );
				$data['line_items'][ $index ]['grams']          = (int) round( (float) wc_get_weight( (float) $product->get_weight(), 'g' ) );
			}
		}
		if ( isset( $data['meta_data'] ) ) {
			$data['meta_data'] = array_values( array_filter( (array) $data['meta_data'], fn( $meta ): bool => STOREFRONT_OLD_KEY_META !== ( is_array( $meta ) ? $meta['key'] : $meta->key ) ) );
		}
		$data['storefront_shipments'] = storefront_shipments( $order );
		$response->set_data( $data );
		return $response;
	},
	10,
	2
);
