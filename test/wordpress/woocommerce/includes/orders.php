<?php
/**
 * Orders in a table of their own (HPOS).
 *
 * Habit: storing meta data changes the order's date and counts as an update of the order.
 */

class WC_DateTime extends DateTime {
	public function date( $format ) {
		return $this->format( $format );
	}
	public function getOffsetTimestamp() {
		return $this->getTimestamp();
	}
	public function __toString() {
		return $this->format( DATE_ATOM );
	}
}

class WC_Order_Item extends WC_Data {
	const TYPE = 'line_item';

	public $fields = array(
		'id'           => 0,
		'name'         => '',
		'quantity'     => 1,
		'product_id'   => 0,
		'variation_id' => 0,
		'subtotal'     => '0',
		'subtotal_tax' => '0',
		'total'        => '0',
		'total_tax'    => '0',
		'tax_class'    => '',
		'tax_status'   => 'taxable',
		'amount'       => '',
		'method_id'    => '',
		'method_title' => '',
		'instance_id'  => '',
		'taxes'        => array(),
		'order_id'     => 0,
	);

	public function get_type() {
		return static::TYPE;
	}
	public function is_type( $type ) {
		return static::TYPE === $type;
	}
}
class WC_Order_Item_Product extends WC_Order_Item {
	public function get_product() {
		return wc_get_product( $this->fields['product_id'] );
	}
}
class WC_Order_Item_Fee extends WC_Order_Item {
	const TYPE = 'fee';
}
class WC_Order_Item_Shipping extends WC_Order_Item {
	const TYPE = 'shipping';
}

abstract class WC_Abstract_Order extends WC_Data {
	/** @var WC_Order_Item[] */
	public $items = array();

	public static function table() {
		return $GLOBALS['wpdb']->prefix . 'wc_orders';
	}

	public static function install() {
		$GLOBALS['wpdb']->query(
			'create table if not exists ' . self::table() . ' (
				id bigint unsigned not null auto_increment primary key, type varchar(20) not null, status varchar(20) not null, parent_order_id bigint unsigned not null default 0,
				customer_id bigint unsigned not null default 0, billing_email varchar(320), date_created_gmt datetime, date_updated_gmt datetime, object longtext
			)'
		);
	}

	public function get_type() {
		return static::TYPE;
	}

	protected function store() {
		global $wpdb;
		$time = time();
		$this->fields['date_created'] ??= $time;
		$this->fields['date_modified'] = $time;
		$row = array(
			'type'             => static::TYPE,
			'status'           => 'wc-' . $this->fields['status'],
			'parent_order_id'  => $this->fields['parent_id'] ?? 0,
			'customer_id'      => $this->fields['customer_id'] ?? 0,
			'billing_email'    => $this->fields['billing_email'] ?? '',
			'date_created_gmt' => gmdate( 'Y-m-d H:i:s', $this->fields['date_created'] ),
			'date_updated_gmt' => gmdate( 'Y-m-d H:i:s', $time ),
		);
		if ( ! $this->get_id() ) {
			$wpdb->insert( self::table(), $row );
			$this->fields['id'] = (int) $wpdb->insert_id + 0;
		}
		foreach ( array_values( $this->items ) as $place => $item ) {
			$item->fields['id']       = $item->fields['id'] ? $item->fields['id'] : $this->get_id() * 100 + $place + 1;
			$item->fields['order_id'] = $this->get_id();
		}
		$row['object'] = serialize( array( $this->fields, $this->meta, $this->items ) ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
		$wpdb->update( self::table(), $row, array( 'id' => $this->get_id() ) );
	}

	public function read( $row ) {
		list( $this->fields, $this->meta, $this->items ) = unserialize( $row->object ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
		return $this;
	}

	private function date( $name ) {
		$time = $this->fields[ $name ] ?? null;
		return $time ? new WC_DateTime( '@' . $time ) : null;
	}
	public function get_date_created() {
		return $this->date( 'date_created' );
	}
	public function get_date_modified() {
		return $this->date( 'date_modified' );
	}
	public function get_date_paid() {
		return $this->date( 'date_paid' );
	}
	public function get_date_completed() {
		return $this->date( 'date_completed' );
	}

	public function get_items( $types = 'line_item' ) {
		$found = array();
		foreach ( $this->items as $item ) {
			if ( in_array( $item->get_type(), (array) $types, true ) ) {
				$found[ $item->get_id() ? $item->get_id() : 'new:' . count( $found ) ] = $item;
			}
		}
		return $found;
	}
	public function get_item( $id ) {
		return array_values( array_filter( $this->items, fn( $item ) => $item->get_id() === (int) $id ) )[0] ?? false;
	}
	public function add_item( $item ) {
		$this->items[] = $item;
	}
	public function remove_item( $id ) {
		$this->items = array_filter( $this->items, fn( $item ) => $item->get_id() !== (int) $id );
	}
	public function get_total() {
		return $this->fields['total'];
	}
}

class WC_Order extends WC_Abstract_Order {
	const TYPE = 'shop_order';

	private $left;

	public function __construct( $id = 0 ) {
		$address = array_fill_keys( array( 'first_name', 'last_name', 'company', 'address_1', 'address_2', 'city', 'state', 'postcode', 'country', 'phone' ), '' );
		foreach ( $address as $name => $value ) {
			$this->fields[ "billing_$name" ]  = $value;
			$this->fields[ "shipping_$name" ] = $value;
		}
		$this->fields += array(
			'id'                   => 0,
			'parent_id'            => 0,
			'status'               => 'pending',
			'currency'             => get_woocommerce_currency(),
			'billing_email'        => '',
			'customer_id'          => 0,
			'customer_note'        => '',
			'order_key'            => 'wc_order_' . wp_generate_password( 13, false ),
			'payment_method'       => '',
			'payment_method_title' => '',
			'transaction_id'       => '',
			'created_via'          => '',
			'version'              => WC_VERSION,
			'prices_include_tax'   => wc_prices_include_tax(),
			'shipping_total'       => '0',
			'shipping_tax'         => '0',
			'cart_tax'             => '0',
			'total_tax'            => '0',
			'total'                => '0',
			'discount_total'       => '0',
			'discount_tax'         => '0',
		);
		if ( $id ) {
			$row = $GLOBALS['wpdb']->get_row( $GLOBALS['wpdb']->prepare( 'select * from ' . self::table() . ' where id = %d and type = %s', $id, self::TYPE ) ); // phpcs:ignore WordPress.DB.PreparedSQL
			if ( ! $row ) {
				throw new Exception( 'Invalid order.' );
			}
			$this->read( $row );
		}
	}

	public function save() {
		$is_new = ! $this->get_id();
		$this->store();
		if ( $is_new ) {
			do_action( 'woocommerce_new_order', $this->get_id(), $this );
		} else {
			do_action( 'woocommerce_update_order', $this->get_id(), $this );
		}
		do_action( 'woocommerce_after_order_object_save', $this, null );
		$this->tell_status();
		return $this->get_id();
	}

	public function save_meta_data() {
		if ( $this->get_id() ) {
			$this->store();
			do_action( 'woocommerce_update_order', $this->get_id(), $this );
		}
	}

	private function tell_status() {
		$from       = $this->left;
		$to         = $this->fields['status'];
		$this->left = null;
		if ( null === $from || $from === $to ) {
			return;
		}
		do_action( "woocommerce_order_status_{$to}", $this->get_id(), $this, array() );
		do_action( "woocommerce_order_status_{$from}_to_{$to}", $this->get_id(), $this );
		do_action( 'woocommerce_order_status_changed', $this->get_id(), $from, $to, $this );
	}

	public function set_status( $status, $note = '' ) {
		$status = preg_replace( '/^wc-/', '', $status );
		if ( $this->get_id() && $status !== $this->fields['status'] ) {
			$this->left ??= $this->fields['status'];
		}
		$paid = apply_filters( 'woocommerce_payment_complete_order_status', 'processing', $this->get_id(), $this );
		if ( $status === $paid || ( 'completed' === $status && 'processing' === $paid ) ) {
			$this->fields['date_paid'] ??= time();
		}
		if ( 'completed' === $status ) {
			$this->fields['date_completed'] ??= time();
		}
		$this->fields['status'] = $status;
	}
	public function update_status( $status, $note = '' ) {
		$this->set_status( $status );
		$this->save();
		return true;
	}
	public function payment_complete( $transaction = '' ) {
		return $this->update_status( $this->needs_processing() ? 'processing' : 'completed' );
	}
	public function needs_processing() {
		return (bool) array_filter( $this->get_items(), fn( $item ) => $item->get_product() && ! $item->get_product()->is_virtual() );
	}
	public function has_status( $status ) {
		return in_array( $this->fields['status'], (array) $status, true );
	}
	public function is_paid() {
		return $this->has_status( array( 'processing', 'completed' ) );
	}
	public function needs_payment() {
		return $this->has_status( array( 'pending', 'failed' ) ) && $this->fields['total'] > 0;
	}

	public function get_order_number() {
		return (string) apply_filters( 'woocommerce_order_number', $this->get_id(), $this );
	}
	public function get_fees() {
		return $this->get_items( 'fee' );
	}
	public function get_shipping_methods() {
		return $this->get_items( 'shipping' );
	}
	public function has_shipping_method( $method ) {
		return (bool) array_filter( $this->get_shipping_methods(), fn( $item ) => 0 === strpos( $item->get_method_id(), $method ) );
	}
	public function get_user_id() {
		return $this->fields['customer_id'];
	}
	public function get_item_count() {
		return array_sum( array_map( fn( $item ) => $item->get_quantity(), $this->get_items() ) );
	}
	/** Only the shipping lines decide: false for what is collected, and for an order without any, whatever its goods. */
	public function needs_shipping_address() {
		$hidden = apply_filters( 'woocommerce_order_hide_shipping_address', array( 'local_pickup', 'pickup_location' ), $this );
		return (bool) array_filter( $this->get_shipping_methods(), fn( $method ) => ! in_array( $method->get_method_id(), $hidden, true ) );
	}
	public function get_address( $type = 'billing' ) {
		$found = array();
		foreach ( $this->fields as $name => $value ) {
			if ( 0 === strpos( $name, "{$type}_" ) && ! in_array( $name, array( 'shipping_total', 'shipping_tax' ), true ) ) {
				$found[ substr( $name, strlen( $type ) + 1 ) ] = $value;
			}
		}
		return $found;
	}
	public function has_shipping_address() {
		return '' !== $this->fields['shipping_address_1'];
	}
	public function calculate_totals( $and_taxes = true ) {
		$sums = array( 'total' => 0, 'tax' => 0 );
		foreach ( $this->items as $item ) {
			$sums['total'] += (float) $item->get_total();
			$sums['tax']   += (float) $item->get_total_tax();
		}
		$this->fields['total_tax'] = wc_format_decimal( $sums['tax'] );
		$this->fields['cart_tax']  = wc_format_decimal( $sums['tax'] );
		$this->fields['total']     = wc_format_decimal( $sums['total'] + $sums['tax'] );
		$this->save();
		return $this->fields['total'];
	}
	public function key_is_valid( $key ) {
		return hash_equals( $this->fields['order_key'], (string) $key );
	}
	public function add_order_note( $note, $is_customer_note = 0, $by_user = false ) {
		$notes   = (array) get_option( "_wc_order_notes_{$this->get_id()}", array() );
		$notes[] = $note;
		update_option( "_wc_order_notes_{$this->get_id()}", $notes, false );
		return count( $notes );
	}
	public function get_checkout_order_received_url() {
		return add_query_arg( 'key', $this->fields['order_key'], wc_get_endpoint_url( 'order-received', $this->get_id(), wc_get_checkout_url() ) );
	}
	public function get_checkout_payment_url() {
		return add_query_arg( array( 'pay_for_order' => 'true', 'key' => $this->fields['order_key'] ), wc_get_endpoint_url( 'order-pay', $this->get_id(), wc_get_checkout_url() ) );
	}
	public function get_view_order_url() {
		return wc_get_endpoint_url( 'view-order', $this->get_id(), wc_get_page_permalink( 'myaccount' ) );
	}
	public function get_edit_order_url() {
		return admin_url( 'admin.php?page=wc-orders&action=edit&id=' . $this->get_id() );
	}
	public function get_refunds() {
		return wc_stand_in_refunds( $this->get_id() );
	}
	public function get_total_refunded() {
		return array_sum( array_map( fn( $refund ) => (float) $refund->get_amount(), $this->get_refunds() ) );
	}
	/** Moves the order to the trash, which is no update of it; with force deletes it. */
	public function delete( $force = false ) {
		if ( ! $force ) {
			$this->update_meta_data( '_wp_trash_meta_status', 'wc-' . $this->fields['status'] );
			$this->fields['status'] = 'trash';
			$this->store();
			do_action( 'woocommerce_trash_order', $this->get_id() );
			return true;
		}
		do_action( 'woocommerce_before_delete_order', $this->get_id(), $this );
		$GLOBALS['wpdb']->delete( self::table(), array( 'id' => $this->get_id() ) );
		do_action( 'woocommerce_delete_order', $this->get_id() );
		return true;
	}
}

/** Stores a field of an item past the order, and tells plugins as WordPress does of all meta data. */
function wc_update_order_item_meta( $item_id, $key, $value, $before = '' ) {
	$order = wc_get_order( wc_get_order_id_by_order_item_id( $item_id ) );
	$item  = $order->get_item( $item_id );
	$hook  = $item->meta_exists( $key ) ? 'updated_order_item_meta' : 'added_order_item_meta';
	$item->update_meta_data( $key, $value );
	$GLOBALS['wpdb']->update( WC_Abstract_Order::table(), array( 'object' => serialize( array( $order->fields, $order->meta, $order->items ) ) ), array( 'id' => $order->get_id() ) ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
	do_action( $hook, 0, $item_id, $key, $value );
	return true;
}

function wc_get_order_id_by_order_item_id( $item_id ) {
	return intdiv( (int) $item_id, 100 );
}

// An order that is paid on delivery is paid once it is completed.
add_filter( 'woocommerce_payment_complete_order_status', fn( $status, $id, $order ) => 'cod' === $order->get_payment_method() ? 'completed' : $status, 10, 3 );
