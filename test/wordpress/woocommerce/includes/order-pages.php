<?php
/**
 * Pages of one order: received, to pay, and the form that finds it.
 *
 * Habits: the thanks of a failed order fire `woocommerce_thankyou`, too; the form that finds an order by number and e-mail address fires
 * `woocommerce_view_order`, as the account does.
 */

function wc_stand_in_order_details( WC_Order $order ) {
	echo '<section class="woocommerce-order-details"><h2>Order details</h2><table class="shop_table order_details">';
	foreach ( $order->items as $item ) {
		echo '<tr><td>' . esc_html( $item->get_name() ) . '</td><td>' . wc_price( $item->get_total() ) . '</td></tr>'; // phpcs:ignore WordPress.Security.EscapeOutput
	}
	echo '<tr><th>Total</th><td>' . wc_price( $order->get_total() ) . '</td></tr></table></section>'; // phpcs:ignore WordPress.Security.EscapeOutput
	echo '<section class="addresses"><div>Billing address</div><div>Shipping address</div></section>';
}
add_action( 'woocommerce_thankyou', fn( $id ) => wc_get_order( $id ) && wc_stand_in_order_details( wc_get_order( $id ) ), 10 );
add_action( 'woocommerce_view_order', fn( $id ) => wc_get_order( $id ) && wc_stand_in_order_details( wc_get_order( $id ) ), 10 );

function wc_stand_in_order_received( $id ) {
	$order = wc_get_order( $id );
	if ( ! $order || ! $order->key_is_valid( sanitize_text_field( wp_unslash( $_GET['key'] ?? '' ) ) ) ) {
		echo '<p>Thank you. Your order has been received.</p>';
		return;
	}
	echo '<div class="woocommerce-order">';
	if ( $order->has_status( 'failed' ) ) {
		echo '<p class="woocommerce-thankyou-order-failed">Unfortunately your order cannot be processed.</p>';
	} else {
		echo '<p class="woocommerce-thankyou-order-received">Thank you. Your order has been received.</p><ul class="order_details"><li class="order">Order number: <strong>' . esc_html( $order->get_order_number() ) . '</strong></li></ul>';
	}
	do_action( 'woocommerce_thankyou_' . $order->get_payment_method(), $order->get_id() );
	do_action( 'woocommerce_thankyou', $order->get_id() );
	echo '</div>';
}

function wc_stand_in_order_pay( $id ) {
	$order = wc_get_order( $id );
	if ( ! $order || ! $order->key_is_valid( sanitize_text_field( wp_unslash( $_GET['key'] ?? '' ) ) ) ) {
		echo '<div class="woocommerce-error">Sorry, this order is invalid and cannot be paid for.</div>';
		return;
	}
	do_action( 'before_woocommerce_pay' );
	echo '<form id="order_review" method="post">';
	wc_stand_in_order_details( $order );
	echo '<div id="payment"><button type="submit" class="button alt" id="place_order">Pay for order</button></div></form>';
}

add_shortcode(
	'woocommerce_order_tracking',
	function () {
		ob_start();
		$order = wc_get_order( absint( $_REQUEST['orderid'] ?? 0 ) );
		if ( $order && strtolower( $order->get_billing_email() ) === strtolower( sanitize_email( wp_unslash( $_REQUEST['order_email'] ?? '' ) ) ) ) {
			do_action( 'woocommerce_track_order', $order->get_id() );
			echo '<p class="order-info">Order #' . esc_html( $order->get_order_number() ) . '</p>';
			do_action( 'woocommerce_view_order', $order->get_id() );
		} else {
			echo '<form method="post" class="track_order"><input name="orderid" id="orderid"><input name="order_email" id="order_email"><button type="submit" name="track" value="Track">Track</button></form>';
		}
		return ob_get_clean();
	}
);

/** The screen of an order in the back office, with the boxes of plugins alone. Saving stores the order itself after the boxes. */
function wc_get_page_screen_id( $for ) {
	return 'shop-order' === $for ? 'woocommerce_page_wc-orders' : $for;
}
add_action(
	'admin_menu',
	function () {
		add_menu_page( 'WooCommerce', 'WooCommerce', 'edit_shop_orders', 'woocommerce', '__return_null' );
		$screen = add_submenu_page(
			'woocommerce',
			'Orders',
			'Orders',
			'edit_shop_orders',
			'wc-orders',
			function () {
				$order  = wc_get_order( absint( $_GET['id'] ?? 0 ) );
				$screen = wc_get_page_screen_id( 'shop-order' );
				do_action( 'add_meta_boxes', $screen, $order );
				echo '<form method="post">';
				wp_nonce_field( 'update-order_' . $order->get_id() );
				do_meta_boxes( $screen, 'side', $order );
				echo '<button type="submit" class="button save_order" name="save" value="Update">Update</button></form>';
			}
		);
		add_action(
			"load-{$screen}",
			function () {
				$order = wc_get_order( absint( $_GET['id'] ?? 0 ) );
				if ( isset( $_POST['save'] ) ) {
					check_admin_referer( 'update-order_' . $order->get_id() );
					do_action( 'woocommerce_process_shop_order_meta', $order->get_id(), $order );
					wp_safe_redirect( $order->get_edit_order_url() );
					exit;
				}
			}
		);
	}
);
add_action( 'woocommerce_process_shop_order_meta', fn( $order_id ) => wc_get_order( $order_id )->save(), 40 );
