<?php
/**
 * Parses the files of the plugin with the PHP that runs this, without running them. Writes as JSON what PHP does not accept, and the names that the plugin
 * uses but neither PHP nor the plugin declares: they must come from WordPress, WooCommerce or another plugin.
 *
 * /plugin.json has the source of each file by its name.
 */

$faults = array();
$own    = array();
$used   = array(
	'functions' => array(),
	'classes'   => array(),
);
error_reporting( E_ALL );
set_error_handler(
	static function ( $level, $message ) use ( &$faults ) {
		$faults[] = $message;
		return true;
	}
);

foreach ( json_decode( file_get_contents( '/plugin.json' ), true ) as $file => $source ) {
	try {
		$all = token_get_all( $source, TOKEN_PARSE );
	} catch ( ParseError $error ) {
		$faults[] = $file . ':' . $error->getLine() . ': ' . $error->getMessage();
		continue;
	}
	// The parts of a name with a namespace are one token in PHP 8, and several before.
	$of_name = array( 'T_STRING', 'T_NS_SEPARATOR', 'T_NAME_QUALIFIED', 'T_NAME_FULLY_QUALIFIED' );
	$tokens  = array();
	foreach ( $all as $token ) {
		if ( is_array( $token ) && in_array( $token[0], array( T_WHITESPACE, T_COMMENT, T_DOC_COMMENT ), true ) ) {
			continue;
		}
		if ( is_array( $token ) && in_array( token_name( $token[0] ), $of_name, true ) ) {
			$token[0] = T_STRING;
			$last     = count( $tokens ) - 1;
			if ( $last >= 0 && T_STRING === $tokens[ $last ][0] ) {
				$tokens[ $last ][1] .= $token[1];
				continue;
			}
		}
		$tokens[] = $token;
	}
	foreach ( $tokens as $place => $token ) {
		if ( ! is_array( $token ) || T_STRING !== $token[0] ) {
			continue;
		}
		list( , $name, $line ) = $token;
		$name   = ltrim( $name, '\\' );
		$before = $tokens[ $place - 1 ];
		$before = is_array( $before ) ? $before[0] : $before;
		$next   = $tokens[ $place + 1 ];
		$next   = is_array( $next ) ? $next[0] : $next;
		if ( in_array( $before, array( T_FUNCTION, T_CLASS, T_INTERFACE, T_TRAIT ), true ) ) {
			$own[ strtolower( $name ) ] = true;
		} elseif ( in_array( $before, array( T_OBJECT_OPERATOR, T_DOUBLE_COLON, T_CONST ), true ) ) {
			continue;
		} elseif ( T_DOUBLE_COLON === $next || in_array( $before, array( T_NEW, T_INSTANCEOF, T_EXTENDS, T_IMPLEMENTS ), true ) ) {
			$used['classes'][ $name ] = $file . ':' . $line;
		} elseif ( '(' === $next ) {
			$used['functions'][ $name ] = $file . ':' . $line;
		}
	}
}

$foreign = array(
	'functions' => array(),
	'classes'   => array(),
);
foreach ( $used as $kind => $names ) {
	foreach ( $names as $name => $where ) {
		$declared = 'functions' === $kind ? function_exists( $name ) : class_exists( $name ) || interface_exists( $name );
		if ( ! $declared && ! isset( $own[ strtolower( $name ) ] ) && ! in_array( strtolower( $name ), array( 'self', 'static', 'parent' ), true ) ) {
			$foreign[ $kind ][ $name ] = $where;
		}
	}
}
echo json_encode(
	array(
		'faults'  => $faults,
		'foreign' => $foreign,
	)
);
