<?php
/** A must-use plugin of the site of the tests: mails go into a file, and the site may call this machine at any port. */

add_filter(
	'pre_wp_mail',
	function ( $sent, $mail ) {
		file_put_contents( ABSPATH . 'mails.jsonl', wp_json_encode( $mail ) . "\n", FILE_APPEND | LOCK_EX );
		return true;
	},
	10,
	2
);

// WordPress itself lets webhooks reach only public addresses at the ports 80, 443 and 8080.
if ( ! defined( 'TEST_PUBLIC_ONLY' ) ) {
	add_filter( 'http_request_host_is_external', fn( $external, $host ) => in_array( $host, array( 'localhost', '127.0.0.1' ), true ) ? true : $external, 10, 2 );
	add_filter( 'http_allowed_safe_ports', fn( $ports, $host, $url ) => array_merge( $ports, array( (int) wp_parse_url( $url, PHP_URL_PORT ) ) ), 10, 3 );
}

// The machine of the tests may be busy: nothing may differ because of that. Tests of late answers say how long they wait.
if ( ! defined( 'TEST_HURRY' ) ) {
	// A request that waits for no answer is as short as in a shop.
	add_filter( 'http_request_args', fn( $args ) => ( false === $args['blocking'] ? array() : array( 'timeout' => 60 ) ) + $args );
	add_filter( 'storefront_quote_timeout', fn() => 60000 );
}

// Another language per page, as shops with several have it.
add_filter( 'locale', fn( $locale ) => isset( $_GET['test-locale'] ) ? sanitize_text_field( $_GET['test-locale'] ) : $locale );
