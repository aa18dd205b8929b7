<?php
/** The shopper's account: a form to sign in, the first page, and one order. */

function wc_create_new_customer( $email, $username = '', $password = '', $args = array() ) {
	return wp_insert_user( array( 'user_login' => $username, 'user_pass' => $password, 'user_email' => $email, 'role' => 'customer' ) );
}

add_action(
	'wp_loaded',
	function () {
		if ( isset( $_POST['login'], $_POST['username'], $_POST['password'] ) ) {
			wp_signon( array( 'user_login' => sanitize_user( wp_unslash( $_POST['username'] ) ), 'user_password' => $_POST['password'], 'remember' => false ) ); // phpcs:ignore WordPress.Security.ValidatedSanitizedInput
			wp_safe_redirect( wc_get_page_permalink( 'myaccount' ) );
			exit;
		}
	},
	20
);

add_shortcode(
	'woocommerce_my_account',
	function () {
		global $wp;
		ob_start();
		echo '<div class="woocommerce">';
		if ( ! is_user_logged_in() ) {
			echo '<form class="woocommerce-form-login login" method="post"><label>Username <input name="username" id="username"></label><label>Password <input name="password" id="password" type="password"></label><button type="submit" name="login" value="Log in">Log in</button></form>';
		} elseif ( isset( $wp->query_vars['view-order'] ) ) {
			$order = wc_get_order( absint( $wp->query_vars['view-order'] ) );
			if ( $order && $order->get_user_id() === get_current_user_id() ) {
				do_action( 'woocommerce_view_order', $order->get_id() );
			} else {
				echo '<div class="woocommerce-error">Invalid order.</div>';
			}
		} else {
			echo '<div class="woocommerce-MyAccount-content"><p>Hello</p>';
			do_action( 'woocommerce_account_dashboard' );
			echo '</div>';
		}
		echo '</div>';
		return ob_get_clean();
	}
);
