<?php defined( 'ABSPATH' ) || exit; ?>
<storefront-loyalty proxy="<?php echo esc_url( $proxy ); ?>" assertion-url="<?php echo esc_url( $assertion_url ); ?>" sign-in-url="<?php echo esc_url( $sign_in_url ); ?>" lang="<?php echo esc_attr( $lang ); ?>">
	<?php esc_html_e( 'Your credits and benefits are shown here when they can be reached.', 'storefront-widgets' ); ?>
</storefront-loyalty>
