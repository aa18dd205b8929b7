<?php defined( 'ABSPATH' ) || exit; ?>
<storefront-tracking from-url proxy="<?php echo esc_url( $proxy ); ?>" claim-url="<?php echo esc_url( $claim_url ); ?>" lang="<?php echo esc_attr( $lang ); ?>">
	<?php esc_html_e( 'Orders can be looked up here in a moment.', 'storefront-widgets' ); ?>
</storefront-tracking>
