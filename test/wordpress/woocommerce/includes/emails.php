<?php
/** The mails of a new order: one to the customer, one to the shop. */

class WC_Email {
	public $id;
	public function __construct( $id ) {
		$this->id = $id;
	}
}

class WC_Emails {
	public static function instance() {
		static $mails;
		return $mails ?? $mails = new self();
	}

	public function send( WC_Order $order, $to_shop ) {
		$email = new WC_Email( $to_shop ? 'new_order' : 'customer_processing_order' );
		ob_start();
		echo '<table><tr><td>' . esc_html( $order->get_order_number() ) . '</td></tr></table>';
		do_action( 'woocommerce_email_after_order_table', $order, $to_shop, false, $email );
		wp_mail( $to_shop ? get_option( 'admin_email' ) : $order->get_billing_email(), 'Order ' . $order->get_order_number(), ob_get_clean() );
	}
}
add_action(
	'woocommerce_order_status_pending_to_processing',
	function ( $id, $order ) {
		WC()->mailer()->send( $order, true );
		WC()->mailer()->send( $order, false );
	},
	20,
	2
);
