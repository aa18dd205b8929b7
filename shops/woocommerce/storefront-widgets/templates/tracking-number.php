<?php defined( 'ABSPATH' ) || exit; ?>
<storefront-tracking order-number="<?php echo esc_attr( $order_number ); ?>" email="<?php echo esc_attr( $email ); ?>" proxy="<?php echo esc_url( $proxy ); ?>" claim-url="<?php echo esc_url( $claim_url ); ?>" lang="<?php echo esc_attr( $lang ); ?>">
	<?php esc_html_e( 'Your parcels are shown here in a moment.', 'storefront-widgets' ); ?>
</storefront-tracking>
