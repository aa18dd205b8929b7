<?php
/**
 * The session of a shopper.
 *
 * Habit: all guests have the same nonce, except for actions that begin with "woocommerce", whose nonces belong to the session
 * (includes/class-wc-session-handler.php).
 */

class WC_Session_Handler {
	private $id;
	private $has_cookie;
	private $values;
	private $changed = false;

	public function __construct() {
		$cookie           = 'wp_woocommerce_session_' . COOKIEHASH;
		$known            = sanitize_key( $_COOKIE[ $cookie ] ?? '' );
		$this->has_cookie = '' !== $known;
		$this->id         = is_user_logged_in() ? (string) get_current_user_id() : ( $this->has_cookie ? $known : 't_' . bin2hex( random_bytes( 15 ) ) );
		$this->values     = (array) get_option( "_wc_session_{$this->id}", array() );
		add_action( 'shutdown', array( $this, 'save_data' ), 20 );
		add_filter( 'nonce_user_logged_out', array( $this, 'maybe_update_nonce_user_logged_out' ), 10, 2 );
	}

	public function maybe_update_nonce_user_logged_out( $user, $action ) {
		return is_string( $action ) && 0 === strpos( $action, 'woocommerce' ) && $this->has_session() ? $this->id : $user;
	}

	public function has_session() {
		return $this->has_cookie || is_user_logged_in();
	}

	public function set_customer_session_cookie( $set ) {
		if ( $set && ! $this->has_cookie && ! headers_sent() ) {
			setcookie( 'wp_woocommerce_session_' . COOKIEHASH, $this->id, 0, '/', '', false, true );
			$this->has_cookie = true;
		}
	}

	public function get_customer_id() {
		return $this->id;
	}

	public function get_customer_unique_id() {
		return $this->id;
	}

	public function get( $key, $default = null ) {
		return $this->values[ $key ] ?? $default;
	}

	public function set( $key, $value ) {
		if ( $value !== $this->get( $key ) ) {
			$this->values[ $key ] = $value;
			$this->changed        = true;
		}
	}

	public function __unset( $key ) {
		$this->set( $key, null );
	}

	public function save_data() {
		if ( $this->changed && $this->has_session() ) {
			update_option( "_wc_session_{$this->id}", array_filter( $this->values, fn( $value ) => null !== $value ), false );
			$this->changed = false;
		}
	}
}
class_alias( 'WC_Session_Handler', 'WC_Session' );
