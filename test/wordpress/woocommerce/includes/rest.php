<?php
/**
 * The orders of the REST API (wc/v3), which webhooks use, too.
 *
 * Habit: a user who may not see orders gets an error as the answer, and a webhook of such a user sends it as its body.
 */

class WC_API {
	/** What the API answers to the current user. */
	public function get_endpoint_data( $endpoint ) {
		$answer = rest_do_request( new WP_REST_Request( 'GET', $endpoint ) );
		return rest_get_server()->response_to_data( $answer, false );
	}
}

/** Makes the API's answer about an order; plugins call it, too. */
class WC_REST_Orders_Controller {
	public function prepare_object_for_response( $order, $request ) {
		return wc_stand_in_order_answer( $order, $request );
	}
}

function wc_stand_in_order_answer( WC_Order $order, WP_REST_Request $request ) {
	$date  = fn( $date ) => $date ? $date->format( 'Y-m-d\TH:i:s' ) : null;
	$lines = function ( $type, array $names ) use ( $order ) {
		return array_values(
			array_map(
				fn( $item ) => array_intersect_key( $item->fields, array_flip( array_merge( array( 'id', 'name', 'total', 'total_tax' ), $names ) ) ) + array( 'meta_data' => $item->get_meta_data() ),
				$order->get_items( $type )
			)
		);
	};
	$data = array(
		'id'                   => $order->get_id(),
		'parent_id'            => 0,
		'number'               => $order->get_order_number(),
		'order_key'            => $order->get_order_key(),
		'created_via'          => $order->get_created_via(),
		'status'               => $order->get_status(),
		'currency'             => $order->get_currency(),
		'date_created'         => $date( $order->get_date_created() ),
		'date_created_gmt'     => $date( $order->get_date_created() ),
		'date_modified'        => $date( $order->get_date_modified() ),
		'date_modified_gmt'    => $date( $order->get_date_modified() ),
		'date_paid'            => $date( $order->get_date_paid() ),
		'date_paid_gmt'        => $date( $order->get_date_paid() ),
		'date_completed_gmt'   => $date( $order->get_date_completed() ),
		'discount_total'       => $order->get_discount_total(),
		'discount_tax'         => '0.00',
		'shipping_total'       => $order->get_shipping_total(),
		'shipping_tax'         => '0.00',
		'cart_tax'             => $order->get_cart_tax(),
		'total'                => $order->get_total(),
		'total_tax'            => $order->get_total_tax(),
		'prices_include_tax'   => (bool) $order->get_prices_include_tax(),
		'customer_id'          => $order->get_customer_id(),
		'customer_note'        => $order->get_customer_note(),
		'billing'              => $order->get_address( 'billing' ),
		'shipping'             => $order->get_address( 'shipping' ),
		'payment_method'       => $order->get_payment_method(),
		'payment_method_title' => $order->get_payment_method_title(),
		'transaction_id'       => '',
		'meta_data'            => $order->get_meta_data(),
		'line_items'           => $lines( 'line_item', array( 'product_id', 'variation_id', 'quantity', 'tax_class', 'subtotal', 'subtotal_tax', 'taxes' ) ),
		'tax_lines'            => array(),
		'shipping_lines'       => $lines( 'shipping', array( 'method_title', 'method_id', 'instance_id', 'taxes' ) ),
		'fee_lines'            => $lines( 'fee', array( 'tax_class', 'tax_status', 'amount', 'taxes' ) ),
		'coupon_lines'         => array(),
		'refunds'              => array_map( fn( $refund ) => array( 'id' => $refund->get_id(), 'reason' => $refund->get_reason(), 'total' => $refund->get_total() ), $order->get_refunds() ),
		'payment_url'          => $order->get_checkout_payment_url(),
	);
	foreach ( $data['line_items'] as &$line ) {
		$line['price'] = (float) $line['total'] / max( 1, $line['quantity'] );
		$line['sku']   = '';
		$line['image'] = array( 'id' => '', 'src' => '' );
	}
	$response = rest_ensure_response( $data );
	return apply_filters( 'woocommerce_rest_prepare_shop_order_object', $response, $order, $request );
}

function wc_stand_in_may_read() {
	return current_user_can( 'read_private_shop_orders' ) ? true : new WP_Error( 'woocommerce_rest_cannot_view', 'Sorry, you cannot view this resource.', array( 'status' => rest_authorization_required_code() ) );
}

// A key of the API, as HTTP's own user and password.
add_filter(
	'determine_current_user',
	function ( $user ) {
		$keys = (array) get_option( 'wc_api_keys', array() );
		$key  = ( $_SERVER['PHP_AUTH_USER'] ?? $_GET['consumer_key'] ?? '' ) . ':' . ( $_SERVER['PHP_AUTH_PW'] ?? $_GET['consumer_secret'] ?? '' );
		return $keys[ $key ] ?? $user;
	},
	20
);

add_action(
	'rest_api_init',
	function () {
		register_rest_route(
			'wc/v3',
			'/orders/(?P<id>\d+)',
			array(
				'methods'             => 'GET',
				'permission_callback' => 'wc_stand_in_may_read',
				'callback'            => function ( $request ) {
					$order = wc_get_order( (int) $request['id'] );
					return $order ? wc_stand_in_order_answer( $order, $request ) : new WP_Error( 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.', array( 'status' => 404 ) );
				},
			)
		);
		register_rest_route(
			'wc/v3',
			'/orders',
			array(
				'methods'             => 'GET',
				'permission_callback' => 'wc_stand_in_may_read',
				'callback'            => function ( $request ) {
					$time  = fn( $name, $default ) => $request[ $name ] ? strtotime( preg_replace( '/(Z|[+-]\d\d:?\d\d)?$/', 'Z', $request[ $name ], 1 ) ) : $default;
					$found = array_filter(
						wc_get_orders( array( 'limit' => -1, 'order' => $request['order'] ?? 'desc' ) ),
						fn( $order ) => $order->get_date_created()->getTimestamp() > $time( 'after', 0 ) && $order->get_date_created()->getTimestamp() < $time( 'before', PHP_INT_MAX )
							&& $order->get_date_modified()->getTimestamp() > $time( 'modified_after', 0 ) && $order->get_date_modified()->getTimestamp() < $time( 'modified_before', PHP_INT_MAX )
					);
					$size  = (int) ( $request['per_page'] ?? 10 );
					$page  = array_slice( array_values( $found ), ( (int) ( $request['page'] ?? 1 ) - 1 ) * $size, $size );
					return array_map( fn( $order ) => wc_stand_in_order_answer( $order, $request )->get_data(), $page );
				},
			)
		);
	}
);
