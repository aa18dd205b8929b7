<?php
/** What plugins declare about themselves, and the features of the shop. */

namespace Automattic\WooCommerce\Utilities;

class FeaturesUtil {
	private static $declared = array();

	/** Counts only before `woocommerce_init`, as in WooCommerce. */
	public static function declare_compatibility( string $feature, string $plugin_file, bool $compatible = true ): bool {
		if ( ! doing_action( 'before_woocommerce_init' ) ) {
			_doing_it_wrong( __METHOD__, 'declares outside of before_woocommerce_init', '7.0' );
			return false;
		}
		self::$declared[ $feature ][ $compatible ? 'compatible' : 'incompatible' ][] = plugin_basename( $plugin_file );
		return true;
	}

	public static function get_compatible_plugins_for_feature( string $feature ): array {
		return ( self::$declared[ $feature ] ?? array() ) + array(
			'compatible'   => array(),
			'incompatible' => array(),
			'uncertain'    => array(),
		);
	}

	public static function feature_is_enabled( string $feature ): bool {
		return 'fulfillments' === $feature && 'yes' === get_option( 'woocommerce_feature_fulfillments_enabled' );
	}
}

class OrderUtil {
	public static function custom_orders_table_usage_is_enabled(): bool {
		return true;
	}
}
