<?php
/** The exporter and the eraser of personal data (Tools > Export / Erase Personal Data), and the text for the privacy policy. */

defined( 'ABSPATH' ) || exit;

/** How many orders one step handles. */
const STOREFRONT_PRIVACY_STEP = 20;

/**
 * The orders of a customer, by e-mail address.
 *
 * @param string $email The address.
 * @param int    $page  The step, from 1.
 */
function storefront_orders_of( string $email, int $page ): array {
	return wc_get_orders(
		array(
			'type'     => 'shop_order',
			'customer' => array( $email ),
			'limit'    => STOREFRONT_PRIVACY_STEP,
			'page'     => $page,
		)
	);
}

add_filter(
	'wp_privacy_personal_data_exporters',
	function ( $exporters ) {
		$exporters['storefront-widgets'] = array(
			'exporter_friendly_name' => __( 'Storefront widgets', 'storefront-widgets' ),
			'callback'               => 'storefront_export',
		);
		return $exporters;
	}
);
add_filter(
	'wp_privacy_personal_data_erasers',
	function ( $erasers ) {
		$erasers['storefront-widgets'] = array(
			'eraser_friendly_name' => __( 'Storefront widgets', 'storefront-widgets' ),
			'callback'             => 'storefront_erase',
		);
		return $erasers;
	}
);

/**
 * What the plugin stores of a customer's orders.
 *
 * @param string $email The customer's address.
 * @param int    $page  The step.
 */
function storefront_export( $email, $page = 1 ): array {
	$orders = storefront_orders_of( (string) $email, (int) $page );
	$items  = array();
	foreach ( $orders as $order ) {
		$row = storefront_outbox_row( $order->get_id() );
		if ( ! $row ) {
			continue;
		}
		$data = array(
			array(
				'name'  => __( 'Reported', 'storefront-widgets' ),
				'value' => $row->reported_at ? gmdate( 'c', (int) $row->reported_at ) : __( 'Not yet', 'storefront-widgets' ),
			),
			array(
				'name'  => __( 'Tracking page of this order', 'storefront-widgets' ),
				'value' => $row->order_key ? storefront_tracking_link( $order ) : '',
			),
			array(
				'name'  => __( 'Tracking numbers', 'storefront-widgets' ),
				'value' => implode( ', ', wp_list_pluck( storefront_shipments( $order ), 'tracking_number' ) ),
			),
		);
		$items[] = array(
			'group_id'    => 'storefront-widgets',
			'group_label' => __( 'Reports of orders', 'storefront-widgets' ),
			'item_id'     => 'storefront-order-' . $order->get_id(),
			'data'        => array_values( array_filter( $data, fn( $one ): bool => '' !== $one['value'] ) ),
		);
	}
	return array(
		'data' => $items,
		'done' => count( $orders ) < STOREFRONT_PRIVACY_STEP,
	);
}

/**
 * Erases what the plugin stores of a customer's orders. WooCommerce may have erased the address from the orders in the same run, so every order that
 * has none any more counts as well.
 *
 * @param string $email The customer's address.
 * @param int    $page  The step.
 */
function storefront_erase( $email, $page = 1 ): array {
	$orders  = storefront_orders_of( (string) $email, (int) $page );
	$removed = 0;
	foreach ( $orders as $order ) {
		$removed += storefront_erase_order( $order->get_id() );
	}
	return array(
		'items_removed'  => $removed > 0,
		'items_retained' => false,
		'messages'       => $removed > 0 ? array( __( 'The proxy holds reports of these orders. Erase them there, too: storefront-proxy privacy erase.', 'storefront-widgets' ) ) : array(),
		'done'           => count( $orders ) < STOREFRONT_PRIVACY_STEP,
	);
}

/**
 * Erases the key and the shipments of one order. Whether it waits to be reported stays: WooCommerce erases the person from the order itself. Returns
 * how many rows changed.
 *
 * @param int $order_id The order.
 */
function storefront_erase_order( int $order_id ): int {
	global $wpdb;
	return (int) $wpdb->update(
		storefront_outbox_table(),
		array(
			'order_key'    => null,
			'order_key_at' => 0,
			'shipments'    => null,
		),
		array( 'order_id' => $order_id )
	);
}
add_action( 'woocommerce_privacy_remove_order_personal_data', fn( $order ) => $order instanceof WC_Order && storefront_erase_order( $order->get_id() ) );

add_action(
	'admin_init',
	function () {
		wp_add_privacy_policy_content(
			__( 'Storefront widgets', 'storefront-widgets' ),
			'<p>' . esc_html__( 'We send orders and their shipments to the services that protect shipments, follow parcels and keep loyalty credits. They get the name, the address, the e-mail address, the phone number and the goods of an order.', 'storefront-widgets' ) . '</p>'
		);
	}
);
