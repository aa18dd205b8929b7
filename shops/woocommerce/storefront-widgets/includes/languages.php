<?php
/**
 * The words of the plugin in the languages of the widgets. WordPress reads such files since 6.5. One file serves all countries of a language: "de" is read
 * for de_DE, de_AT and de_DE_formal.
 */

defined( 'ABSPATH' ) || exit;

/** Loads the words for the present locale; after a change of the locale, as for an e-mail in the customer's language, again. */
function storefront_load_words() {
	$language = strtok( determine_locale(), '_' );
	$file     = dirname( __DIR__ ) . "/languages/storefront-widgets-{$language}";
	if ( is_readable( "{$file}.l10n.php" ) ) {
		load_textdomain( 'storefront-widgets', "{$file}.mo" );
	}
}
add_action( 'init', 'storefront_load_words', 1 );
add_action( 'change_locale', 'storefront_load_words', 20 );
