<?php
/** Webhooks that send orders to the proxy. WooCommerce signs and logs them, sends them in the background, and repeats none that failed. */

defined( 'ABSPATH' ) || exit;

/** Registers both webhooks, unless they exist. */
function storefront_register_webhooks() {
	if ( ! class_exists( 'WC_Webhook' ) || ! defined( 'STOREFRONT_WEBHOOK_SECRET' ) ) {
		return;
	}
	foreach ( array( 'order.created', 'order.updated' ) as $topic ) {
		$address = storefront_proxy_url() . '/v1/platforms/woocommerce/' . str_replace( '.', '-', $topic );
		foreach ( WC_Data_Store::load( 'webhook' )->search_webhooks( array( 'limit' => -1 ) ) as $id ) {
			if ( wc_get_webhook( $id )->get_delivery_url() === $address ) {
				continue 2;
			}
		}
		$webhook = new WC_Webhook();
		$webhook->set_name( "Storefront widgets: {$topic}" );
		$webhook->set_topic( $topic );
		$webhook->set_delivery_url( $address );
		$webhook->set_secret( STOREFRONT_WEBHOOK_SECRET );
		$webhook->set_api_version( 'wp_api_v3' );
		$webhook->set_user_id( get_current_user_id() );
		$webhook->set_status( 'active' );
		$webhook->save();
	}
}

/** Adds to each line whether it ships, which WooCommerce does not say: protection covers only lines that ship. */
add_filter(
	'woocommerce_webhook_payload',
	function ( $payload, $resource ) {
		if ( 'order' !== $resource || empty( $payload['line_items'] ) ) {
			return $payload;
		}
		foreach ( $payload['line_items'] as $index => $line ) {
			$product = wc_get_product( $line['variation_id'] ? $line['variation_id'] : $line['product_id'] );
			if ( $product instanceof WC_Product ) {
				$payload['line_items'][ $index ]['virtual'] = ! storefront_ships( $product );
			}
		}
		return $payload;
	},
	10,
	2
);
