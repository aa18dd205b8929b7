<?php
/**
 * Erases personal data of orders.
 *
 * Habit: what erases the data of an order runs in the back office, on a customer's demand, and in WP-Cron, for orders that are old enough.
 */

class WC_Privacy_Erasers {
	public static function remove_order_personal_data( $order ) {
		foreach ( $order->fields as $name => $value ) {
			if ( preg_match( '/^(billing|shipping)_(first_name|last_name|company|address_1|address_2|city|postcode|phone)$/', $name ) ) {
				$order->fields[ $name ] = '[deleted]';
			}
		}
		$order->set_billing_email( 'deleted@site.invalid' );
		$order->save();
		do_action( 'woocommerce_privacy_remove_order_personal_data', $order );
	}
}
