<?php
/**
 * The cart of the session, and its totals.
 *
 * Habit: `?add-to-cart` leaves a notice, to which the next page moves the focus; `wc-ajax=add_to_cart` leaves none.
 */

class WC_Cart_Fees {
	private $fees = array();

	/** Further properties survive. */
	public function add_fee( $args = array() ) {
		$fee = (object) wp_parse_args(
			$args,
			array(
				'id'        => '',
				'name'      => '',
				'tax_class' => '',
				'taxable'   => false,
				'amount'    => 0,
				'total'     => 0,
				'tax'       => 0,
			)
		);
		$fee->id = $fee->id ? $fee->id : sanitize_title( $fee->name );
		if ( isset( $this->fees[ $fee->id ] ) ) {
			return new WP_Error( 'fee_exists', 'Fee has already been added.' );
		}
		return $this->fees[ $fee->id ] = $fee;
	}

	public function get_fees() {
		return $this->fees;
	}

	public function remove_all_fees() {
		$this->fees = array();
	}
}

// Plugins set properties of their own.
#[AllowDynamicProperties]
class WC_Cart {
	private $lines = array();
	private $fees_api;
	private $totals = array(
		'subtotal' => 0,
		'shipping' => 0,
		'tax'      => 0,
		'fees'     => 0,
		'total'    => 0,
	);

	public function __construct() {
		$this->fees_api = new WC_Cart_Fees();
		add_action( 'wp_loaded', array( $this, 'get_cart_from_session' ) );
		add_action( 'wp_loaded', array( $this, 'act_on_address' ), 20 );
		add_action( 'wp', fn() => WC()->session->set_customer_session_cookie( (bool) $this->lines ), 99 );
	}

	/** Carts of later payments of a subscription are copies, with fees of their own. */
	public function __clone() {
		$this->fees_api = clone $this->fees_api;
	}

	public function get_cart_from_session() {
		foreach ( (array) WC()->session->get( 'cart', array() ) as $key => $line ) {
			$product = wc_get_product( $line['product_id'] );
			if ( $product ) {
				$this->lines[ $key ] = $line + array( 'data' => $product );
			}
		}
		if ( $this->lines ) {
			$this->calculate_totals();
		}
	}

	/** Adds and removes by links, as the buttons of a shop without scripts do. */
	public function act_on_address() {
		if ( isset( $_GET['add-to-cart'] ) ) {
			$this->add_to_cart( absint( $_GET['add-to-cart'] ), absint( $_GET['quantity'] ?? 1 ) );
		}
		if ( isset( $_GET['remove_item'] ) ) {
			$this->remove_cart_item( sanitize_key( $_GET['remove_item'] ) );
		}
	}

	public function add_to_cart( $product_id, $quantity = 1 ) {
		$key     = md5( (string) $product_id );
		$product = wc_get_product( $product_id );
		if ( ! $product ) {
			return false;
		}
		$this->lines[ $key ] = array(
			'key'          => $key,
			'product_id'   => $product_id,
			'variation_id' => 0,
			'quantity'     => ( $this->lines[ $key ]['quantity'] ?? 0 ) + $quantity,
			'data'         => $product,
		);
		WC()->session->set_customer_session_cookie( true );
		$this->calculate_totals();
		do_action( 'woocommerce_add_to_cart', $key, $product_id, $quantity, 0, array(), array() );
		return $key;
	}

	public function set_quantity( $key, $quantity, $refresh = true ) {
		if ( $quantity < 1 ) {
			return $this->remove_cart_item( $key );
		}
		$this->lines[ $key ]['quantity'] = (int) $quantity;
		$this->calculate_totals();
		return true;
	}

	public function remove_cart_item( $key ) {
		unset( $this->lines[ $key ] );
		$this->calculate_totals();
		return true;
	}

	public function empty_cart( $clear = true ) {
		$this->lines = array();
		WC()->session->set( 'cart', null );
		WC()->session->set( 'chosen_shipping_methods', null );
		$this->fees_api->remove_all_fees();
		do_action( 'woocommerce_cart_emptied', $clear );
	}

	public function calculate_totals() {
		do_action( 'woocommerce_before_calculate_totals', $this );
		$share    = WC_Tax::share();
		$included = wc_prices_include_tax();
		$sums     = array_fill_keys( array_keys( $this->totals ), 0 );
		foreach ( $this->lines as &$line ) {
			$price              = (float) $line['data']->get_price() * $line['quantity'];
			$line['line_total'] = $included ? $price / ( 1 + $share ) : $price;
			$line['line_tax']   = round( $line['line_total'] * $share, 2 );
			$line['line_subtotal']     = $line['line_total'];
			$line['line_subtotal_tax'] = $line['line_tax'];
			$sums['subtotal']  += $line['line_total'];
			$sums['tax']       += $line['line_tax'];
		}
		unset( $line );
		$sums['shipping'] = $this->calculate_shipping();
		$this->fees_api->remove_all_fees();
		do_action( 'woocommerce_cart_calculate_fees', $this );
		foreach ( $this->fees_api->get_fees() as $fee ) {
			$fee->total    = (float) $fee->amount;
			$fee->tax      = $fee->taxable ? round( $fee->total * $share, 2 ) : 0;
			$sums['fees'] += $fee->total;
			$sums['tax']  += $fee->tax;
		}
		$sums['total'] = round( $sums['subtotal'] + $sums['shipping'] + $sums['fees'] + $sums['tax'], 2 );
		$this->totals  = $sums;
		$this->save();
		do_action( 'woocommerce_after_calculate_totals', $this );
	}

	private function calculate_shipping() {
		if ( ! $this->needs_shipping() ) {
			return 0;
		}
		$rates  = wc_stand_in_rates();
		$chosen = ( (array) WC()->session->get( 'chosen_shipping_methods' ) )[0] ?? '';
		if ( ! isset( $rates[ $chosen ] ) ) {
			$chosen = array_key_first( $rates );
			WC()->session->set( 'chosen_shipping_methods', array( $chosen ) );
		}
		return $rates[ $chosen ]['cost'] ?? 0;
	}

	private function save() {
		$stored = array_map( fn( $line ) => array_diff_key( $line, array( 'data' => 1 ) ), $this->lines );
		WC()->session->set( 'cart', $stored ? $stored : null );
	}

	public function get_cart() {
		return $this->lines;
	}

	public function get_cart_contents() {
		return $this->lines;
	}

	public function get_cart_item( $key ) {
		return $this->lines[ $key ] ?? array();
	}

	public function is_empty() {
		return ! $this->lines;
	}

	public function get_cart_contents_count() {
		return array_sum( array_column( $this->lines, 'quantity' ) );
	}

	public function needs_shipping() {
		return 'disabled' !== get_option( 'woocommerce_ship_to_countries' ) && array_filter( $this->lines, fn( $line ) => $line['data']->needs_shipping() );
	}

	public function needs_payment() {
		return $this->totals['total'] > 0;
	}

	public function get_cart_hash() {
		return $this->lines ? md5( wp_json_encode( WC()->session->get( 'cart' ) ) . $this->totals['total'] ) : '';
	}

	public function fees_api() {
		return $this->fees_api;
	}

	public function get_fees() {
		return $this->fees_api->get_fees();
	}

	public function get_total( $context = 'view' ) {
		return 'view' === $context ? wc_price( $this->totals['total'] ) : $this->totals['total'];
	}

	public function get_subtotal() {
		return $this->totals['subtotal'];
	}

	public function get_shipping_total() {
		return $this->totals['shipping'];
	}

	public function get_total_tax() {
		return $this->totals['tax'];
	}

	public function get_coupons() {
		return array();
	}
}

add_action(
	'wc_ajax_add_to_cart',
	function () {
		WC()->cart->add_to_cart( absint( $_POST['product_id'] ), absint( $_POST['quantity'] ?? 1 ) );
		wp_send_json( array( 'fragments' => array() ) );
	}
);
