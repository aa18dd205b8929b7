<?php
/** Notices to the shopper, kept in the session. */

function wc_add_notice( $message, $type = 'success', $data = array() ) {
	$notices            = (array) WC()->session->get( 'wc_notices', array() );
	$notices[ $type ][] = array( 'notice' => $message, 'data' => $data );
	WC()->session->set( 'wc_notices', $notices );
}
function wc_notice_count( $type = '' ) {
	$notices = (array) ( WC()->session ? WC()->session->get( 'wc_notices', array() ) : array() );
	return $type ? count( $notices[ $type ] ?? array() ) : array_sum( array_map( 'count', $notices ) );
}
function wc_clear_notices() {
	WC()->session->set( 'wc_notices', null );
}
function wc_get_notices( $type = '' ) {
	$notices = (array) WC()->session->get( 'wc_notices', array() );
	return $type ? ( $notices[ $type ] ?? array() ) : $notices;
}
function wc_print_notices( $return = false ) {
	$html  = '';
	$class = array( 'error' => 'woocommerce-error', 'success' => 'woocommerce-message', 'notice' => 'woocommerce-info' );
	foreach ( wc_get_notices() as $type => $notices ) {
		foreach ( $notices as $notice ) {
			$html .= "<ul class='{$class[$type]}' role='alert'><li>" . wp_kses_post( $notice['notice'] ) . '</li></ul>';
		}
	}
	wc_clear_notices();
	if ( $return ) {
		return $html;
	}
	echo $html; // phpcs:ignore WordPress.Security.EscapeOutput
}
