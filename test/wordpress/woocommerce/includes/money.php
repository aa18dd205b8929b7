<?php
/** Amounts, weights and taxes. One rate of tax for the whole shop is enough here. */

function get_woocommerce_currency() {
	return apply_filters( 'woocommerce_currency', get_option( 'woocommerce_currency', 'USD' ) );
}
function get_woocommerce_currency_symbol( $currency = '' ) {
	return '$';
}
function wc_get_price_decimals() {
	return absint( apply_filters( 'wc_get_price_decimals', get_option( 'woocommerce_price_num_decimals', 2 ) ) );
}
function wc_tax_enabled() {
	return 'yes' === get_option( 'woocommerce_calc_taxes' );
}
function wc_prices_include_tax() {
	return wc_tax_enabled() && 'yes' === get_option( 'woocommerce_prices_include_tax' );
}
function wc_format_decimal( $number, $decimals = false ) {
	return number_format( (float) $number, false === $decimals || '' === $decimals ? wc_get_price_decimals() : (int) $decimals, '.', '' );
}
function wc_price( $amount, $args = array() ) {
	return '<span class="woocommerce-Price-amount amount">$' . number_format( (float) $amount, wc_get_price_decimals() ) . '</span>';
}
function wc_get_weight( $weight, $to, $from = '' ) {
	$grams = array(
		'kg'  => 1000,
		'g'   => 1,
		'lbs' => 453.59237,
		'oz'  => 28.349523125,
	);
	return (float) $weight * $grams[ $from ? $from : get_option( 'woocommerce_weight_unit', 'kg' ) ] / $grams[ $to ];
}
function wc_clean( $value ) {
	return is_array( $value ) ? array_map( 'wc_clean', $value ) : ( is_scalar( $value ) ? sanitize_text_field( $value ) : $value );
}

class WC_Tax {
	/** The rate, as a share: 0.1 for ten percent. */
	public static function share() {
		return wc_tax_enabled() ? (float) get_option( 'wc_tax_percent', 0 ) / 100 : 0.0;
	}

	public static function _insert_tax_rate( $rate ) {
		update_option( 'wc_tax_percent', $rate['tax_rate'] );
		return 1;
	}
}
