<?php
/** Products: posts with a price, a weight, and whether they are virtual. */

add_action(
	'init',
	fn() => register_post_type(
		'product',
		array(
			'public'   => true,
			'label'    => 'Products',
			'supports' => array( 'title', 'editor' ),
		)
	),
	5
);

class WC_Product {
	public $id     = 0;
	public $fields = array(
		'name'          => '',
		'regular_price' => '',
		'status'        => 'publish',
		'weight'        => '',
		'virtual'       => false,
		'downloadable'  => false,
		'sku'           => '',
	);

	public function __construct( $id = 0 ) {
		$stored = $id ? get_post_meta( $id, '_product', true ) : null;
		if ( is_array( $stored ) ) {
			$this->id     = (int) $id;
			$this->fields = $stored + $this->fields;
		}
	}

	public function __call( $method, $given ) {
		$name = substr( $method, 4 );
		if ( ! array_key_exists( $name, $this->fields ) ) {
			throw new Error( 'Call to undefined method ' . static::class . "::{$method}()" );
		}
		if ( 0 === strpos( $method, 'set_' ) ) {
			$this->fields[ $name ] = $given[0];
		}
		return $this->fields[ $name ];
	}

	public function save() {
		$this->id = $this->id ? $this->id : wp_insert_post(
			array(
				'post_type'   => 'product',
				'post_status' => $this->fields['status'],
				'post_title'  => $this->fields['name'],
			)
		);
		update_post_meta( $this->id, '_product', $this->fields );
		return $this->id;
	}

	public function get_id() {
		return $this->id;
	}

	public function get_price() {
		return $this->fields['regular_price'];
	}

	public function get_permalink() {
		return get_permalink( $this->id );
	}

	public function get_type() {
		return 'simple';
	}

	public function is_type( $type ) {
		return in_array( 'simple', (array) $type, true );
	}

	public function is_virtual() {
		return (bool) $this->fields['virtual'];
	}

	public function needs_shipping() {
		return (bool) apply_filters( 'woocommerce_product_needs_shipping', ! $this->is_virtual(), $this );
	}
}

class WC_Product_Simple extends WC_Product {}

function wc_get_product( $id = false ) {
	$id = $id instanceof WC_Product ? $id->get_id() : (int) $id;
	return $id && 'product' === get_post_type( $id ) ? new WC_Product_Simple( $id ) : false;
}

/** The picture of products that have none. */
function wc_placeholder_img_src( $size = 'woocommerce_thumbnail' ) {
	return content_url( 'uploads/woocommerce-placeholder.png' );
}
