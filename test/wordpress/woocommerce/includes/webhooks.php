<?php
/**
 * Webhooks of orders.
 *
 * Habits (includes/class-wc-webhook.php): a delivery is named by webhook and second, so that all deliveries of a second have one name; nothing is repeated; after
 * more than five failures in a row the webhook is disabled; the payload is what the webhook's user may see; only public addresses at the ports 80, 443 and
 * 8080 are reached.
 */

class WC_Webhook extends WC_Data {
	public $fields = array(
		'id'               => 0,
		'name'             => '',
		'status'           => 'disabled',
		'topic'            => '',
		'delivery_url'     => '',
		'secret'           => '',
		'api_version'      => 'wp_api_v3',
		'user_id'          => 0,
		'failure_count'    => 0,
		'pending_delivery' => false,
	);

	public function __construct( $id = 0 ) {
		$this->fields = ( get_option( 'wc_webhooks', array() )[ is_object( $id ) ? $id->get_id() : $id ] ?? array() ) + $this->fields;
	}

	public function save() {
		$all                  = get_option( 'wc_webhooks', array() );
		$this->fields['id']   = $this->fields['id'] ? $this->fields['id'] : ( $all ? max( array_keys( $all ) ) + 1 : 1 );
		$all[ $this->fields['id'] ] = $this->fields;
		update_option( 'wc_webhooks', $all );
		return $this->fields['id'];
	}

	public function delete( $force = false ) {
		$all = get_option( 'wc_webhooks', array() );
		unset( $all[ $this->fields['id'] ] );
		update_option( 'wc_webhooks', $all );
		return true;
	}

	public function build_payload( $id ) {
		$user = get_current_user_id();
		wp_set_current_user( $this->fields['user_id'] );
		$payload = WC()->api->get_endpoint_data( "/wc/v3/orders/{$id}" );
		wp_set_current_user( $user );
		return apply_filters( 'woocommerce_webhook_payload', $payload, 'order', $id, $this->get_id() );
	}

	public function deliver( $id ) {
		$body = trim( wp_json_encode( $this->build_payload( $id ) ) );
		$args = array(
			'method'      => 'POST',
			'timeout'     => 60,
			'redirection' => 0,
			'body'        => $body,
			'headers'     => array(
				'Content-Type'              => 'application/json',
				'X-WC-Webhook-Source'       => home_url( '/' ),
				'X-WC-Webhook-Topic'        => $this->fields['topic'],
				'X-WC-Webhook-Resource'     => 'order',
				'X-WC-Webhook-Event'        => explode( '.', $this->fields['topic'] )[1],
				'X-WC-Webhook-Signature'    => base64_encode( hash_hmac( 'sha256', $body, $this->fields['secret'], true ) ), // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
				'X-WC-Webhook-ID'           => $this->get_id(),
				'X-WC-Webhook-Delivery-ID'  => wp_hash( $this->get_id() . time() ),
			),
		);
		$args     = apply_filters( 'woocommerce_webhook_http_args', $args, $id, $this->get_id() );
		$response = wp_safe_remote_request( $this->fields['delivery_url'], $args );
		$status   = is_wp_error( $response ) ? 0 : (int) wp_remote_retrieve_response_code( $response );
		if ( $status >= 200 && $status < 300 || 301 === $status || 302 === $status ) {
			$this->fields['failure_count'] = 0;
		} elseif ( $this->fields['failure_count'] > apply_filters( 'woocommerce_max_webhook_delivery_failures', 5 ) ) {
			$this->fields['status'] = 'disabled';
			do_action( 'woocommerce_webhook_disabled_due_delivery_failures', $this->get_id() );
		} else {
			++$this->fields['failure_count'];
		}
		$this->save();
		do_action( 'woocommerce_webhook_delivery', $args, $response, 0.1, $id, $this->get_id() );
	}
}

function wc_get_webhook( $id ) {
	$webhook = new WC_Webhook( $id );
	return $webhook->get_id() ? $webhook : null;
}

/** Puts the webhooks of an order into the queue, each once per request. */
function wc_stand_in_queue_webhooks( $topic, $order_id ) {
	static $queued = array();
	foreach ( ( new WC_Data_Store() )->search_webhooks( array( 'status' => 'active' ) ) as $id ) {
		if ( wc_get_webhook( $id )->get_topic() === $topic && empty( $queued[ $id ][ $order_id ] ) ) {
			$queued[ $id ][ $order_id ] = true;
			add_action( 'shutdown', fn() => as_schedule_single_action( time(), 'woocommerce_deliver_webhook_async', array( $id, $order_id ), 'woocommerce-webhooks' ) );
		}
	}
}
add_action( 'woocommerce_new_order', fn( $id ) => wc_stand_in_queue_webhooks( 'order.created', $id ), 10 );
add_action( 'woocommerce_update_order', fn( $id ) => wc_stand_in_queue_webhooks( 'order.updated', $id ), 10 );
add_action(
	'woocommerce_deliver_webhook_async',
	function ( $id, $order_id ) {
		$webhook = wc_get_webhook( $id );
		if ( $webhook && 'active' === $webhook->get_status() ) {
			$webhook->deliver( $order_id );
		}
	},
	10,
	2
);
