<?php
/** The settings: constants in wp-config.php win over what the settings page stores. */

defined( 'ABSPATH' ) || exit;

/** The settings that the page stores, in one option. */
const STOREFRONT_OPTION = 'storefront_settings';

/** The constant of each setting that may stand in wp-config.php. */
const STOREFRONT_CONSTANTS = array(
	'proxy_url'      => 'STOREFRONT_PROXY_URL',
	'merchant_key'   => 'STOREFRONT_MERCHANT_KEY',
	'assertion_key'  => 'STOREFRONT_ASSERTION_KEY',
	'webhook_secret' => 'STOREFRONT_WEBHOOK_SECRET',
);

/** The settings that are secrets: the page never shows what is stored. */
const STOREFRONT_SECRETS = array( 'merchant_key', 'webhook_secret', 'assertion_key' );

/** The values of the settings that nobody has chosen yet. */
const STOREFRONT_DEFAULTS = array(
	'proxy_url'      => '',
	'merchant_key'   => '',
	'assertion_key'  => '',
	'webhook_secret' => '',
	'tracking_page'  => 0,
	'claim_page'     => 0,
	'contact_page'   => 0,
	'in_cart'        => 'yes',
	'in_checkout'    => 'yes',
	'in_account'     => 'yes',
	'in_order'       => 'yes',
	'in_emails'      => 'yes',
	'analytics'      => 'no',
);

/**
 * Returns a setting; an empty string if it is not set.
 *
 * @param string $name One of STOREFRONT_DEFAULTS.
 */
function storefront_setting( string $name ): string {
	if ( storefront_is_constant( $name ) ) {
		return (string) constant( STOREFRONT_CONSTANTS[ $name ] );
	}
	$stored = (array) get_option( STOREFRONT_OPTION, array() );
	return (string) ( $stored[ $name ] ?? STOREFRONT_DEFAULTS[ $name ] ?? '' );
}

/**
 * Whether wp-config.php holds this setting.
 *
 * @param string $name The setting.
 */
function storefront_is_constant( string $name ): bool {
	return isset( STOREFRONT_CONSTANTS[ $name ] ) && defined( STOREFRONT_CONSTANTS[ $name ] );
}

/**
 * Whether wp-config.php holds a key but not the address of the proxy. The page then does not change the address: it would choose who gets keys that only
 * those know who may read wp-config.php.
 */
function storefront_is_address_locked(): bool {
	return ! storefront_is_constant( 'proxy_url' ) && array_filter( STOREFRONT_SECRETS, 'storefront_is_constant' );
}

/**
 * The parts of the key for sign-in: its name, and its secret as bytes; null if it is not in its form. Without this check a key that was entered
 * without its name would leave as the name, which pages may read.
 *
 * @param string $key The key, as the proxy has it: `2026-11:…`.
 */
function storefront_signing_key( string $key ): ?array {
	$secret = preg_match( '/^([\w.-]{1,64}):([\w-]+)$/', $key, $parts ) ? base64_decode( strtr( $parts[2], '-_', '+/' ) ) : ''; // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- RFC 7515.
	return strlen( $secret ) >= 32 ? array( $parts[1], $secret ) : null;
}

/** Whether the plugin knows its proxy. */
function storefront_is_set_up(): bool {
	return '' !== storefront_setting( 'proxy_url' ) && '' !== storefront_setting( 'merchant_key' );
}

/** The page on which customers track their orders: the one that was chosen, or the last that was saved with the shortcode or the block; 0 if there is none. */
function storefront_tracking_page(): int {
	foreach ( array( (int) storefront_setting( 'tracking_page' ), (int) get_option( 'storefront_tracking_page' ) ) as $page ) {
		if ( $page && 'publish' === get_post_status( $page ) ) {
			return $page;
		}
	}
	return 0;
}

/**
 * Whether a page shows tracking.
 *
 * @param string $content Its text.
 */
function storefront_has_tracking( string $content ): bool {
	return has_shortcode( $content, 'storefront_tracking' ) || has_block( 'storefront-widgets/tracking', $content ) || false !== strpos( $content, '[storefront_tracking' );
}
