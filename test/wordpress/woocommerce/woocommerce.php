<?php
/**
 * Plugin Name: WooCommerce
 * Description: A stand-in of WooCommerce for the tests of Storefront widgets, written for them: what the plugin meets, with the real one's bad habits.
 * Version: 11.0.1
 *
 * No shop can use it. Each file names the habits that it imitates, which were seen in WooCommerce 11.0.1. The same tests run in the real WooCommerce if
 * WOOCOMMERCE_DIR names one.
 */

defined( 'ABSPATH' ) || exit;

define( 'WC_VERSION', '11.0.1' );
define( 'WC_PLUGIN_FILE', __FILE__ );
define( 'WC_ABSPATH', __DIR__ . '/' );

foreach ( array( 'features', 'products', 'money', 'session', 'shipping', 'cart', 'action-scheduler', 'data', 'orders', 'order-queries', 'refunds', 'pages', 'notices', 'checkout', 'order-pages', 'account', 'blocks', 'store-api', 'rest', 'webhooks', 'emails', 'fulfillments', 'privacy' ) as $wc_part ) {
	require_once __DIR__ . "/includes/{$wc_part}.php";
}

/** The shop of this request. */
final class WooCommerce {
	public $version = WC_VERSION;
	public $session;
	public $cart;
	public $customer;
	public $api;

	public static function instance() {
		static $shop;
		return $shop ?? $shop = new self();
	}

	private function __construct() {
		$this->api = new WC_API();
		add_action( 'plugins_loaded', fn() => do_action( 'woocommerce_loaded' ), -1 );
		add_action( 'plugins_loaded', fn() => do_action( 'woocommerce_blocks_loaded' ) );
		add_action( 'init', array( $this, 'init' ), 0 );
	}

	public function init() {
		// A new site of a network has no tables yet.
		if ( WC_VERSION !== get_option( 'woocommerce_db_version' ) ) {
			WC_Install::install();
		}
		do_action( 'before_woocommerce_init' );
		if ( ! is_admin() && 'cli' !== PHP_SAPI && false === strpos( $_SERVER['SCRIPT_NAME'], 'run.php' ) ) {
			$this->initialize_cart();
		}
		do_action( 'woocommerce_init' );
	}

	public function initialize_cart() {
		$this->session = new WC_Session_Handler();
		$this->cart    = new WC_Cart();
	}

	public function is_rest_api_request() {
		return false !== strpos( $_SERVER['REQUEST_URI'] ?? '', '/wp-json/' );
	}

	/** Loads the gateways, which change the status of a paid order. Here they are loaded already. */
	public function payment_gateways() {
	}
	public function mailer() {
		return WC_Emails::instance();
	}

	public function plugin_url() {
		return untrailingslashit( plugins_url( '/', WC_PLUGIN_FILE ) );
	}
}

function WC() {
	return WooCommerce::instance();
}
WC();

/** Gives a request the cart that has none, as requests of the REST API. */
function wc_load_cart() {
	WC()->initialize_cart();
}

register_activation_hook( __FILE__, array( 'WC_Install', 'install' ) );
