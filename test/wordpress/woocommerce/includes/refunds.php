<?php
/** Refunds: orders of their own whose parent is the refunded order. */

class WC_Order_Refund extends WC_Abstract_Order {
	const TYPE = 'shop_order_refund';

	public $fields = array(
		'id'        => 0,
		'parent_id' => 0,
		'status'    => 'completed',
		'amount'    => '0',
		'reason'    => '',
		'total'     => '0',
		'currency'  => 'USD',
	);

	public function save() {
		$this->store();
		return $this->get_id();
	}
}

function wc_stand_in_refunds( $order_id ) {
	global $wpdb;
	$rows = $wpdb->get_results( $wpdb->prepare( 'select * from ' . WC_Abstract_Order::table() . " where type = 'shop_order_refund' and parent_order_id = %d order by id desc", $order_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return array_map( fn( $row ) => ( new WC_Order_Refund() )->read( $row ), $rows );
}

function wc_create_refund( $args = array() ) {
	$order  = wc_get_order( $args['order_id'] );
	$refund = new WC_Order_Refund();
	$refund->set_props(
		array(
			'parent_id' => $order->get_id(),
			'amount'    => wc_format_decimal( $args['amount'] ),
			'total'     => '-' . wc_format_decimal( $args['amount'] ),
			'reason'    => $args['reason'] ?? '',
			'currency'  => $order->get_currency(),
		)
	);
	foreach ( $args['line_items'] ?? array() as $id => $line ) {
		$item  = $order->get_item( $id );
		$class = get_class( $item );
		$part  = new $class();
		$part->set_props(
			array(
				'name'         => $item->get_name(),
				'product_id'   => $item->fields['product_id'],
				'quantity'     => -( $line['qty'] ?? 0 ),
				'total'        => '-' . wc_format_decimal( $line['refund_total'] ?? 0 ),
				'subtotal'     => '-' . wc_format_decimal( $line['refund_total'] ?? 0 ),
			)
		);
		$part->add_meta_data( '_refunded_item_id', (string) $id );
		$refund->add_item( $part );
	}
	$refund->save();
	$whole = $order->get_total_refunded() >= (float) $order->get_total();
	do_action( $whole ? 'woocommerce_order_fully_refunded' : 'woocommerce_order_partially_refunded', $order->get_id(), $refund->get_id() );
	if ( $whole ) {
		$order->update_status( 'refunded' );
	} else {
		// WooCommerce stores the parent's new date.
		$order->save();
	}
	do_action( 'woocommerce_refund_created', $refund->get_id(), $args );
	do_action( 'woocommerce_order_refunded', $order->get_id(), $refund->get_id() );
	return $refund;
}
