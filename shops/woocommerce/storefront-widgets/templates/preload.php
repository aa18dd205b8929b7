<?php defined( 'ABSPATH' ) || exit; ?>
<link rel="preload" as="fetch" crossorigin href="<?php echo esc_url( $price_url ); ?>">
