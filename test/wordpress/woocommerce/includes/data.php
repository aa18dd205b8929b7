<?php
/** Objects with fields and meta data. */

/** An entry of an object's meta data. */
class WC_Meta_Data implements JsonSerializable {
	public $id;
	public $key;
	public $value;

	public function __construct( $id, $key, $value ) {
		$this->id    = $id;
		$this->key   = $key;
		$this->value = $value;
	}

	public function get_data() {
		return array(
			'id'    => $this->id,
			'key'   => $this->key,
			'value' => $this->value,
		);
	}

	#[ReturnTypeWillChange]
	public function jsonSerialize() {
		return $this->get_data();
	}
}

/** Has `get_…` and `set_…` for each of its fields. */
class WC_Data {
	/** The fields of the object, and those of new ones. */
	public $fields = array();

	/** @var WC_Meta_Data[] */
	public $meta = array();

	public function __call( $method, $given ) {
		$name = substr( $method, 4 );
		if ( 0 === strpos( $method, 'set_' ) ) {
			$this->fields[ $name ] = $given[0];
			return null;
		}
		if ( 0 === strpos( $method, 'get_' ) && array_key_exists( $name, $this->fields ) ) {
			return $this->fields[ $name ];
		}
		throw new Error( 'Call to undefined method ' . static::class . "::{$method}()" );
	}

	public function get_id() {
		return $this->fields['id'] ?? 0;
	}

	public function set_props( $fields ) {
		foreach ( $fields as $name => $value ) {
			$this->{"set_$name"}( $value );
		}
	}

	public function get_meta_data() {
		return array_values( $this->meta );
	}

	public function meta_exists( $key ) {
		return (bool) array_filter( $this->meta, fn( $entry ) => $entry->key === $key );
	}

	public function get_meta( $key = '', $single = true, $context = 'view' ) {
		$found = array_values( array_filter( $this->meta, fn( $entry ) => $entry->key === $key ) );
		return $single ? ( $found ? $found[0]->value : '' ) : $found;
	}

	public function add_meta_data( $key, $value, $unique = false ) {
		if ( $unique ) {
			$this->delete_meta_data( $key );
		}
		$this->meta[] = new WC_Meta_Data( count( $this->meta ) + 1, $key, $value );
	}

	public function update_meta_data( $key, $value ) {
		$this->add_meta_data( $key, $value, true );
	}

	public function delete_meta_data( $key ) {
		$this->meta = array_values( array_filter( $this->meta, fn( $entry ) => $entry->key !== $key ) );
	}
}

/** Stores of data by name; webhooks and fulfillments are the only ones here. */
class WC_Data_Store {
	public static function load( $type ) {
		return new self();
	}

	public function search_webhooks( $args = array() ) {
		$found = array_filter( get_option( 'wc_webhooks', array() ), fn( $fields ) => empty( $args['status'] ) || $args['status'] === $fields['status'] );
		return array_keys( $found );
	}

	public function read_fulfillments( $type, $order_id ) {
		return WC_Stand_In_Fulfillment::of( $order_id );
	}

	public function get_webhooks_ids( $status = '' ) {
		return $this->search_webhooks( compact( 'status' ) );
	}
}
