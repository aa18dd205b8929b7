<?php
/** Fulfillments: parcels of an order, if the feature is on. */

class WC_Stand_In_Fulfillment extends WC_Data {
	public $fields = array(
		'id'             => 0,
		'order_id'       => 0,
		'tracking'       => array(),
		'items'          => array(),
		'date_fulfilled' => null,
		'date_deleted'   => null,
		'is_fulfilled'   => false,
		'status'         => 'unfulfilled',
	);

	/** Number, carrier and page are fields without functions, as before WooCommerce 11. */
	public function get_meta( $key = '', $single = true, $context = 'view' ) {
		return $this->fields['tracking'][ $key ] ?? '';
	}

	public function get_order() {
		return wc_get_order( $this->fields['order_id'] );
	}

	/** All of an order, without the deleted ones. */
	public static function of( $order_id ) {
		$found = array();
		foreach ( (array) get_option( 'wc_fulfillments', array() ) as $fields ) {
			if ( (int) $fields['order_id'] === (int) $order_id && ! $fields['date_deleted'] ) {
				$one         = new self();
				$one->fields = $fields;
				$found[]     = $one;
			}
		}
		return $found;
	}

	/** Takes what a request says, stores it, and tells plugins. */
	public function change( $request ) {
		foreach ( (array) ( $request['meta_data'] ?? array() ) as $meta ) {
			if ( '_items' === $meta['key'] ) {
				$this->fields['items'] = $meta['value'];
			} else {
				$this->fields['tracking'][ $meta['key'] ] = $meta['value'];
			}
		}
		$was_fulfilled = $this->fields['is_fulfilled'];
		foreach ( array( 'status', 'is_fulfilled' ) as $name ) {
			$this->fields[ $name ] = $request[ $name ] ?? $this->fields[ $name ];
		}
		if ( $this->fields['is_fulfilled'] ) {
			$this->fields['date_fulfilled'] ??= gmdate( 'Y-m-d H:i:s' );
		}
		$is_new = ! $this->get_id();
		$this->store();
		do_action( $is_new ? 'woocommerce_fulfillment_after_create' : 'woocommerce_fulfillment_after_update', $this );
		if ( $this->fields['is_fulfilled'] && ! $was_fulfilled ) {
			do_action( 'woocommerce_fulfillment_after_fulfill', $this );
		}
		return $this;
	}

	public function delete() {
		$this->fields['date_deleted'] = gmdate( 'Y-m-d H:i:s' );
		$this->store();
		do_action( 'woocommerce_fulfillment_after_delete', $this );
	}

	private function store() {
		$all                         = (array) get_option( 'wc_fulfillments', array() );
		$this->fields['id']          = $this->fields['id'] ? $this->fields['id'] : count( $all ) + 1;
		$all[ $this->fields['id'] ] = $this->fields;
		update_option( 'wc_fulfillments', $all );
	}
}

add_action(
	'rest_api_init',
	function () {
		if ( ! Automattic\WooCommerce\Utilities\FeaturesUtil::feature_is_enabled( 'fulfillments' ) ) {
			return;
		}
		$answer = fn( $one, $status ) => new WP_REST_Response( array( 'id' => $one->get_id() ), $status );
		$find   = fn( $request ) => current( array_filter( WC_Stand_In_Fulfillment::of( $request['order_id'] ), fn( $one ) => $one->get_id() === (int) $request['id'] ) );
		$routes = array(
			array(
				'/orders/(?P<order_id>\d+)/fulfillments',
				'POST',
				function ( $request ) use ( $answer ) {
					$made = new WC_Stand_In_Fulfillment();
					$made->set_order_id( (int) $request['order_id'] );
					return $answer( $made->change( $request ), 201 );
				},
			),
			array( '/orders/(?P<order_id>\d+)/fulfillments/(?P<id>\d+)', 'PUT', fn( $request ) => $answer( $find( $request )->change( $request ), 200 ) ),
			array(
				'/orders/(?P<order_id>\d+)/fulfillments/(?P<id>\d+)',
				'DELETE',
				function ( $request ) use ( $answer, $find ) {
					$one = $find( $request );
					$one->delete();
					return $answer( $one, 200 );
				},
			),
		);
		foreach ( $routes as list( $path, $method, $act ) ) {
			register_rest_route(
				'wc/v3',
				$path,
				array(
					'methods'             => $method,
					'permission_callback' => 'wc_stand_in_may_read',
					'callback'            => $act,
				)
			);
		}
	}
);
