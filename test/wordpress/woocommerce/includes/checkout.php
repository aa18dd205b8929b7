<?php
/**
 * The classic cart and the classic checkout.
 *
 * Habits: the browser puts a new `.cart_totals` in place of the old one after each change of the cart; of the checkout it puts those fragments in place that
 * differ from the last ones; an error of the checkout is shown above the form.
 */

class WC_AJAX {
	public static function get_endpoint( $request = '' ) {
		return esc_url_raw( apply_filters( 'woocommerce_ajax_get_endpoint', add_query_arg( 'wc-ajax', $request, remove_query_arg( array( 'remove_item', 'add-to-cart', 'added-to-cart', 'order_again', '_wpnonce' ), home_url( '/', 'relative' ) ) ), $request ) );
	}
}
add_action(
	'template_redirect',
	function () {
		if ( ! empty( $_GET['wc-ajax'] ) ) {
			defined( 'DOING_AJAX' ) || define( 'DOING_AJAX', true );
			nocache_headers();
			do_action( 'wc_ajax_' . sanitize_text_field( wp_unslash( $_GET['wc-ajax'] ) ) );
			wp_die();
		}
	},
	0
);

add_action(
	'wp_enqueue_scripts',
	function () {
		if ( wc_post_content_has_shortcode( 'woocommerce_cart' ) || wc_post_content_has_shortcode( 'woocommerce_checkout' ) ) {
			wp_enqueue_script( 'wc-stand-in-classic', WC()->plugin_url() . '/assets/classic.js', array( 'jquery' ), WC_VERSION, true );
		}
	}
);

function wc_stand_in_shipping_choice() {
	if ( ! WC()->cart->needs_shipping() ) {
		return '';
	}
	$chosen = ( (array) WC()->session->get( 'chosen_shipping_methods' ) )[0] ?? '';
	$html   = '<ul id="shipping_method" class="woocommerce-shipping-methods">';
	foreach ( wc_stand_in_rates() as $id => $rate ) {
		$name  = esc_attr( 'shipping_method_0_' . str_replace( ':', '', $id ) );
		$html .= "<li><input type='radio' name='shipping_method[0]' data-index='0' id='$name' value='" . esc_attr( $id ) . "' class='shipping_method' " . checked( $id, $chosen, false ) . "><label for='$name'>" . esc_html( $rate['title'] ) . ' ' . wc_price( $rate['cost'] ) . '</label></li>';
	}
	return "$html</ul>";
}

function wc_stand_in_totals_rows() {
	$cart = WC()->cart;
	$html = '<tr class="cart-subtotal"><th>Subtotal</th><td>' . wc_price( $cart->get_subtotal() ) . '</td></tr>';
	if ( $cart->needs_shipping() ) {
		$html .= '<tr class="shipping"><th>Shipping</th><td>' . wc_stand_in_shipping_choice() . '</td></tr>';
	}
	foreach ( $cart->get_fees() as $fee ) {
		$html .= '<tr class="fee"><th>' . esc_html( $fee->name ) . '</th><td>' . wc_price( $fee->total ) . '</td></tr>';
	}
	if ( $cart->get_total_tax() ) {
		$html .= '<tr class="tax-total"><th>Tax</th><td>' . wc_price( $cart->get_total_tax() ) . '</td></tr>';
	}
	return $html . '<tr class="order-total"><th>Total</th><td><strong>' . $cart->get_total() . '</strong></td></tr>';
}

function woocommerce_cart_totals() {
	echo '<div class="cart_totals">';
	do_action( 'woocommerce_before_cart_totals' );
	echo '<h2>Cart totals</h2><table class="shop_table">' . wc_stand_in_totals_rows() . '</table><div class="wc-proceed-to-checkout">'; // phpcs:ignore WordPress.Security.EscapeOutput
	do_action( 'woocommerce_proceed_to_checkout' );
	echo '</div>';
	do_action( 'woocommerce_after_cart_totals' );
	echo '</div>';
}
add_action( 'woocommerce_cart_collaterals', 'woocommerce_cart_totals', 10 );

add_action(
	'wp_loaded',
	function () {
		if ( ! isset( $_POST['update_cart'] ) || ! WC()->cart ) {
			return;
		}
		foreach ( (array) ( $_POST['cart'] ?? array() ) as $key => $line ) {
			WC()->cart->set_quantity( sanitize_key( $key ), absint( $line['qty'] ) );
		}
	},
	30
);

add_shortcode(
	'woocommerce_cart',
	function () {
		ob_start();
		echo '<div class="woocommerce">' . wc_print_notices( true ); // phpcs:ignore WordPress.Security.EscapeOutput
		if ( WC()->cart->is_empty() ) {
			do_action( 'woocommerce_cart_is_empty' );
			echo '<p class="cart-empty woocommerce-info">Your cart is currently empty.</p></div>';
			return ob_get_clean();
		}
		do_action( 'woocommerce_before_cart' );
		echo '<form class="woocommerce-cart-form" method="post"><table class="shop_table cart">';
		foreach ( WC()->cart->get_cart() as $key => $line ) {
			echo '<tr class="cart_item"><td class="product-name">' . esc_html( $line['data']->get_name() ) . "</td><td><input type='number' class='qty' aria-label='" . esc_attr( $line['data']->get_name() ) . " quantity' name='cart[" . esc_attr( $key ) . "][qty]' value='" . esc_attr( $line['quantity'] ) . "'></td></tr>";
		}
		echo '</table><button type="submit" class="button" name="update_cart" value="Update cart">Update cart</button></form>';
		do_action( 'woocommerce_after_cart_table' );
		do_action( 'woocommerce_before_cart_collaterals' );
		echo '<div class="cart-collaterals">';
		do_action( 'woocommerce_cart_collaterals' );
		echo '</div>';
		do_action( 'woocommerce_after_cart' );
		echo '</div>';
		return ob_get_clean();
	}
);

add_action(
	'wc_ajax_update_shipping_method',
	function () {
		defined( 'WOOCOMMERCE_CART' ) || define( 'WOOCOMMERCE_CART', true );
		WC()->session->set( 'chosen_shipping_methods', array_map( 'sanitize_text_field', (array) wp_unslash( $_POST['shipping_method'] ?? array() ) ) );
		WC()->cart->calculate_totals();
		woocommerce_cart_totals();
		wp_die();
	}
);

function wc_stand_in_review() {
	$html = '<table class="shop_table woocommerce-checkout-review-order-table"><tbody>';
	foreach ( WC()->cart->get_cart() as $line ) {
		$html .= '<tr class="cart_item"><td>' . esc_html( $line['data']->get_name() ) . ' × ' . (int) $line['quantity'] . '</td><td>' . wc_price( $line['line_subtotal'] ) . '</td></tr>';
	}
	return $html . '</tbody><tfoot>' . wc_stand_in_totals_rows() . '</tfoot></table>';
}

/** Ajax renders it without what hooks put around it. */
function woocommerce_checkout_payment() {
	if ( ! wp_doing_ajax() ) {
		do_action( 'woocommerce_review_order_before_payment' );
	}
	echo '<div id="payment" class="woocommerce-checkout-payment">';
	echo '<label><input type="radio" name="payment_method" value="cod" checked> Cash on delivery</label>';
	do_action( 'woocommerce_review_order_before_submit' );
	echo '<button type="submit" class="button alt" name="woocommerce_checkout_place_order" id="place_order" value="Place order">Place order</button></div>';
	if ( ! wp_doing_ajax() ) {
		do_action( 'woocommerce_review_order_after_payment' );
	}
}

function wc_stand_in_checkout_fields() {
	return array( 'first_name' => 'First name', 'last_name' => 'Last name', 'address_1' => 'Street address', 'city' => 'City', 'state' => 'State', 'postcode' => 'ZIP', 'phone' => 'Phone', 'email' => 'Email' );
}

add_shortcode(
	'woocommerce_checkout',
	function () {
		ob_start();
		echo '<div class="woocommerce">' . wc_print_notices( true ); // phpcs:ignore WordPress.Security.EscapeOutput
		global $wp;
		if ( isset( $wp->query_vars['order-received'] ) ) {
			wc_stand_in_order_received( absint( $wp->query_vars['order-received'] ) );
		} elseif ( isset( $wp->query_vars['order-pay'] ) ) {
			wc_stand_in_order_pay( absint( $wp->query_vars['order-pay'] ) );
		} elseif ( WC()->cart->is_empty() ) {
			echo '<p class="cart-empty">Your cart is currently empty.</p>';
		} else {
			do_action( 'woocommerce_before_checkout_form', null );
			echo '<form name="checkout" method="post" class="checkout woocommerce-checkout" novalidate><div id="customer_details">';
			foreach ( wc_stand_in_checkout_fields() as $name => $label ) {
				$value = 'state' === $name ? 'CA' : '';
				echo "<p><label for='billing_$name'>$label</label><input id='billing_$name' name='billing_$name' value='$value'></p>"; // phpcs:ignore WordPress.Security.EscapeOutput
			}
			echo '<input type="hidden" name="billing_country" value="US"></div><h3 id="order_review_heading">Your order</h3><div id="order_review" class="woocommerce-checkout-review-order">';
			echo wc_stand_in_review(); // phpcs:ignore WordPress.Security.EscapeOutput
			woocommerce_checkout_payment();
			echo '</div></form>';
			do_action( 'woocommerce_after_checkout_form', null );
		}
		echo '</div>';
		return ob_get_clean();
	}
);

function wc_stand_in_take_shipping() {
	if ( isset( $_POST['shipping_method'] ) ) {
		WC()->session->set( 'chosen_shipping_methods', array_map( 'sanitize_text_field', array_values( (array) wp_unslash( $_POST['shipping_method'] ) ) ) );
	}
	WC()->cart->calculate_totals();
}

add_action(
	'wc_ajax_update_order_review',
	function () {
		defined( 'WOOCOMMERCE_CHECKOUT' ) || define( 'WOOCOMMERCE_CHECKOUT', true );
		do_action( 'woocommerce_checkout_update_order_review', wp_unslash( $_POST['post_data'] ?? '' ) );
		wc_stand_in_take_shipping();
		ob_start();
		woocommerce_checkout_payment();
		$payment = ob_get_clean();
		wp_send_json(
			array(
				'result'    => 'success',
				'messages'  => '',
				'reload'    => false,
				'fragments' => apply_filters(
					'woocommerce_update_order_review_fragments',
					array(
						'.woocommerce-checkout-review-order-table' => wc_stand_in_review(),
						'.woocommerce-checkout-payment' => $payment,
					)
				),
			)
		);
	}
);

/** The lines of an order as the cart has them; both checkouts use it. */
function wc_stand_in_order_from_cart( array $address, $via ) {
	$cart  = WC()->cart;
	$order = new WC_Order();
	$order->set_props( array( 'created_via' => $via, 'customer_id' => get_current_user_id(), 'payment_method' => 'cod', 'payment_method_title' => 'Cash on delivery' ) );
	foreach ( $address as $name => $value ) {
		$order->{"set_billing_$name"}( $value );
		if ( 'email' !== $name && $cart->needs_shipping() ) {
			$order->{"set_shipping_$name"}( $value );
		}
	}
	foreach ( $cart->get_cart() as $key => $line ) {
		$item = new WC_Order_Item_Product();
		$item->set_props( array( 'name' => $line['data']->get_name(), 'product_id' => $line['product_id'], 'quantity' => $line['quantity'], 'subtotal' => wc_format_decimal( $line['line_subtotal'] ), 'subtotal_tax' => wc_format_decimal( $line['line_tax'] ), 'total' => wc_format_decimal( $line['line_total'] ), 'total_tax' => wc_format_decimal( $line['line_tax'] ) ) );
		do_action( 'woocommerce_checkout_create_order_line_item', $item, $key, $line, $order );
		$order->add_item( $item );
	}
	foreach ( $cart->get_fees() as $key => $fee ) {
		$item = new WC_Order_Item_Fee();
		$item->set_props( array( 'name' => $fee->name, 'total' => wc_format_decimal( $fee->total ), 'total_tax' => wc_format_decimal( $fee->tax ), 'amount' => wc_format_decimal( $fee->amount ), 'tax_status' => $fee->taxable ? 'taxable' : 'none' ) );
		do_action( 'woocommerce_checkout_create_order_fee_item', $item, $key, $fee, $order );
		$order->add_item( $item );
	}
	$chosen = ( (array) WC()->session->get( 'chosen_shipping_methods' ) )[0] ?? '';
	$rate   = wc_stand_in_rates()[ $chosen ] ?? null;
	if ( $cart->needs_shipping() && $rate ) {
		list( $method, $instance ) = explode( ':', $chosen );
		$item                      = new WC_Order_Item_Shipping();
		$item->set_props( array( 'name' => $rate['title'], 'method_title' => $rate['title'], 'method_id' => $method, 'instance_id' => $instance, 'total' => wc_format_decimal( $rate['cost'] ) ) );
		$order->add_item( $item );
	}
	$order->set_props( array( 'shipping_total' => wc_format_decimal( $cart->get_shipping_total() ), 'total_tax' => wc_format_decimal( $cart->get_total_tax() ), 'cart_tax' => wc_format_decimal( $cart->get_total_tax() ), 'total' => wc_format_decimal( $cart->get_total( 'edit' ) ) ) );
	return $order;
}

add_action(
	'wc_ajax_checkout',
	function () {
		defined( 'WOOCOMMERCE_CHECKOUT' ) || define( 'WOOCOMMERCE_CHECKOUT', true );
		wc_stand_in_take_shipping();
		do_action( 'woocommerce_before_checkout_process' );
		do_action( 'woocommerce_checkout_process' );
		$data    = array();
		$address = array();
		foreach ( array_merge( array_keys( wc_stand_in_checkout_fields() ), array( 'country' ) ) as $name ) {
			$data[ "billing_$name" ] = sanitize_text_field( wp_unslash( $_POST[ "billing_$name" ] ?? '' ) );
			$address[ $name ]        = $data[ "billing_$name" ];
		}
		$errors = new WP_Error();
		if ( ! is_email( $address['email'] ) ) {
			$errors->add( 'validation', 'Email is a required field.' );
		}
		do_action( 'woocommerce_after_checkout_validation', $data, $errors );
		foreach ( $errors->get_error_messages() as $message ) {
			wc_add_notice( $message, 'error' );
		}
		if ( wc_notice_count( 'error' ) ) {
			$refresh = null !== WC()->session->get( 'refresh_totals' );
			WC()->session->set( 'refresh_totals', null );
			wp_send_json( array( 'result' => 'failure', 'messages' => wc_print_notices( true ), 'refresh' => $refresh, 'reload' => false ) );
		}
		$order = wc_stand_in_order_from_cart( $address, 'checkout' );
		do_action( 'woocommerce_checkout_create_order', $order, $data );
		$order->save();
		do_action( 'woocommerce_checkout_update_order_meta', $order->get_id(), $data );
		do_action( 'woocommerce_checkout_order_created', $order );
		do_action( 'woocommerce_checkout_order_processed', $order->get_id(), $data, $order );
		wc_stand_in_pay( $order );
		wp_send_json( array( 'result' => 'success', 'order_id' => $order->get_id(), 'redirect' => $order->get_checkout_order_received_url() ) );
	}
);

function wc_stand_in_pay( WC_Order $order ) {
	$order->update_status( 'processing' );
	WC()->cart->empty_cart();
}
