<?php
/**
 * Runs PHP code of a test inside the loaded WordPress: POST {code, user, admin}. Answers {value} with what the code returns, or {error}.
 * Only tests have this file, and only this machine reaches the site.
 */

$test_asked = json_decode( file_get_contents( 'php://input' ), true );
if ( $test_asked['installing'] ?? false ) {
	define( 'WP_INSTALLING', true );
}
if ( $test_asked['admin'] ?? false ) {
	define( 'WP_ADMIN', true );
}
ob_start();
require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/' . ( defined( 'WP_INSTALLING' ) ? 'upgrade.php' : 'admin.php' );
if ( ! defined( 'WP_INSTALLING' ) ) {
	wp_set_current_user( (int) ( $test_asked['user'] ?? 0 ) );
}
try {
	$test_answer = array( 'value' => eval( $test_asked['code'] ) );
} catch ( Throwable $error ) {
	$test_answer = array( 'error' => get_class( $error ) . ': ' . $error->getMessage() . ' at ' . $error->getFile() . ':' . $error->getLine() );
}
$test_answer['printed'] = ob_get_clean();
header( 'Content-Type: application/json' );
echo json_encode( $test_answer );
