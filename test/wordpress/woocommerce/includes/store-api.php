<?php
/** The Store API: the cart and the checkout of the blocks, which plugins extend. */

namespace Automattic\WooCommerce\StoreApi\Exceptions {
	class RouteException extends \Exception {
		public $error_code;
		public function __construct( $error_code, $message, $http_status_code = 400, $additional_data = array() ) {
			$this->error_code = $error_code;
			parent::__construct( $message, $http_status_code );
		}
		public function getErrorCode() {
			return $this->error_code;
		}
	}
}

namespace {
	use Automattic\WooCommerce\StoreApi\Exceptions\RouteException;

	/** What plugins have registered: data of the cart, and callbacks, by namespace. */
	final class WC_Stand_In_Extensions {
		public static $data      = array();
		public static $callbacks = array();
	}

	function woocommerce_store_api_register_endpoint_data( $args ) {
		WC_Stand_In_Extensions::$data[ $args['endpoint'] ][ $args['namespace'] ] = $args;
		return true;
	}
	function woocommerce_store_api_register_update_callback( $args ) {
		WC_Stand_In_Extensions::$callbacks[ $args['namespace'] ] = $args['callback'];
		return true;
	}

	function wc_stand_in_cart_answer() {
		$cart  = WC()->cart;
		$cents = fn( $amount ) => (string) (int) round( $amount * 100 );
		$rates = array();
		$taken = ( (array) WC()->session->get( 'chosen_shipping_methods' ) )[0] ?? '';
		foreach ( $cart->needs_shipping() ? wc_stand_in_rates() : array() as $id => $rate ) {
			$rates[] = array( 'rate_id' => $id, 'name' => $rate['title'], 'price' => $cents( $rate['cost'] ), 'selected' => $id === $taken );
		}
		$extensions = array();
		foreach ( WC_Stand_In_Extensions::$data['cart'] ?? array() as $namespace => $args ) {
			$extensions[ $namespace ] = call_user_func( $args['data_callback'] );
		}
		return array(
			'items'          => array_map(
				fn( $line ) => array( 'key' => $line['key'], 'id' => $line['product_id'], 'name' => $line['data']->get_name(), 'quantity' => $line['quantity'], 'totals' => array( 'line_total' => $cents( $line['line_total'] ) ) ),
				array_values( $cart->get_cart() )
			),
			'shipping_rates' => $rates ? array( array( 'package_id' => 0, 'shipping_rates' => $rates ) ) : array(),
			'needs_shipping' => $cart->needs_shipping(),
			'fees'           => array_map( fn( $fee ) => array( 'key' => $fee->id, 'name' => $fee->name, 'totals' => array( 'total' => $cents( $fee->total ) ) ), array_values( $cart->get_fees() ) ),
			'totals'         => array( 'total_price' => $cents( $cart->get_total( 'edit' ) ), 'total_tax' => $cents( $cart->get_total_tax() ), 'currency_code' => get_woocommerce_currency() ),
			'extensions'     => (object) $extensions,
		);
	}

	/** Answers with the cart after an act; an act may refuse with an exception. */
	function wc_stand_in_cart_route( callable $act ) {
		return function ( WP_REST_Request $request ) use ( $act ) {
			try {
				$answer = $act( $request );
				return new WP_REST_Response( $answer ?? wc_stand_in_cart_answer() );
			} catch ( RouteException $refusal ) {
				return new WP_Error( $refusal->getErrorCode(), $refusal->getMessage(), array( 'status' => $refusal->getCode(), 'cart' => wc_stand_in_cart_answer() ) );
			}
		};
	}

	add_action(
		'rest_api_init',
		function () {
			$routes = array(
				'cart'                      => array( 'GET', fn() => null ),
				'cart/add-item'             => array( 'POST', fn( $request ) => WC()->cart->add_to_cart( (int) $request['id'], (int) ( $request['quantity'] ?? 1 ) ) ? null : null ),
				'cart/update-item'          => array( 'POST', fn( $request ) => WC()->cart->set_quantity( $request['key'], (int) $request['quantity'] ) ? null : null ),
				'cart/select-shipping-rate' => array(
					'POST',
					function ( $request ) {
						WC()->session->set( 'chosen_shipping_methods', array( $request['rate_id'] ) );
						WC()->cart->calculate_totals();
					},
				),
				'cart/extensions'           => array(
					'POST',
					function ( $request ) {
						$callback = WC_Stand_In_Extensions::$callbacks[ $request['namespace'] ] ?? null;
						if ( ! $callback ) {
							throw new RouteException( 'woocommerce_rest_cart_extensions_error', 'There is no such namespace registered.', 400 );
						}
						$callback( (array) $request['data'] );
						WC()->cart->calculate_totals();
					},
				),
				// The block sends what the shopper types by PUT, and the order by POST.
				'checkout'                  => array( 'POST, PUT', fn( $request ) => 'PUT' === $request->get_method() ? wc_stand_in_store_draft( $request ) : wc_stand_in_store_checkout( $request ) ),
			);
			foreach ( $routes as $path => list( $method, $act ) ) {
				register_rest_route(
					'wc/store/v1',
					"/{$path}",
					array(
						'methods'             => $method,
						'permission_callback' => '__return_true',
						'callback'            => wc_stand_in_cart_route( $act ),
					)
				);
			}
		}
	);

	/** WooCommerce 10 fires the hook of the checkout for each change of the draft. */
	function wc_stand_in_store_draft( WP_REST_Request $request ) {
		do_action( 'woocommerce_store_api_checkout_update_order_from_request', new WC_Order(), $request );
		return null;
	}

	function wc_stand_in_store_checkout( WP_REST_Request $request ) {
		$errors = new WP_Error();
		do_action( 'woocommerce_store_api_cart_errors', $errors, WC()->cart );
		if ( $errors->has_errors() ) {
			throw new RouteException( $errors->get_error_code(), $errors->get_error_message(), 409 );
		}
		$order = wc_stand_in_order_from_cart( (array) $request['billing_address'], 'store-api' );
		do_action( 'woocommerce_store_api_checkout_update_order_meta', $order );
		do_action( 'woocommerce_store_api_checkout_update_order_from_request', $order, $request );
		$order->save();
		do_action( 'woocommerce_store_api_checkout_order_processed', $order );
		wc_stand_in_pay( $order );
		return array( 'order_id' => $order->get_id(), 'payment_result' => array( 'payment_status' => 'success', 'redirect_url' => $order->get_checkout_order_received_url() ) );
	}
}
