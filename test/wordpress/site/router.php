<?php
/** Serves the site with PHP's own web server: files as they are, everything else by WordPress. */

$path = '/' . ltrim( urldecode( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) ), '/' );
// The sites of a network share the files of WordPress: /second/wp-admin/ is /wp-admin/.
if ( ! file_exists( __DIR__ . $path ) && preg_match( '~^/[^/]+(/(?:wp-(?:admin|content|includes)/.*|[^/]+\.php))$~', $path, $parts ) ) {
	$path = $parts[1];
}
if ( '/' !== $path && is_dir( __DIR__ . $path ) ) {
	$path = rtrim( $path, '/' ) . '/index.php';
}
if ( is_file( __DIR__ . $path ) && '.php' !== substr( $path, -4 ) ) {
	return false;
}
if ( ! is_file( __DIR__ . $path ) ) {
	$path = '/index.php';
}
$_SERVER['SCRIPT_NAME']     = $path;
$_SERVER['PHP_SELF']        = $path;
$_SERVER['SCRIPT_FILENAME'] = __DIR__ . $path;
chdir( dirname( __DIR__ . $path ) );
require __DIR__ . $path;
