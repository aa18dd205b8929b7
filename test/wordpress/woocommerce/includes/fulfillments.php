<?php
/** Fulfillments: parcels of an order, if the feature is on. */

class WC_Stand_In_Fulfillment extends WC_Data {
	public $fields = array(
		'id'                => 0,
		'order_id'          => 0,
		'tracking_number'   => '',
		'shipment_provider' => '',
		'tracking_url'      => '',
		'items'             => array(),
		'date_fulfilled'    => null,
		'is_fulfilled'      => true,
		'status'            => 'fulfilled',
	);

	public function get_order() {
		return wc_get_order( $this->fields['order_id'] );
	}
}

add_action(
	'rest_api_init',
	function () {
		if ( ! Automattic\WooCommerce\Utilities\FeaturesUtil::feature_is_enabled( 'fulfillments' ) ) {
			return;
		}
		register_rest_route(
			'wc/v3',
			'/orders/(?P<order_id>\d+)/fulfillments',
			array(
				'methods'             => 'POST',
				'permission_callback' => 'wc_stand_in_may_read',
				'callback'            => function ( $request ) {
					$order = wc_get_order( (int) $request['order_id'] );
					$all   = (array) get_option( 'wc_fulfillments', array() );
					$meta  = array_column( (array) ( $request['meta_data'] ?? array() ), 'value', 'key' );
					$made  = new WC_Stand_In_Fulfillment();
					$made->set_props(
						array(
							'id'                => count( $all ) + 1,
							'order_id'          => $order->get_id(),
							'tracking_number'   => $meta['_tracking_number'] ?? '',
							'shipment_provider' => $meta['_shipment_provider'] ?? '',
							'tracking_url'      => $meta['_tracking_url'] ?? '',
							'items'             => $meta['_items'] ?? array(),
							'date_fulfilled'    => gmdate( 'Y-m-d H:i:s' ),
						)
					);
					$all[] = $made->fields;
					update_option( 'wc_fulfillments', $all );
					do_action( 'woocommerce_fulfillment_after_create', $made );
					do_action( 'woocommerce_fulfillment_after_fulfill', $made );
					return new WP_REST_Response( array( 'id' => $made->get_id() ), 201 );
				},
			)
		);
	}
);
