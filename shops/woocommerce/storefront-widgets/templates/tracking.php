<?php defined( 'ABSPATH' ) || exit; ?>
<storefront-tracking from-url proxy="<?php echo esc_url( $proxy ); ?>" claim-url="<?php echo esc_url( $claim_url ); ?>" contact-url="<?php echo esc_url( $contact_url ); ?>" lang="<?php echo esc_attr( $lang ); ?>">
	<?php esc_html_e( 'Questions about your order? Contact us with its number.', 'storefront-widgets' ); ?>
</storefront-tracking>
